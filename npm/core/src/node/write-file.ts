/** Every write to a file except the lock's own: the steps of a commit, and whole files outside the plans directory. */
import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { codeOf, Refusal } from './faults.ts';
import { SAFE_OPEN_FLAGS } from './read-file.ts';

/** For a new file, before the umask; and for one that receives the mode of another. */
const NEW_MODE = 0o666;
const PRIVATE_MODE = 0o600;
const MODE_BITS = 0o7777;

/** Where directories cannot be opened or synced, the file system keeps them in its own way. */
const CANNOT_SYNC = ['EACCES', 'EPERM', 'EISDIR', 'EINVAL', 'ENOTSUP', 'EBADF'];

/** Where a file is to be written, and where its next content is prepared. */
export interface Staging {
  target: string;
  stagingPath: string;
}

/** Writes a file's next content to disk next to the current one, with the same owner and mode. */
export function stage(bytes: Uint8Array, { target, stagingPath }: Staging): void {
  const before = lstatIfExists(target);
  // A rename would replace even a file that is write-protected.
  if (before) closeSync(openSync(target, constants.O_WRONLY | SAFE_OPEN_FLAGS));
  const file = openSync(stagingPath, 'wx', before ? PRIVATE_MODE : NEW_MODE);
  try {
    writeFileSync(file, bytes);
    if (before) keepOwnerAndMode(file, before);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function keepOwnerAndMode(file: number, before: Stats): void {
  const { uid, gid } = fstatSync(file);
  if (uid !== before.uid || gid !== before.gid) {
    tryToOwn(file, before.uid, before.gid) || tryToOwn(file, uid, before.gid);
  }
  fchmodSync(file, before.mode & MODE_BITS);
}

/** Most users may not give files away; then the file belongs to the one who writes it. */
function tryToOwn(file: number, uid: number, gid: number): boolean {
  try {
    fchownSync(file, uid, gid);
    return true;
  } catch {
    return false;
  }
}

export function moveOver({ stagingPath, target }: Staging): void {
  try {
    renameSync(stagingPath, target);
  } catch (error) {
    // A staged file disappears only when another process took the lock from us.
    throw lstatIfExists(stagingPath) ? error : new Refusal('busy');
  }
}

/** Returns whether the new file was created: unlike a rename, a link never replaces an existing file. */
export function moveToNew({ stagingPath, target }: Staging): boolean {
  try {
    linkSync(stagingPath, target);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    // Not every file system has links.
    moveOver({ stagingPath, target });
  }
  return true;
}

/**
 * Appends all of the bytes or none, and returns the stats of the file after that. It does not sync: only optional data is
 * appended, and after a power loss its last lines may be missing.
 */
export function append(bytes: Uint8Array, target: string): Stats {
  const { O_WRONLY, O_APPEND, O_CREAT } = constants;
  const file = openSync(target, O_WRONLY | O_APPEND | O_CREAT | SAFE_OPEN_FLAGS, NEW_MODE);
  try {
    const { size } = fstatSync(file);
    try {
      if (writeSync(file, bytes) < bytes.length) throw new Refusal('noSpace');
    } catch (error) {
      ftruncateSync(file, size);
      throw error;
    }
    return fstatSync(file);
  } finally {
    closeSync(file);
  }
}

/** Removes a file; of a link, the link. */
export function remove(named: string): void {
  rmSync(named, { force: true });
}

/** A failure does not matter: the file may never have been created, and the next owner of the lock removes it. */
export function removeStaged(stagingPath: string): void {
  try {
    remove(stagingPath);
  } catch {
    // See above.
  }
}

/** Creates the directories below `existing` that lead to `wanted`. */
export function createDirectories(existing: string, wanted: string): void {
  if (existing === wanted) return;
  mkdirSync(wanted, { recursive: true });
  // Without this, a power loss could remove the directories and everything in them.
  for (let made = wanted; made !== existing; made = dirname(made)) syncDirectory(dirname(made));
}

/** Makes renames, new files and removals in a directory survive a power loss. */
export function syncDirectory(path: string): void {
  try {
    const directory = openSync(path, 'r');
    try {
      fsyncSync(directory);
    } finally {
      closeSync(directory);
    }
  } catch (error) {
    if (!CANNOT_SYNC.includes(codeOf(error))) throw error;
  }
}

export function lstatIfExists(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}
