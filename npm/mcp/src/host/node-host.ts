/** The file system as the core's host. Every path is checked by its real location before it is used. */
import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { join, sep } from 'node:path';
import type { Failed, Host, Listed, Loaded } from 'long-term-plan-core/slim';
import { failure } from './fault.ts';
import { stampOf } from './stamp.ts';

const LARGEST_FILE = 32n * 1024n * 1024n;

/** A FIFO would block without O_NONBLOCK; a link put in place after the check is not followed. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** `root` is a real path; `plansDir` is relative to it and need not exist yet. */
export function nodeHost(root: string, plansDir: string, now = Date.now): Host {
  /** The real path of a file or directory, if it may be used: links are judged by where they lead. */
  const locate = (path: string): string | Failed => {
    const plans = realpathSync.native(join(root, plansDir));
    if (!isInside(root, plans)) return OUTSIDE;
    const target = realpathSync.native(join(plans, path));
    return isInside(plans, target) ? target : OUTSIDE;
  };

  const list = (dir: string): Listed => {
    const target = locate(dir);
    if (typeof target !== 'string') return target;
    if (!statSync(target).isDirectory()) return { kind: 'fault', fault: 'notADirectory' };
    return { kind: 'names', names: readdirSync(target) };
  };

  const load = (path: string, unless: string): Loaded => {
    const target = locate(path);
    if (typeof target !== 'string') return target;
    if (unless !== '' && stampOf(statSync(target, { bigint: true }), now()) === unless) {
      return { kind: 'same' };
    }
    return read(target, now());
  };

  return {
    list: (dir) => orFailure(() => list(dir)),
    load: (path, unless) => orFailure(() => load(path, unless)),
  };
}

const OUTSIDE: Failed = { kind: 'fault', fault: 'outsideRoot' };

function isInside(directory: string, path: string): boolean {
  return (
    path === directory || path.startsWith(directory.endsWith(sep) ? directory : directory + sep)
  );
}

/** The stamp is taken before the bytes: a change in between makes it old, never wrong. */
function read(target: string, now: number): Loaded {
  const file = openSync(target, OPEN_FLAGS);
  try {
    const stats = fstatSync(file, { bigint: true });
    if (!stats.isFile()) return { kind: 'fault', fault: 'notAFile' };
    if (stats.size > LARGEST_FILE) return { kind: 'fault', fault: 'tooLarge' };
    const stamp = stampOf(stats, now);
    const bytes = readFileSync(file);
    const etag = createHash('sha256').update(bytes).digest('hex');
    return { kind: 'bytes', bytes, etag, stamp };
  } finally {
    closeSync(file);
  }
}

function orFailure<T>(work: () => T): T | ReturnType<typeof failure> {
  try {
    return work();
  } catch (error) {
    return failure(error);
  }
}
