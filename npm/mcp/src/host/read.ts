/** Reads whole files, and only what is a file. */
import { createHash } from 'node:crypto';
import { type BigIntStats, closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { Refusal } from './fault.ts';

export const LARGEST_FILE = 32 * 1024 * 1024;

/** A FIFO would block without O_NONBLOCK; a link put in place after the check is not followed. */
export const CAREFULLY = (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

export interface Read {
  bytes: Buffer;
  /** Taken before the bytes: a change in between makes them old, never wrong. */
  stats: BigIntStats;
  etag: string;
}

export type Hash = (bytes: Uint8Array) => string;

/** `target` is a real path. */
export function readWhole(target: string, hash: Hash = etagOf): Read {
  const file = openSync(target, constants.O_RDONLY | CAREFULLY);
  try {
    const stats = fstatSync(file, { bigint: true });
    if (!stats.isFile()) throw new Refusal('notAFile');
    if (stats.size > LARGEST_FILE) throw new Refusal('tooLarge');
    const bytes = readFileSync(file);
    return { bytes, stats, etag: hash(bytes) };
  } finally {
    closeSync(file);
  }
}

export function etagOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
