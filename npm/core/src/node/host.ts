/** The file system as the core's host. It reads and writes synchronously; only taking the lock is asynchronous. */
import type { Stats } from 'node:fs';
import type { Write } from '../../wasm/bindings.js';
import type {
  Committed,
  Failed,
  Found,
  Host,
  Lock,
  Locked,
  ReadOptions,
  Unchanged,
} from '../host.ts';
import { type ClaimOptions, ClaimStore } from './claims.ts';
import { commit, type ReadVersions } from './commit.ts';
import { Etags } from './etags.ts';
import { failure, faultOf } from './faults.ts';
import { DirectoryLock, type HeldLock, type LockTimes } from './lock.ts';
import { createLockDirectory, HISTORY, lockDirectory } from './lock-directory.ts';
import { PlanPaths } from './paths.ts';
import { FileReader, settledStamp, stampOf } from './read-file.ts';
import { type NodeReader, orFailure, readerOf, stampAndTime } from './reader.ts';

/** Of its methods only taking the lock is asynchronous. */
export interface NodeHost extends NodeReader, Pick<Host, 'lock' | 'claims' | 'reserve'> {
  lock(options: { create: boolean }): Promise<Locked<NodeLock>>;
  /** Renews the claims of this caller and of its sub-agents. */
  renewClaims(caller: string): Promise<void>;
  /** The folders of the claims. They need not exist. */
  claimFolders(): string[];
  /** Resolves when claims that are sent in the background have been. */
  claimsSettled(): Promise<void>;
}

export interface NodeLock extends Lock {
  read(path: string, options?: ReadOptions): Found | Unchanged;
  commit(writes: Write[]): Committed;
}

export interface HostOptions extends Partial<LockTimes> {
  /** Refuses the lock, so that nothing is written even if the core tries to. */
  readOnly?: boolean;
  claims?: ClaimOptions;
  now?: () => number;
}

/** The core hashes smaller files faster than `node:crypto` loads. */
const MIN_HASHED_BYTES = 256 * 1024;

/** `root` is a real path; `plansDir` is relative to it and need not exist yet. */
export function nodeHost(root: string, plansDir: string, options: HostOptions = {}): NodeHost {
  const { readOnly = false, now = Date.now, claims: claimOptions = {}, ...times } = options;
  const paths = new PlanPaths(root, plansDir);
  const directoryLock = new DirectoryLock(times);
  const reader = new FileReader(paths);
  const etags = new Etags();
  const claims = new ClaimStore(paths, claimOptions, times, now);
  const { list, read } = readerOf(paths, reader, now);
  const stamp = (stats: Stats) => settledStamp(stats, now());

  const remote = () => orNothing(() => claims.remote());
  const takeLock = () => directoryLock.take(() => createLockDirectory(paths.createPlans()));

  const lock = async ({ create }: { create: boolean }): Promise<Locked<NodeLock>> => {
    if (readOnly) return { kind: 'fault', fault: 'readOnly' };
    try {
      if (!create && lockDirectory(paths.plans()) === undefined) return { kind: 'absent' };
      const held = await takeLock();
      const lockedClaims = claims.locked(held);
      const release = () => {
        lockedClaims.release();
        held.release();
      };
      const files = lockedFiles({ held, paths, reader, etags, stamp });
      return { kind: 'locked', lock: { ...files, claims: lockedClaims, release } };
    } catch (error) {
      return create ? { kind: 'fault', fault: faultOf(error) } : failure(error);
    }
  };

  return {
    list,
    read: (path, { known, hash = true } = {}) => {
      const found = read(path, { known });
      const isHashed = hash && found.kind === 'file' && found.bytes.length >= MIN_HASHED_BYTES;
      return isHashed ? { ...found, etag: etags.of(found.bytes) } : found;
    },
    lock,
    claims: {
      read: async (planId) => {
        if (!readOnly) await remote()?.refresh();
        return orFailure(() => claims.read(planId));
      },
    },
    ...(claimOptions.remote !== undefined && {
      reserve: async (claim) =>
        (await remote()?.reserve(claim)) ?? { kind: 'reserved', isLocal: true },
    }),
    renewClaims: async (caller) => {
      if (readOnly) return;
      try {
        await claims.renew(caller, takeLock);
      } catch {
        // A claim that is not renewed expires, and no call fails because of that.
      }
    },
    claimFolders: () => orNothing(() => claims.folders()) ?? [],
    claimsSettled: async () => remote()?.settled(),
  };
}

/** Without a plans directory there are no claims. */
function orNothing<T>(find: () => T): T | undefined {
  try {
    return find();
  } catch {
    return undefined;
  }
}

const noRoot: Failed = { kind: 'fault', fault: 'noRoot' };

/** The host of a server that found no project: the core reports that for every call. */
export const unavailableHost: Host = {
  list: () => noRoot,
  read: () => noRoot,
  lock: () => noRoot,
};

interface LockedFilesOptions {
  held: HeldLock;
  paths: PlanPaths;
  reader: FileReader;
  etags: Etags;
  stamp: (stats: Stats) => string;
}

function lockedFiles({ held, paths, reader, etags, stamp }: LockedFilesOptions): NodeLock {
  const versions: ReadVersions = new Map();

  const read = (path: string, known?: string): Found | Unchanged => {
    // Under the lock even a recent stamp is reliable: only the owner appends to a history.
    const file = reader.read(path, { known, stamp: stampOf });
    if (file === 'unchanged') return { kind: 'unchanged' };
    const { bytes, stats } = file;
    if (isHistory(path)) return { kind: 'file', bytes, stamp: stampOf(stats) };
    const etag = etags.of(bytes);
    versions.set(path, { stamp: stampOf(stats), etag, bytes });
    return { kind: 'file', bytes, etag, ...stampAndTime(stats, stamp(stats)) };
  };

  return {
    read: (path, { known } = {}) => {
      versions.delete(path);
      const found = orFailure(() => read(path, known));
      if (found.kind === 'absent' && !isHistory(path)) versions.set(path, undefined);
      return found;
    },
    commit: (writes) =>
      commit(writes, { paths, read: versions, lock: held, buffer: reader.buffer, etags }),
    release: held.release,
  };
}

/**
 * Only the owner of the lock writes a history, so no write depends on its version. Where many processes write, each has to read it
 * each time; hashing and comparing it took a quarter of the CPU time of a write (2026-11-18, `npm run bench -- contention`).
 */
function isHistory(path: string): boolean {
  return path.startsWith(`${HISTORY}/`);
}
