import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Runs work with a temporary folder.
 * @template T
 * @param {(folder: string) => Promise<T>} work
 */
export async function inTemporaryFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'long-term-plan-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

/**
 * @param {string} folder
 * @param {string} name
 */
export function folderIn(folder, name) {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  return path;
}
