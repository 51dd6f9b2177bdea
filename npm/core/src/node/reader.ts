/**
 * The reading half of the host. It is separate because a server reads its settings with it at the start: whatever hashes or
 * writes needs `node:crypto`, which takes longer to load than the rest of the server.
 */
import { readdirSync, type Stats, statSync } from 'node:fs';
import type { Found, Host, Listed, ReadOptions, Unchanged } from '../host.ts';
import { failure, Refusal } from './faults.ts';
import { PlanPaths } from './paths.ts';
import { FileReader, settledStamp } from './read-file.ts';

/** The files of a plans directory, read synchronously and without etags. */
export interface NodeReader extends Pick<Host, 'list' | 'read'> {
  list(directory: string): Listed;
  read(path: string, options?: ReadOptions): Found | Unchanged;
}

/** `root` is a real path; `plansDir` is relative to it and need not exist yet. */
export function nodeReader(root: string, plansDir: string): NodeReader {
  const paths = new PlanPaths(root, plansDir);
  return readerOf(paths, new FileReader(paths), Date.now);
}

export function readerOf(paths: PlanPaths, files: FileReader, now: () => number): NodeReader {
  const stamp = (stats: Stats) => settledStamp(stats, now());

  const list = (directory: string): Listed => {
    const target = paths.existing(directory);
    if (!statSync(target).isDirectory()) throw new Refusal('notADirectory');
    return { kind: 'directory', names: readdirSync(target) };
  };

  const read = (path: string, known?: string): Found | Unchanged => {
    const file = files.read(path, { known, stamp });
    if (file === 'unchanged') return { kind: 'unchanged' };
    return { kind: 'file', bytes: file.bytes, ...stampAndTime(file.stats, stamp(file.stats)) };
  };

  return {
    list: (directory) => orFailure(() => list(directory)),
    read: (path, { known } = {}) => orFailure(() => read(path, known)),
  };
}

/** A stamp that is not reliable is left out. */
export function stampAndTime(stats: Stats, stamp: string): { stamp?: string; modified: number } {
  const modified = Math.floor(stats.mtimeMs);
  return stamp === '' ? { modified } : { stamp, modified };
}

export function orFailure<T>(work: () => T): T | ReturnType<typeof failure> {
  try {
    return work();
  } catch (error) {
    return failure(error);
  }
}
