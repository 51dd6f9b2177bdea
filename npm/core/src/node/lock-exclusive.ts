/**
 * Where a program can open a file so that no other can open it in the same way, the owner of the lock keeps its token open. Then
 * the system itself knows whether the owner is alive, whatever process ids and host names say: it closes the files of a process
 * that ends. Linux has no such flag, but `/proc`.
 */
import { closeSync, constants, openSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from './faults.ts';
import { prepareToken, releaseToken } from './lock-files.ts';
import { type Liveness, newOwner } from './lock-owner.ts';
import { isSharingFault } from './sharing.ts';

/** Node has no names for them: libuv's `UV_FS_O_EXLOCK`, which shares nothing, and the `O_EXLOCK` of macOS. */
const EXCLUSIVE: Partial<Record<NodeJS.Platform, number>> = { win32: 0x10000000, darwin: 0x20 };

/** What macOS fails with while another process has the file open. */
const TAKEN = 'EAGAIN';

/** An open file; `taken` if another process has it open. */
export type Opened = { file: number } | 'taken' | 'absent' | 'unsupported';

export function openExclusively(token: string): Opened {
  const exclusive = EXCLUSIVE[process.platform];
  if (exclusive === undefined) return 'unsupported';
  try {
    // On macOS it would otherwise wait.
    const flags = constants.O_RDWR | exclusive | (constants.O_NONBLOCK ?? 0);
    return { file: openSync(token, flags) };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 'absent';
    return codeOf(error) === TAKEN || isSharingFault(error) ? 'taken' : 'unsupported';
  }
}

/**
 * Removes the token of an owner that kept it open, if that owner has ended. The owner may be about to open it: then either the
 * owner finds it open or gone, or this process does not remove it.
 */
export function removeIfClosed(token: string): Liveness {
  const opened = openExclusively(token);
  if (opened === 'absent') return 'dead';
  if (opened === 'taken') return 'alive';
  if (opened === 'unsupported') return 'unknown';
  try {
    // Windows removes no file that is open, not even by this process, but refuses if the owner opens it now.
    if (process.platform === 'win32') closeSync(opened.file);
    unlinkSync(token);
    return 'dead';
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 'dead';
    if (isSharingFault(error)) return 'alive';
    throw error;
  } finally {
    if (process.platform !== 'win32') closeSync(opened.file);
  }
}

const directories = new Map<string, boolean>();

/** Whether tokens in a directory can be kept open. Some network drives ignore the flag, so it is tried once. */
export function canKeepOpen(directory: string): boolean {
  if (EXCLUSIVE[process.platform] === undefined) return false;
  const known = directories.get(directory);
  if (known !== undefined) return known;
  const owner = newOwner();
  const prepared = join(directory, owner);
  try {
    prepareToken(prepared, owner);
    const isHonored = isExclusive(join(prepared, owner));
    if (isHonored !== undefined) directories.set(directory, isHonored);
    return isHonored ?? false;
  } finally {
    releaseToken(prepared, owner);
  }
}

/** `undefined` if another program, such as a scanner, has the file open. */
function isExclusive(file: string): boolean | undefined {
  const first = openExclusively(file);
  if (first === 'taken') return undefined;
  if (typeof first === 'string') return false;
  const second = openExclusively(file);
  if (typeof second === 'object') closeSync(second.file);
  closeSync(first.file);
  return second === 'taken';
}
