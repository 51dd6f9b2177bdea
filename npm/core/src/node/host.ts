/** The file system as the core's host. It reads and writes synchronously; only taking the lock is asynchronous. */
import { readdirSync, type Stats, statSync } from 'node:fs';
import type { AsyncHost, Failed, Listed, Loaded, Lock, Locked, Seen } from '../host.ts';
import { commit, type ReadVersions } from './commit.ts';
import { failure, faultOf, Refusal } from './faults.ts';
import {
  createLockDirectory,
  DirectoryLock,
  type HeldLock,
  type LockTimes,
  lockDirectory,
} from './lock.ts';
import { PlanPaths } from './paths.ts';
import { etagOf, FileReader, type Hash, settledStamp, stampOf } from './read-file.ts';

export interface NodeHost extends AsyncHost {
  list(dir: string): Listed;
  load(path: string, unless: string): Loaded;
  look(path: string, unless?: string): Seen;
  lock(create: boolean): Promise<Locked<Lock>>;
}

export interface HostOptions extends Partial<LockTimes> {
  /** Refuses the lock, so that nothing is written even if the core tries to. */
  readOnly?: boolean;
  now?: () => number;
  /** A faster way to the same etags. */
  hash?: Hash;
}

/** `root` is a real path; `plansDir` is relative to it and need not exist yet. */
export function nodeHost(root: string, plansDir: string, options: HostOptions = {}): NodeHost {
  const { readOnly = false, now = Date.now, hash = etagOf, ...times } = options;
  const paths = new PlanPaths(root, plansDir);
  const directoryLock = new DirectoryLock(times);
  const reader = new FileReader(paths);
  const stamp = (stats: Stats) => settledStamp(stats, now());

  const list = (dir: string): Listed => {
    const target = paths.existing(dir);
    if (!statSync(target).isDirectory()) throw new Refusal('notADirectory');
    return { kind: 'names', names: readdirSync(target) };
  };

  const load = (path: string, unless: string): Loaded => {
    const file = reader.read(path, { known: unless, stamp });
    if (file === 'unchanged') return { kind: 'same' };
    const { bytes, stats } = file;
    return { kind: 'bytes', bytes, etag: hash(bytes), stamp: stamp(stats), ...modified(stats) };
  };

  const look = (path: string, unless?: string): Seen => {
    const file = reader.read(path, { known: unless, stamp });
    if (file === 'unchanged') return { kind: 'same' };
    const { bytes, stats } = file;
    return { kind: 'bytes', bytes, ...(unless !== undefined && { stamp: stamp(stats) }) };
  };

  const lock = async (create: boolean): Promise<Locked<Lock>> => {
    if (readOnly) return { kind: 'fault', fault: 'readOnly' };
    try {
      if (!create && lockDirectory(paths.plans()) === undefined) return { kind: 'absent' };
      const held = await directoryLock.take(() => createLockDirectory(paths.createPlans()));
      return { kind: 'locked', lock: lockedFiles(held, paths, reader, stamp) };
    } catch (error) {
      return create ? { kind: 'fault', fault: faultOf(error) } : failure(error);
    }
  };

  return {
    list: (dir) => orFailure(() => list(dir)),
    load: (path, unless) => orFailure(() => load(path, unless)),
    look: (path, unless) => orFailure(() => look(path, unless)),
    lock,
  };
}

const noRoot: Failed = { kind: 'fault', fault: 'noRoot' };

/** The host of a server that found no project: the core reports that for every call. */
export const unavailableHost: AsyncHost = {
  list: () => noRoot,
  load: () => noRoot,
  lock: () => noRoot,
};

function lockedFiles(
  held: HeldLock,
  paths: PlanPaths,
  reader: FileReader,
  stamp: (stats: Stats) => string,
): Lock {
  const versions: ReadVersions = new Map();

  const load = (path: string, unless: string): Loaded => {
    // Under the lock even a recent stamp is reliable: only the owner appends to a history.
    const file = reader.read(path, { known: unless, stamp: stampOf });
    if (file === 'unchanged') return { kind: 'same' };
    const { bytes, stats } = file;
    const etag = etagOf(bytes);
    versions.set(path, { stamp: stampOf(stats), etag, bytes });
    return { kind: 'bytes', bytes, etag, stamp: stamp(stats), ...modified(stats) };
  };

  return {
    load: (path, unless = '') => {
      versions.delete(path);
      const loaded = orFailure(() => load(path, unless));
      if (loaded.kind === 'absent') versions.set(path, undefined);
      return loaded;
    },
    commit: (writes) => commit(writes, paths, versions, held, reader.buffer),
    release: held.release,
  };
}

function modified(stats: Stats): { modified: number } {
  return { modified: Math.floor(stats.mtimeMs) };
}

function orFailure<T>(work: () => T): T | ReturnType<typeof failure> {
  try {
    return work();
  } catch (error) {
    return failure(error);
  }
}
