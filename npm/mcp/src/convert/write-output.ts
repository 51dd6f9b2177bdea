/** Writes a file that somebody asked for by its path: all of it, or none. */
import { randomBytes } from 'node:crypto';
import { existsSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { Failure } from '../cli/exit-code.ts';
import { UsageError } from '../flags.ts';
import type { Place } from '../settings.ts';

export function writeOutput(path: string, text: string, { root, plansDir }: Place): void {
  const folder = realFolder(path);
  const target = join(folder, basename(path));
  if (isWithin(folder, join(root, plansDir))) {
    throw new UsageError('--output must not lie in the plans directory, where it would be a plan');
  }
  const found = statSync(target, { throwIfNoEntry: false });
  if (found && !found.isFile()) {
    // A pipe or a device takes the text as it comes.
    tried(path, () => writeFileSync(target, text));
    return;
  }
  const real = found ? realpathSync.native(target) : target;
  const scratch = join(dirname(real), `.${basename(real)}.${randomBytes(6).toString('hex')}`);
  tried(path, () => {
    try {
      writeFileSync(scratch, text, { flag: 'wx', ...(found && { mode: found.mode & 0o7777 }) });
      renameSync(scratch, real);
    } finally {
      rmSync(scratch, { force: true });
    }
  });
}

/** The plans directory may be a link, and need not be there. */
function isWithin(folder: string, plansDir: string): boolean {
  const plans = existsSync(plansDir) ? realpathSync.native(plansDir) : plansDir;
  return `${folder}${sep}`.startsWith(`${plans}${sep}`);
}

function realFolder(path: string): string {
  const folder = dirname(resolve(path));
  return tried(path, () => realpathSync.native(folder));
}

function tried<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new Failure(`${path} cannot be written: ${(error as NodeJS.ErrnoException).code}`);
  }
}
