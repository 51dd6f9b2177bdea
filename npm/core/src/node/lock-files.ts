/** What the lock does with its files and directories. A file that another process has removed already is not an error. */
import {
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readdirSync,
  rmdirSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { codeOf } from './faults.ts';
import { forgetOwner } from './lock-owner.ts';
import { isSharingFault, untilShared } from './sharing.ts';

/** Creates a directory with a token in it, unless the directory exists. */
export function prepareToken(directory: string, owner: string): void {
  try {
    mkdirSync(directory);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return;
    throw error;
  }
  writeFileSync(join(directory, owner), '');
}

/** Removes a token and its directory, which stays if it contains another owner's token. */
export function releaseToken(directory: string, owner: string): void {
  try {
    untilShared(() => removeFile(join(directory, owner)));
  } catch {
    // The next process that takes the lock runs into the same error and reports it.
  }
  removeDirectory(directory);
  // A token that could not be removed is a leftover from now on, although its process is alive.
  forgetOwner(owner);
}

/**
 * Updates the modification time of an existing, empty file, by the file system's clock; a full disk does not matter.
 * Returns whether the file exists.
 */
export function touch(file: string): boolean {
  try {
    closeSync(openSync(file, constants.O_WRONLY | constants.O_TRUNC));
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    // It exists: its owner, or another program, has it open.
    if (isSharingFault(error)) return true;
    throw error;
  }
}

/** `NaN` for a deleted file, so that every comparison is false. */
export function modifiedAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Number.NaN;
}

export function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

export function removeFile(file: string): void {
  try {
    unlinkSync(file);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

/** A directory in use stays: it belongs to another owner by now. */
export function removeDirectory(directory: string): void {
  try {
    untilShared(() => rmdirSync(directory));
  } catch {
    // The next writer tries again.
  }
}
