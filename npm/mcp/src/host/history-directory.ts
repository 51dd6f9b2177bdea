/** `.history` in the plans directory: what is not for git, the lock among it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, Refusal } from './fault.ts';
import { lstatIfThere } from './places.ts';

const HISTORY = '.history';
const LOCK = 'lock';

/** Where the lock is, if anything was ever written here. `plans` is a real path. */
export function lockDirectory(plans: string): string | undefined {
  const history = join(plans, HISTORY);
  const lock = join(history, LOCK);
  return isDirectory(history) && isDirectory(lock) ? lock : undefined;
}

/** The same of one that is made if need be; the lock last, so that it stands for all of them. */
export function madeLockDirectory(plans: string): string {
  const existing = lockDirectory(plans);
  if (existing !== undefined) return existing;
  const history = join(plans, HISTORY);
  make(history);
  try {
    writeFileSync(join(history, '.gitignore'), '*\n', { flag: 'wx' });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  const lock = join(history, LOCK);
  make(lock);
  return lock;
}

function make(directory: string): void {
  if (isDirectory(directory)) return;
  try {
    mkdirSync(directory);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/** A link is refused wherever it leads: files are removed in there. */
function isDirectory(path: string): boolean {
  const found = lstatIfThere(path);
  if (found?.isSymbolicLink()) throw new Refusal('outsideRoot');
  if (found && !found.isDirectory()) throw new Refusal('notADirectory');
  return found !== undefined;
}
