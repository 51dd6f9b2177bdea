/** One attempt to take the lock. Its token is prepared in a directory of the same name. */
import { closeSync, existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, Refusal } from './faults.ts';
import { canKeepOpen, openExclusively, removeIfClosed } from './lock-exclusive.ts';
import {
  modifiedAt,
  namesIn,
  prepareToken,
  releaseToken,
  removeDirectory,
  removeFile,
  touch,
} from './lock-files.ts';
import { isKeptOpen, isOwner, livenessOf, newOwner } from './lock-owner.ts';
import { passOver, Wait, waitingLonger } from './lock-queue.ts';
import { lstatIfExists } from './write-file.ts';

const HELD = 'held';

/** What a rename onto a directory in use fails with. Windows reports it as a sharing fault. */
const OCCUPIED = ['ENOTEMPTY', 'EEXIST'];

/** How long the lock may be free before a process that should go first is passed over. */
const COURTESY_MS = 50;
/** How often a waiting process asks whether the owner is alive. The one that is next does it more often than the others. */
const CHECK_AS_NEXT_MS = 20;
const CHECK_MS = 100;

export class Attempt {
  readonly owner: string;
  readonly held: string;
  readonly #directory: string;
  readonly #prepared: string;
  readonly #leaseMs: number;
  readonly #wait = new Wait();
  #lastCheck = performance.now();
  #isAnnounced = false;
  #freeSince: number | undefined;
  #isRenamed = false;
  /** The token, if it is kept open. */
  #file: number | undefined;

  constructor(directory: string, leaseMs: number) {
    this.owner = newOwner({ isKeptOpen: canKeepOpen(directory) });
    this.held = join(directory, HELD);
    this.#directory = directory;
    this.#prepared = join(directory, this.owner);
    this.#leaseMs = leaseMs;
  }

  /** How long to wait before the next try. */
  get pauseMs(): number {
    return this.#wait.pauseMs;
  }

  /** Returns whether the lock is taken. */
  succeeds(): boolean {
    return (this.#isRenamed || this.#isFreeForThis()) && this.#renames() && this.#opens();
  }

  /** Gives up the lock, or the wait for it. */
  end(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    releaseToken(this.#isRenamed ? this.held : this.#prepared, this.owner);
  }

  /** Whether no process has the lock, or should take it first. */
  #isFreeForThis(): boolean {
    // The process that is next looks often, so its look has to cost little.
    if (this.#isAnnounced && this.#wait.isNext && existsSync(this.held)) {
      return this.#breaks(CHECK_AS_NEXT_MS);
    }
    const names = namesIn(this.#directory);
    if (!names.includes(this.owner)) prepareToken(this.#prepared, this.owner);
    this.#isAnnounced = true;
    const ahead = waitingLonger(this.owner, names);
    this.#wait.ahead = ahead.length;
    if (names.includes(HELD)) {
      this.#freeSince = undefined;
      return this.#breaks(CHECK_MS);
    }
    return ahead.length === 0 || this.#goesBefore(ahead, names);
  }

  /** The others may have ended, or be unable to take the lock. */
  #goesBefore(others: string[], names: string[]): boolean {
    const [dead, alive] = partition(others, (name) => livenessOf(name) === 'dead');
    for (const name of dead) releaseToken(join(this.#directory, name), name);
    this.#wait.ahead = alive.length;
    if (alive.length === 0) return true;
    this.#freeSince ??= performance.now();
    if (performance.now() - this.#freeSince < COURTESY_MS) return false;
    passOver(alive, names);
    return true;
  }

  #renames(): boolean {
    if (this.#isRenamed) return true;
    try {
      renameSync(this.#prepared, this.held);
    } catch (error) {
      // Another process considered the prepared directory abandoned, or a user deleted it.
      if (codeOf(error) === 'ENOENT') this.#isAnnounced = false;
      else if (!OCCUPIED.includes(codeOf(error))) throw error;
      return false;
    }
    this.#isRenamed = true;
    return true;
  }

  /** Another process may have removed the token just before the rename; then the lock is not taken. */
  #opens(): boolean {
    const token = join(this.held, this.owner);
    const opened = isKeptOpen(this.owner) ? openExclusively(token) : 'unsupported';
    // Another process looks whether its owner is alive, or a scanner reads it.
    if (opened === 'taken') return false;
    if (typeof opened === 'object') this.#file = opened.file;
    this.#isRenamed = typeof opened === 'object' || (opened === 'unsupported' && touch(token));
    this.#isAnnounced = this.#isRenamed;
    if (this.#isRenamed) this.#wait.end();
    return this.#isRenamed;
  }

  /** From time to time removes the files of a dead owner. Returns whether the lock is free now. */
  #breaks(everyMs: number): boolean {
    const now = performance.now();
    if (now - this.#lastCheck < everyMs) return false;
    this.#lastCheck = now;
    const found = lstatIfExists(this.held);
    if (found === undefined) return false;
    // Through a link, files outside the directory would be removed.
    if (!found.isDirectory()) throw new Refusal('notADirectory');
    const names = namesIn(this.held);
    const owners = [...new Set(names.map(ownerIn))];
    const dead = owners.filter((owner) => this.#isDead(owner, names));
    for (const name of names) if (dead.includes(ownerIn(name))) removeFile(join(this.held, name));
    if (dead.length < owners.length) return false;
    removeDirectory(this.held);
    return true;
  }

  #isDead(owner: string, names: string[]): boolean {
    // A staged file without a token: its owner has ended, or its lock was broken.
    if (!names.includes(owner)) return true;
    const token = join(this.held, owner);
    const liveness = isKeptOpen(owner) ? removeIfClosed(token) : livenessOf(owner);
    return liveness === 'unknown' ? this.#ageOf(token) > this.#leaseMs : liveness === 'dead';
  }

  /** Both times are taken from the file system, whose clock may differ from ours. */
  #ageOf(file: string): number {
    const own = join(this.#prepared, this.owner);
    touch(own);
    return modifiedAt(own) - modifiedAt(file);
  }
}

/** The owner of a token or of a staged file; any other file is its own owner. */
function ownerIn(name: string): string {
  const [owner = ''] = name.split('.', 1);
  return isOwner(owner) ? owner : name;
}

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  const first = all.filter(isFirst);
  return [first, all.filter((one) => !first.includes(one))];
}
