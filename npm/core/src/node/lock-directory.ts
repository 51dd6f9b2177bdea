/** Where the lock of a plans directory is. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, Refusal } from './faults.ts';
import { lstatIfExists } from './write-file.ts';

/** The folder of histories, and of the lock. */
export const HISTORY = '.history';
const LOCK = 'lock';

/** The directory of the lock, if a tool has ever written there. `plans` is a real path. */
export function lockDirectory(plans: string): string | undefined {
  const history = join(plans, HISTORY);
  const lock = join(history, LOCK);
  return isDirectory(history) && isDirectory(lock) ? lock : undefined;
}

/** The same, created if it is missing. The lock is created last, so that its existence implies the rest. */
export function createLockDirectory(plans: string): string {
  const existing = lockDirectory(plans);
  if (existing !== undefined) return existing;
  const history = join(plans, HISTORY);
  createIfMissing(history);
  try {
    writeFileSync(join(history, '.gitignore'), '*\n', { flag: 'wx' });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  const lock = join(history, LOCK);
  createIfMissing(lock);
  return lock;
}

function createIfMissing(directory: string): void {
  if (isDirectory(directory)) return;
  try {
    mkdirSync(directory);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/** Refuses links, wherever they lead: files are removed in there. */
function isDirectory(path: string): boolean {
  const found = lstatIfExists(path);
  if (found?.isSymbolicLink()) throw new Refusal('outsideRoot');
  if (found && !found.isDirectory()) throw new Refusal('notADirectory');
  return found !== undefined;
}
