import {
  chmodSync,
  lstatSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { Failure } from '../cli/exit-code.ts';

/** Replaces a file by one that is written beside it, with its mode; a link stays one. */
export function writeAtomically(path: string, bytes: Uint8Array): void {
  const file = isLink(path) ? realpathSync(path) : path;
  const beside = `${file}.ltp-${process.pid}`;
  try {
    writeFileSync(beside, bytes, { flag: 'wx' });
    const mode = modeOf(file);
    if (mode !== undefined) chmodSync(beside, mode);
    renameSync(beside, file);
  } catch (error) {
    rmSync(beside, { force: true });
    throw new Failure(`${path} cannot be written: ${(error as NodeJS.ErrnoException).code}`);
  }
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

function modeOf(file: string): number | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  return found && found.mode & 0o777;
}
