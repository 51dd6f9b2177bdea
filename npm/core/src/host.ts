/**
 * What the core asks of the world around it. Paths are relative to the plans directory, with `/` between their parts; the empty
 * path is the plans directory itself. A path that starts with `root:DIR/`, with DIR percent-encoded, is in the plans
 * directory of another root: it is only read, and a host may refuse it. One that starts with `merge:base/`, `merge:ours/` or
 * `merge:theirs/` is the version that git has of a file in conflict, if any; `merge:strict-status/` exists if the repository wants
 * two new statuses to be a conflict. `head:` is the version of the last commit. A host without git says that they are absent. `claims:PLAN`
 * and `claims:PLAN/TASK` never reach these methods: they are for {@link Host.claims}.
 *
 * Every method may return a value or a promise. What a host returns at once is used at once, so nothing of the same process
 * runs between a read and its use. A host never throws: what goes wrong is a fault.
 */
import type { Fault, FileState, Write } from '../wasm/bindings.js';

export type Awaitable<T> = T | Promise<T>;

/** Whether a path is that of a version in git. */
export const isInGit = (path: string): boolean => /^(merge|head):/.test(path);

export type Absent = { kind: 'absent' };
export type Failed = { kind: 'fault'; fault: Fault };
export type Unchanged = { kind: 'unchanged' };

/** The names in a directory, in any order. */
export type Listed = { kind: 'directory'; names: string[] } | Absent | Failed;
export type Found = Exclude<FileState, { kind: 'directory' }>;

export interface ReadOptions {
  /** The stamp of the version that the core already has. If the file still has it, it is unchanged. */
  known?: string | undefined;
  /** Whether the etag is needed. The core computes it if the host leaves it out. */
  hash?: boolean;
}

/**
 * How a commit ended. `stamps` are those of files that were appended to, as far as the host knows them, and empty for others.
 * `stale`: a file is not what the call saw, and nothing was written. `failed`: the write with this index could not be done;
 * those before it were, those after it were not.
 */
export type Committed =
  | { kind: 'committed'; etags: string[]; stamps?: string[] }
  | { kind: 'stale' }
  | { kind: 'failed'; at: number; fault: Fault };

/** The right to write, held from before a call's first read until its end. */
export interface Lock {
  /** Reads a file and remembers its version. */
  read(path: string, options?: ReadOptions): Awaitable<Found | Unchanged>;
  /**
   * Writes in order. If a file is not what a write expects, or has changed since this lock read it, the commit is stale. The
   * etag of what was not put is empty.
   */
  commit(writes: Write[]): Awaitable<Committed>;
  claims?: LockedClaims;
  release(): void;
}

/** The claims on plans. A host without them has none, and then a task in progress counts as held by its assignee. */
export interface Claims {
  /** What is known of the claims on a plan, as JSON. */
  read(planId: string): Awaitable<Found>;
}

/** No call fails because of a lease that cannot be written. */
export interface LockedClaims extends Claims {
  write(writes: Write[]): Awaitable<void>;
}

/** What a remote says about a claim. */
export type Reserved =
  | { kind: 'reserved'; isLocal: boolean /** Undoes it. */; giveUp?(): void }
  | { kind: 'lost' };

/** Whether a path is that of claims. */
export const isClaim = (path: string): boolean => path.startsWith('claims:');

/** `absent`: nothing was ever written here, so there is nothing to lock yet. */
export type Locked<L = Lock> = { kind: 'locked'; lock: L } | Absent | Failed;

export interface Host {
  list(directory: string): Awaitable<Listed>;
  /** The bytes are used before anything else is read, so a host may read all files into the same buffer. */
  read(path: string, options?: ReadOptions): Awaitable<Found | Unchanged>;
  /** `create` makes what locking needs on disk, and so never returns `absent`. */
  lock(options: { create: boolean }): Awaitable<Locked>;
  claims?: Claims;
  /** Asks the remote that decides about claims for all of them, and for this one. Never called under the lock. */
  reserve?(claim: Write | undefined): Awaitable<Reserved>;
}
