/** All writes except those of the lock: the steps of a commit, and whole files outside a plans directory. */
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  type Stats,
  statSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { codeOf, faultMessage, faultOf, Refusal } from './faults.ts';
import { SAFE_OPEN_FLAGS } from './read-file.ts';
import { realPathOf } from './real-path.ts';
import { untilShared } from './sharing.ts';

/** For a new file, before the umask; and for one that receives the mode of another. */
const NEW_MODE = 0o666;
const PRIVATE_MODE = 0o600;
const MODE_BITS = 0o7777;
const OWNER_WRITES = 0o200;

/** Where directories cannot be opened or synced, the file system keeps them in its own way. */
const CANNOT_SYNC = ['EACCES', 'EPERM', 'EISDIR', 'EINVAL', 'ENOTSUP', 'EBADF'];

/** Where a file is to be written, and where its next content is prepared. */
export interface Staging {
  target: string;
  stagingPath: string;
  /** Called while another program has the file open. */
  onPause?: () => void;
}

/** Writes a file's next content to disk next to the current one, with the same owner and mode. */
export function stage(bytes: Uint8Array, { target, stagingPath, onPause }: Staging): void {
  const before = lstatIfExists(target);
  // A rename would replace even a file that is write-protected.
  if (before) checkWritable(target, before, onPause);
  const mode = before ? PRIVATE_MODE : NEW_MODE;
  const file = untilShared(() => openSync(stagingPath, 'wx', mode), { onPause });
  try {
    writeFileSync(file, bytes);
    if (before) keepOwnerAndMode(file, before);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function checkWritable(target: string, { mode }: Stats, onPause?: () => void): void {
  // Windows fails with the same code for a write-protected file and for one that another program has open.
  if (process.platform === 'win32' && (mode & OWNER_WRITES) === 0) throw new Refusal('denied');
  const { O_WRONLY } = constants;
  closeSync(untilShared(() => openSync(target, O_WRONLY | SAFE_OPEN_FLAGS), { onPause }));
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

export function moveOver({ stagingPath, target, onPause }: Staging): void {
  try {
    untilShared(() => renameSync(stagingPath, target), { onPause });
  } catch (error) {
    // A staged file disappears only when another process took the lock from us.
    throw lstatIfExists(stagingPath) ? error : new Refusal('busy');
  }
}

/** Returns whether the new file was created: unlike a rename, a link never replaces an existing file. */
export function moveToNew(staging: Staging): boolean {
  try {
    linkSync(staging.stagingPath, staging.target);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    // Not every file system has links.
    moveOver(staging);
  }
  return true;
}

/**
 * Appends all of the bytes or none, and returns the stats of the file after that. It does not sync: only optional data is
 * appended, and after a power loss its last lines may be missing.
 */
export function append(bytes: Uint8Array, target: string): Stats {
  const { O_WRONLY, O_APPEND, O_CREAT } = constants;
  const flags = O_WRONLY | O_APPEND | O_CREAT | SAFE_OPEN_FLAGS;
  const file = untilShared(() => openSync(target, flags, NEW_MODE));
  try {
    const { size } = fstatSync(file);
    try {
      if (writeSync(file, bytes) < bytes.length) throw new Refusal('noSpace');
    } catch (error) {
      // By its path: Windows does not shorten a file that is open for appending.
      truncateSync(target, size);
      throw error;
    }
    return fstatSync(file);
  } finally {
    closeSync(file);
  }
}

/** Replaces a file that need not survive a power loss. Readers see the old content or the new. */
export function writeUnsynced(
  content: string | Uint8Array,
  { target, stagingPath }: Pick<Staging, 'target' | 'stagingPath'>,
): void {
  try {
    writeFileSync(stagingPath, content, { flag: 'wx', mode: NEW_MODE });
    untilShared(() => renameSync(stagingPath, target));
  } catch (error) {
    removeStaged(stagingPath);
    throw error;
  }
}

/** Sets the time of a file to now; of a link, that of the link. */
export function touchFile(path: string): void {
  const now = new Date();
  lutimesSync(path, now, now);
}

/** Creates a directory that need not survive a power loss. */
export function makeDirectory(path: string): void {
  mkdirSync(path, { recursive: true });
}

/** Runs with a new folder in `parent`, which is removed afterwards with all that is in it. */
export async function withTemporaryFolder<T>(
  parent: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  makeDirectory(parent);
  const folder = mkdtempSync(join(parent, 'temporary-'));
  try {
    return await work(folder);
  } finally {
    removeTree(folder);
  }
}

function removeTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) removeTree(path);
    else removeFile(path);
  }
  untilShared(() => rmdirSync(folder));
}

/** Removes a file if it exists; of a link, the link. */
export function removeFile(named: string): void {
  // Not `rmSync`, which on Windows silently leaves files whose path is not ASCII (Node 23 and 24).
  try {
    untilShared(() => unlinkSync(named));
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

/** A failure does not matter: the file may never have been created, and the next owner of the lock removes it. */
export function removeStaged(stagingPath: string): void {
  try {
    removeFile(stagingPath);
  } catch {
    // See above.
  }
}

export interface WriteFileOptions {
  /** What messages call the file; its path by default. */
  name?: string;
  /** A plans directory; no file in it is written. */
  plansDir?: string;
  /** Allows replacing a plan, for a merge of its versions. */
  mayReplacePlan?: boolean;
}

/** Why {@link writeFileAtomic} wrote nothing. The message names the file and the reason. */
export class WriteError extends Error {
  override name = 'WriteError';
  /** Whether it refused to damage a plan, rather than failed. */
  readonly isRefusal: boolean;

  constructor(message: string, isRefusal = false) {
    super(message);
    this.isRefusal = isRefusal;
  }
}

/**
 * Writes a file outside a plans directory: all of it or nothing, durably, with the mode that the file has. A link stays a
 * link; pipes and devices are written directly. Throws a {@link WriteError}. Plans are written under the lock of their
 * directory, so it refuses them, and links to them.
 */
export function writeFileAtomic(
  path: string,
  content: string | Uint8Array,
  { name = path, plansDir, mayReplacePlan = false }: WriteFileOptions = {},
): void {
  const bytes = Buffer.from(content);
  try {
    const named = join(realPathOf(dirname(resolve(path))), basename(path));
    const found = statSync(named, { throwIfNoEntry: false });
    if (found === undefined && lstatIfExists(named)) {
      throw new WriteError(`${name} cannot be written: it is a link to a file that does not exist`);
    }
    if (found?.isDirectory()) throw new Refusal('notAFile');
    if (found && !found.isFile()) {
      writeFileSync(named, bytes);
      return;
    }
    const target = found ? realPathOf(named) : named;
    if (plansDir !== undefined) refuseInside(plansDir, name, { named, target });
    if (found && !mayReplacePlan && isPlan(target)) {
      throw new WriteError(`${name} is a plan; choose another file`, true);
    }
    replace(target, bytes);
  } catch (error) {
    if (error instanceof WriteError) throw error;
    throw new WriteError(`${name} cannot be written: ${faultMessage(faultOf(error))}`);
  }
}

const HISTORY = '.history';

/**
 * Writes a file that a person edits into the folder for drafts of a plans directory, and returns its path. It is not part of
 * any plan, so no lock is needed.
 */
export function writeDraft(plansDir: string, name: string, content: string): string {
  const history = join(plansDir, HISTORY);
  const folder = join(history, 'drafts');
  try {
    createDirectories(plansDir, folder);
    const ignore = join(history, '.gitignore');
    if (lstatIfExists(ignore) === undefined) writeFileSync(ignore, '*\n');
    const path = join(folder, name);
    replace(path, Buffer.from(content));
    return path;
  } catch (error) {
    throw new WriteError(`${name} cannot be written: ${faultMessage(faultOf(error))}`);
  }
}

function refuseInside(
  plansDir: string,
  name: string,
  { named, target }: { named: string; target: string },
): void {
  if (lstatIfExists(plansDir) === undefined) return;
  const prefix = realPathOf(plansDir) + sep;
  if (named.startsWith(prefix)) {
    throw new WriteError(`${name} is in the plans directory; choose a file outside of it`, true);
  }
  if (target.startsWith(prefix)) {
    const plan = target.slice(prefix.length);
    throw new WriteError(
      `${name} is a link to ${plan} in the plans directory; choose another file`,
      true,
    );
  }
}

/** How many lines the header of a plan may be away from its first line. */
const HEADER_LINES = 30;

/** Judged by its header, wherever the file is. */
function isPlan(file: string): boolean {
  const lines = readFileSync(file, 'utf8').split('\n', HEADER_LINES);
  return lines.some((line) => /<!--\s*long-term-plan:format=/.test(line));
}

function replace(target: string, bytes: Uint8Array): void {
  const suffix = randomBytes(6).toString('hex');
  const stagingPath = join(dirname(target), `.${basename(target)}.${suffix}`);
  try {
    stage(bytes, { target, stagingPath });
    untilShared(() => renameSync(stagingPath, target));
    syncDirectory(dirname(target));
  } finally {
    removeStaged(stagingPath);
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
