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
 * The owner works without a pause, so a heartbeat would never run. `lock-queue.ts` says who is next, `lock-exclusive.ts` how the
 * death of an owner is noticed where `/proc` does not exist.
 *
 * On Windows, a virus scanner or an indexer that has one of these files open makes any step fail. Taking the lock then simply
 * has not succeeded yet, and is tried again until the time is up.
 */
import { join } from 'node:path';
import { setImmediate as nextRound, setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from './faults.ts';
import { Attempt } from './lock-attempt.ts';
import { modifiedAt, namesIn, releaseToken, touch } from './lock-files.ts';
import { isOwner, livenessOf } from './lock-owner.ts';
import { isSharingFault } from './sharing.ts';

export interface LockTimes {
  /** How long to wait for another process. */
  waitMs: number;
  /** How long an owner may be inactive whose process cannot be checked, before its lock is broken. */
  leaseMs: number;
}

const DEFAULT_TIMES: LockTimes = { waitMs: 10_000, leaseMs: 10_000 };

/** After this many leases, a prepared directory is abandoned if its process cannot be checked. */
const ABANDONED_LEASES = 6;
/** How often to look for those. */
const TIDY_MS = 1000;

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
  #tidied = Number.NEGATIVE_INFINITY;

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
      const held = heldLock(await this.#acquire(directory()));
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

  async #acquire(directory: string): Promise<Attempt> {
    const attempt = new Attempt(directory, this.#times.leaseMs);
    const deadline = performance.now() + this.#times.waitMs;
    try {
      while (!orNotYet(() => attempt.succeeds())) {
        if (performance.now() > deadline) throw new Refusal('busy');
        await sleep(attempt.pauseMs);
      }
      orNotYet(() => this.#tidy(directory, attempt));
      return attempt;
    } catch (error) {
      attempt.end();
      throw error;
    }
  }

  /** Removes the prepared directories of processes that ended while they waited. */
  #tidy(directory: string, { held, owner }: Attempt): void {
    if (performance.now() - this.#tidied < TIDY_MS) return;
    this.#tidied = performance.now();
    const now = modifiedAt(join(held, owner));
    const abandonedMs = ABANDONED_LEASES * this.#times.leaseMs;
    for (const name of namesIn(directory)) {
      if (!isOwner(name)) continue;
      const liveness = livenessOf(name);
      const isAbandoned = () => now - modifiedAt(join(directory, name)) > abandonedMs;
      if (liveness === 'dead' || (liveness === 'unknown' && isAbandoned())) {
        releaseToken(join(directory, name), name);
      }
    }
  }
}

function heldLock(attempt: Attempt): HeldLock {
  const { held, owner } = attempt;
  let count = 0;
  return {
    stagingPath: () => join(held, `${owner}.${++count}`),
    renew: () => touch(join(held, owner)),
    release: () => attempt.end(),
  };
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
