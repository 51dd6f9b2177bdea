import { closeSync, fsyncSync, openSync } from 'node:fs';
import { codeOf } from './fault.ts';

/** Where directories cannot be opened or synced, the file system has its own ways to keep them. */
const NOT_POSSIBLE_HERE = ['EACCES', 'EPERM', 'EISDIR', 'EINVAL', 'ENOTSUP', 'EBADF'];

/** Makes what was renamed, made or removed in a directory outlast a loss of power. */
export function syncDirectory(path: string): void {
  try {
    const directory = openSync(path, 'r');
    try {
      fsyncSync(directory);
    } finally {
      closeSync(directory);
    }
  } catch (error) {
    if (!NOT_POSSIBLE_HERE.includes(codeOf(error))) throw error;
  }
}
