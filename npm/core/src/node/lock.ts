/**
 * The lock between processes: one for all plans of a directory.
 *
 * It is a directory, `held`, with one file in it: the token, which is named after its owner. Renaming a prepared directory
 * to `held` takes the lock, and fails while a non-empty `held` exists. Removing the token and then the empty directory
 * releases it. The lock of a dead owner is broken the same way; because a token's name is never used twice, breaking it
 * cannot remove the token of the next owner.
 *
 * The files that the owner is about to rename into place are in `held` too. So the rename is the last check: no process
 * can take the lock before `held` is empty, and an owner whose lock was broken too early, because it slept between checking its
 * token and renaming, has nothing left to rename.
 *
 * The owner works without a pause, so a heartbeat would never run.
 *
 * On Windows, a virus scanner or an indexer that has one of these files open makes any step fail. Taking the lock then simply
 * has not succeeded yet, and is tried again until the time is up.
 */
import {
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextRound, setTimeout as sleep } from 'node:timers/promises';
import { codeOf, Refusal } from './faults.ts';
import { forgetOwner, isOwner, livenessOf, newOwner, waitingSince } from './lock-owner.ts';
import { isSharingFault, untilShared } from './sharing.ts';
import { lstatIfExists } from './write-file.ts';

export interface LockTimes {
  /** How long to wait for another process. */
  waitMs: number;
  /** How long an owner may be inactive whose process cannot be checked, before its lock is broken. */
  leaseMs: number;
}

const DEFAULT_TIMES: LockTimes = { waitMs: 10_000, leaseMs: 10_000 };

/** Between two attempts. Short, because the lock is held for milliseconds. */
const SHORTEST_PAUSE_MS = 1;
const LONGEST_PAUSE_MS = 5;
/**
 * A process that has waited this much longer goes first; otherwise luck alone would decide. If the lock then stays free
 * for the second time, that process may be unable to take it.
 */
const HEAD_START_MS = 100;
const COURTESY_MS = 50;
/** After this many leases, a prepared directory is abandoned if its process cannot be checked. */
const ABANDONED_LEASES = 6;

/** What a rename onto a directory in use fails with. Windows reports it as a sharing fault. */
const OCCUPIED = ['ENOTEMPTY', 'EEXIST'];

export interface HeldLock {
  /** A path for a file that only the owner of the lock can rename into place. */
  stagingPath(): string;
  /** Returns whether the lock is still ours, and shows other processes that its owner is active. */
  renew(): boolean;
  release(): void;
}

/** The lock as one process sees it. Calls of the same process receive it in their order. */
export class DirectoryLock {
  readonly #times: LockTimes;
  #lastTurn = Promise.resolve();

  constructor(times: Partial<LockTimes> = {}) {
    this.#times = { ...DEFAULT_TIMES, ...times };
  }

  /**
   * `directory` returns an existing directory that is used for nothing else. Rejects with the refusal `busy` after
   * `waitMs`; the time that earlier calls of this process take does not count.
   */
  async take(directory: () => string): Promise<HeldLock> {
    const turn = this.#lastTurn;
    let endTurn = (): void => {};
    this.#lastTurn = new Promise((resolve) => {
      endTurn = resolve;
    });
    await turn;
    // A client that sends many calls at once receives replies before all of them are done.
    await nextRound();
    try {
      const path = directory();
      const owner = await this.#acquire(path);
      const held = heldLock(join(path, HELD), owner);
      const release = () => {
        held.release();
        endTurn();
      };
      return { ...held, release };
    } catch (error) {
      endTurn();
      throw error;
    }
  }

  async #acquire(directory: string): Promise<string> {
    const attempt = new Attempt(directory, this.#times.leaseMs);
    const deadline = performance.now() + this.#times.waitMs;
    try {
      for (let pause = SHORTEST_PAUSE_MS; !orNotYet(() => attempt.succeeds()); ) {
        if (performance.now() > deadline) throw new Refusal('busy');
        if (orNotYet(() => attempt.breaks())) continue;
        await sleep(pause);
        pause = Math.min(pause + 1, LONGEST_PAUSE_MS);
      }
      orNotYet(() => tidy(directory, attempt.owner, this.#times.leaseMs));
      return attempt.owner;
    } catch (error) {
      releaseToken(join(directory, HELD), attempt.owner);
      releaseToken(join(directory, attempt.owner), attempt.owner);
      throw error;
    }
  }
}

const HELD = 'held';

/** One attempt to take the lock. Its token is prepared in a directory of the same name. */
class Attempt {
  readonly owner = newOwner();
  readonly #directory: string;
  readonly #prepared: string;
  readonly #held: string;
  readonly #leaseMs: number;
  #freeSince: number | undefined;

  constructor(directory: string, leaseMs: number) {
    this.#directory = directory;
    this.#prepared = join(directory, this.owner);
    this.#held = join(directory, HELD);
    this.#leaseMs = leaseMs;
  }

  succeeds(): boolean {
    prepare(this.#prepared, this.owner);
    if (this.#letsAnotherGoFirst()) return false;
    try {
      renameSync(this.#prepared, this.#held);
    } catch (error) {
      // Another process considered the prepared directory abandoned, or a user deleted it.
      if (codeOf(error) === 'ENOENT') return false;
      if (OCCUPIED.includes(codeOf(error))) return false;
      throw error;
    }
    // The same may have happened just before the rename; then the lock is not taken.
    return touch(join(this.#held, this.owner));
  }

  #letsAnotherGoFirst(): boolean {
    const names = namesIn(this.#directory);
    const before = waitingSince(this.owner) - HEAD_START_MS;
    const goesFirst = (name: string) => waitingSince(name) < before && livenessOf(name) === 'alive';
    if (!names.some(goesFirst)) return false;
    const now = performance.now();
    this.#freeSince = names.includes(HELD) ? undefined : (this.#freeSince ?? now);
    return this.#freeSince === undefined || now - this.#freeSince < COURTESY_MS;
  }

  /** Removes the files of a dead owner. Returns whether the lock is free now. */
  breaks(): boolean {
    const found = lstatIfExists(this.#held);
    if (found === undefined) return false;
    // Through a link, files outside the directory would be removed.
    if (!found.isDirectory()) throw new Refusal('notADirectory');
    const names = namesIn(this.#held);
    const left = names.filter((name) => this.#isLeftOver(name, names));
    for (const name of left) removeFile(join(this.#held, name));
    if (left.length < names.length) return false;
    removeDirectory(this.#held);
    return true;
  }

  #isLeftOver(name: string, names: string[]): boolean {
    const owner = ownerIn(name) ?? name;
    // A staged file without a token: its owner has ended, or its lock was broken.
    if (!names.includes(owner)) return true;
    const liveness = livenessOf(owner);
    if (liveness !== 'unknown') return liveness === 'dead';
    return this.#ageOf(join(this.#held, owner)) > this.#leaseMs;
  }

  /** Both times are taken from the file system, whose clock may differ from ours. */
  #ageOf(file: string): number {
    const own = join(this.#prepared, this.owner);
    touch(own);
    return modifiedAt(own) - modifiedAt(file);
  }
}

function heldLock(held: string, owner: string): HeldLock {
  let count = 0;
  return {
    stagingPath: () => join(held, `${owner}.${++count}`),
    renew: () => touch(join(held, owner)),
    release: () => releaseToken(held, owner),
  };
}

/** The owner of a token or of a staged file. */
function ownerIn(name: string): string | undefined {
  const [owner = ''] = name.split('.', 1);
  return isOwner(owner) ? owner : undefined;
}

/** Removes the prepared directories of processes that ended while they waited. */
function tidy(directory: string, owner: string, leaseMs: number): void {
  const now = modifiedAt(join(directory, HELD, owner));
  for (const name of namesIn(directory)) {
    if (!isOwner(name)) continue;
    const liveness = livenessOf(name);
    const isAbandoned = () => now - modifiedAt(join(directory, name)) > ABANDONED_LEASES * leaseMs;
    if (liveness === 'dead' || (liveness === 'unknown' && isAbandoned())) {
      releaseToken(join(directory, name), name);
    }
  }
}

function prepare(directory: string, owner: string): void {
  try {
    mkdirSync(directory);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return;
    throw error;
  }
  writeFileSync(join(directory, owner), '');
}

/** Removes a token and its directory, which stays if it contains another owner's token. */
function releaseToken(directory: string, owner: string): void {
  try {
    untilShared(() => removeFile(join(directory, owner)));
  } catch {
    // The next process that takes the lock runs into the same error and reports it.
  }
  removeDirectory(directory);
  // A token that could not be removed is a leftover from now on, although its process is alive.
  forgetOwner(owner);
}

/** On Windows a step can fail although nothing is wrong: another program has a file open, and will close it. */
function orNotYet<T>(step: () => T): T | false {
  try {
    return step();
  } catch (error) {
    if (isSharingFault(error)) return false;
    throw error;
  }
}

/**
 * Updates the modification time of an existing, empty file, by the file system's clock; a full disk does not matter.
 * Returns whether the file exists.
 */
function touch(file: string): boolean {
  try {
    closeSync(openSync(file, constants.O_WRONLY | constants.O_TRUNC));
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    // It exists: another program has it open.
    if (isSharingFault(error)) return true;
    throw error;
  }
}

/** `NaN` for a deleted file, so that every comparison is false. */
function modifiedAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Number.NaN;
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Another process may have removed it already. */
function removeFile(file: string): void {
  try {
    unlinkSync(file);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

/** A directory in use stays: it belongs to another owner by now. */
function removeDirectory(directory: string): void {
  try {
    untilShared(() => rmdirSync(directory));
  } catch {
    // The next writer tries again.
  }
}

const HISTORY = '.history';
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
