/** The single file operations of a commit. */
import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { codeOf, Refusal } from './fault.ts';
import { lstatIfThere } from './places.ts';
import { CAREFULLY } from './read.ts';

/** For a new file, less what the umask takes away; for one that gets its mode from another. */
const NEW_MODE = 0o666;
const PRIVATE_MODE = 0o600;
const MODE_BITS = 0o7777;

/** Writes a file's next content to disk, beside its present one and with the same owner and mode. */
export function stage(bytes: Uint8Array, { target, scratch }: { target: string; scratch: string }) {
  const before = lstatIfThere(target);
  // A rename would replace even a file that is protected from being written.
  if (before) closeSync(openSync(target, constants.O_WRONLY | CAREFULLY));
  const file = openSync(scratch, 'wx', before ? PRIVATE_MODE : NEW_MODE);
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

/** Most users may not give files away; then it is theirs from now on. */
function tryToOwn(file: number, uid: number, gid: number): boolean {
  try {
    fchownSync(file, uid, gid);
    return true;
  } catch {
    return false;
  }
}

export function moveOver(scratch: string, target: string): void {
  try {
    renameSync(scratch, target);
  } catch (error) {
    // What lies ready is gone only when somebody took the lock from us.
    throw lstatIfThere(scratch) ? error : new Refusal('busy');
  }
}

/** Says whether it became that file: unlike a rename, a link never replaces what is there. */
export function moveToNew(scratch: string, target: string): boolean {
  try {
    linkSync(scratch, target);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    // Not every file system has links.
    moveOver(scratch, target);
  }
  return true;
}

/**
 * Adds all of the bytes or none. Only what is good to have is added to a file, so that nobody waits
 * for the disk: after a loss of power its last lines may be missing. Says what the file is then.
 */
export function append(bytes: Uint8Array, target: string): Stats {
  const { O_WRONLY, O_APPEND, O_CREAT } = constants;
  const file = openSync(target, O_WRONLY | O_APPEND | O_CREAT | CAREFULLY, NEW_MODE);
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

/** Of a link, the link. */
export function remove(named: string): void {
  rmSync(named, { force: true });
}

/** It may never have been made, and who takes the lock next removes what is left of it. */
export function removeScratch(scratch: string): void {
  try {
    rmSync(scratch, { force: true });
  } catch {
    // See above.
  }
}
