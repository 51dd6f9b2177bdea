/**
 * The lock between processes: one for all plans of a directory.
 *
 * It is a directory, `held`, with one file in it, the token, which is named after its owner. It is
 * taken by renaming a prepared directory into place, which fails while a non-empty one is there, and
 * given back by removing the token and then the empty directory. The lock of a dead owner is broken
 * the same way, and since a token's name is never used twice, who breaks a lock cannot hit the next
 * owner's by mistake.
 *
 * What the owner is about to rename into place lies in `held` too. That makes the rename itself the
 * last check: nobody can take the lock before `held` is empty, so an owner that was given up too
 * early, asleep between its last look at the token and its rename, finds nothing left to rename.
 *
 * The owner does all its work without a pause, so that there is no heartbeat: it would not beat.
 */
import {
  closeSync,
  constants,
  lstatSync,
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
import { codeOf, Refusal } from './fault.ts';
import { isOwner, livenessOf, newOwner, waitsSince } from './owner.ts';

export interface LockTimes {
  /** How long to wait for another process before giving up. */
  waitMs: number;
  /** After how long without a sign an owner is given up of whom nothing can be known. */
  leaseMs: number;
}

const DEFAULT_TIMES: LockTimes = { waitMs: 10_000, leaseMs: 10_000 };

/** Between two attempts. Short, for the lock is held for milliseconds. */
const SHORTEST_PAUSE_MS = 1;
const LONGEST_PAUSE_MS = 5;
/**
 * Who has waited so much longer than we have goes first; or else luck alone decides, and some have
 * none. But when the lock stays free so long, whoever should go first is perhaps not able to.
 */
const HEAD_START_MS = 100;
const COURTESY_MS = 50;
/** After so many leases, what was prepared by somebody unknown is no longer wanted. */
const ABANDONED_LEASES = 6;

/** What a rename onto a directory in use fails with; Windows has its own words. */
const OCCUPIED = ['ENOTEMPTY', 'EEXIST'];
const OCCUPIED_ON_WINDOWS = ['EPERM', 'EACCES', 'EBUSY'];

export interface Held {
  /** A path for a file that only the holder of the lock can rename into place. */
  scratch(): string;
  /** Whether the lock is still ours, which also shows others that we are at work. */
  renew(): boolean;
  release(): void;
}

/** The lock as one process sees it: its own calls get it in the order in which they came. */
export class DirectoryLock {
  readonly #times: LockTimes;
  #lastTurn = Promise.resolve();

  constructor(times: Partial<LockTimes> = {}) {
    this.#times = { ...DEFAULT_TIMES, ...times };
  }

  /**
   * `place` gives a directory that exists and is for this alone. Rejects with the refusal `busy`
   * when the wait is over; the time that our own calls take before it is our turn does not count.
   */
  async take(place: () => string): Promise<Held> {
    const turn = this.#lastTurn;
    let endTurn = (): void => {};
    this.#lastTurn = new Promise((resolve) => {
      endTurn = resolve;
    });
    await turn;
    // Whoever sends many calls at once gets answers, to these and to others, before all are done.
    await nextRound();
    try {
      const directory = place();
      const owner = await this.#acquire(directory);
      const held = holding(join(directory, HELD), owner);
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
      for (let pause = SHORTEST_PAUSE_MS; !attempt.succeeds(); ) {
        if (performance.now() > deadline) throw new Refusal('busy');
        if (attempt.breaks()) continue;
        await sleep(pause);
        pause = Math.min(pause + 1, LONGEST_PAUSE_MS);
      }
      tidy(directory, attempt.owner, this.#times.leaseMs);
      return attempt.owner;
    } catch (error) {
      letGo(join(directory, HELD), attempt.owner);
      letGo(join(directory, attempt.owner), attempt.owner);
      throw error;
    }
  }
}

const HELD = 'held';

/** One wish for the lock, with its token prepared in a directory of the same name. */
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
      // Somebody took the prepared directory for abandoned, or cleaned up by hand.
      if (codeOf(error) === 'ENOENT') return false;
      if (isOccupied(error)) return false;
      throw error;
    }
    // The same may have happened just before the rename, and then this is no lock.
    return touch(join(this.#held, this.owner));
  }

  #letsAnotherGoFirst(): boolean {
    const names = namesIn(this.#directory);
    const before = waitsSince(this.owner) - HEAD_START_MS;
    const goesFirst = (name: string) => waitsSince(name) < before && livenessOf(name) === 'alive';
    if (!names.some(goesFirst)) return false;
    const now = performance.now();
    this.#freeSince = names.includes(HELD) ? undefined : (this.#freeSince ?? now);
    return this.#freeSince === undefined || now - this.#freeSince < COURTESY_MS;
  }

  /** Removes what a dead owner left. Says whether nothing else was there. */
  breaks(): boolean {
    const found = lstatSync(this.#held, { throwIfNoEntry: false });
    if (found === undefined) return false;
    // Through a link we would remove somebody else's files.
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
    // A scratch file without a token: its owner is gone, or was given up.
    if (!names.includes(owner)) return true;
    const liveness = livenessOf(owner);
    if (liveness !== 'unknown') return liveness === 'dead';
    return this.#ageOf(join(this.#held, owner)) > this.#leaseMs;
  }

  /** By the clock of the file system, which need not be ours: both times are taken from it. */
  #ageOf(file: string): number {
    const own = join(this.#prepared, this.owner);
    touch(own);
    return modifiedAt(own) - modifiedAt(file);
  }
}

function holding(held: string, owner: string): Held {
  let count = 0;
  return {
    scratch: () => join(held, `${owner}.${++count}`),
    renew: () => touch(join(held, owner)),
    release: () => letGo(held, owner),
  };
}

/** The owner of a token or of a scratch file. */
function ownerIn(name: string): string | undefined {
  const [owner = ''] = name.split('.', 1);
  return isOwner(owner) ? owner : undefined;
}

/** Removes what those prepared who died while they waited. */
function tidy(directory: string, owner: string, leaseMs: number): void {
  const now = modifiedAt(join(directory, HELD, owner));
  for (const name of namesIn(directory)) {
    if (!isOwner(name)) continue;
    const liveness = livenessOf(name);
    const isAbandoned = () => now - modifiedAt(join(directory, name)) > ABANDONED_LEASES * leaseMs;
    if (liveness === 'dead' || (liveness === 'unknown' && isAbandoned())) {
      letGo(join(directory, name), name);
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

/** Removes a token and its directory, which stays if there is another's token in it. */
function letGo(directory: string, owner: string): void {
  try {
    removeFile(join(directory, owner));
  } catch {
    // Whoever wants the lock next finds the same, and says so.
  }
  removeDirectory(directory);
}

function isOccupied(error: unknown): boolean {
  const code = codeOf(error);
  if (process.platform === 'win32' && OCCUPIED_ON_WINDOWS.includes(code)) return true;
  return OCCUPIED.includes(code);
}

/**
 * Gives an existing, empty file a new time of change, by the clock of the file system. Says whether
 * it exists. A full disk does not matter.
 */
function touch(file: string): boolean {
  try {
    closeSync(openSync(file, constants.O_WRONLY | constants.O_TRUNC));
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** What is gone is neither old nor young: no comparison with this holds. */
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

/** What another process has removed already is removed. */
function removeFile(file: string): void {
  try {
    unlinkSync(file);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

/** A directory in use stays: it is somebody else's by now. */
function removeDirectory(directory: string): void {
  try {
    rmdirSync(directory);
  } catch {
    // The next writer comes by here too.
  }
}
