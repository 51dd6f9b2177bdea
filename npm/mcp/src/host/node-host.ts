/**
 * The file system as the core's host. Files are read and written at once; only the wait for the
 * lock takes its time.
 */
import { readdirSync, type Stats, statSync } from 'node:fs';
import type {
  AsyncHost,
  Listed,
  Loaded,
  Lock,
  Locked,
  Seen as Looked,
} from 'long-term-plan-core/slim';
import { commit, type Seen } from './commit.ts';
import { failure, faultOf, Refusal } from './fault.ts';
import { lockDirectory, madeLockDirectory } from './history-directory.ts';
import { DirectoryLock, type Held, type LockTimes } from './lock.ts';
import { Places } from './places.ts';
import { etagOf, type Hash, Looker, readWhole } from './read.ts';
import { Scratch } from './scratch.ts';
import { fingerprintOf, stampOf } from './stamp.ts';

export interface NodeHost extends AsyncHost {
  list(dir: string): Listed;
  load(path: string, unless: string): Loaded;
  look(path: string, unless?: string): Looked;
  lock(create: boolean): Promise<Locked<Lock>>;
}

export interface HostOptions extends Partial<LockTimes> {
  /** Nobody gets the lock, so that nothing can be written whatever the core decides. */
  readOnly?: boolean;
  now?: () => number;
  /** Another way to the same etags. */
  hash?: Hash;
}

/** `root` is a real path; `plansDir` is relative to it and need not exist yet. */
export function nodeHost(root: string, plansDir: string, options: HostOptions = {}): NodeHost {
  const { readOnly = false, now = Date.now, hash = etagOf, ...times } = options;
  const places = new Places(root, plansDir);
  const directoryLock = new DirectoryLock(times);
  const scratch = new Scratch();

  const list = (dir: string): Listed => {
    const target = places.existing(dir);
    if (!statSync(target).isDirectory()) throw new Refusal('notADirectory');
    return { kind: 'names', names: readdirSync(target) };
  };

  const load = (path: string, unless: string): Loaded => {
    const target = places.existing(path);
    if (unless !== '' && stampOf(statSync(target), now()) === unless) {
      return { kind: 'same' };
    }
    const { bytes, stats, etag } = readWhole(target, { hash, scratch });
    return { kind: 'bytes', bytes, etag, stamp: stampOf(stats, now()), modified: modified(stats) };
  };

  const looker = new Looker(places, scratch, now);

  const lock = async (create: boolean): Promise<Locked<Lock>> => {
    if (readOnly) return { kind: 'fault', fault: 'readOnly' };
    try {
      if (!create && lockDirectory(places.plans()) === undefined) return { kind: 'absent' };
      const held = await directoryLock.take(() => madeLockDirectory(places.madePlans()));
      return { kind: 'locked', lock: lockOf(held, places, scratch, now) };
    } catch (error) {
      return create ? { kind: 'fault', fault: faultOf(error) } : failure(error);
    }
  };

  return {
    list: (dir) => orFailure(() => list(dir)),
    load: (path, unless) => orFailure(() => load(path, unless)),
    look: (path, unless) => orFailure(() => looker.look(path, unless)),
    lock,
  };
}

function lockOf(held: Held, places: Places, scratch: Scratch, now: () => number): Lock {
  const seen: Seen = new Map();

  const load = (path: string, unless: string): Loaded => {
    const target = places.existing(path);
    if (unless !== '' && fingerprintOf(statSync(target)) === unless) {
      return { kind: 'same' };
    }
    const { bytes, stats, etag } = readWhole(target, { scratch });
    seen.set(path, { fingerprint: fingerprintOf(stats), etag, bytes });
    return { kind: 'bytes', bytes, etag, stamp: stampOf(stats, now()), modified: modified(stats) };
  };

  return {
    load: (path, unless = '') => {
      seen.delete(path);
      const loaded = orFailure(() => load(path, unless));
      if (loaded.kind === 'absent') seen.set(path, undefined);
      return loaded;
    },
    commit: (writes) => commit(writes, places, seen, held, scratch),
    release: held.release,
  };
}

function modified(stats: Stats): number {
  return Math.floor(stats.mtimeMs);
}

function orFailure<T>(work: () => T): T | ReturnType<typeof failure> {
  try {
    return work();
  } catch (error) {
    return failure(error);
  }
}
