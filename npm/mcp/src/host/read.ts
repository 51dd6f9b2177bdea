/** Reads whole files, and only what is a file. */
import { createHash } from 'node:crypto';
import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { codeOf, Refusal } from './fault.ts';
import type { Places } from './places.ts';

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

/** Most files that are looked through fit into this. */
const USUAL_BYTES = 64 * 1024;
/** What the system says to the opening of a link that is not to be followed. */
const LINK_CODES = ['ELOOP', 'EMLINK'];

/**
 * Reads thousands of files one after the other: their directory is checked once for a run of them, and
 * all are read into the same place.
 */
export class Looker {
  readonly #places: Places;
  readonly #buffer = Buffer.allocUnsafeSlow(USUAL_BYTES);
  #directory = { path: '', target: '', until: 0 };

  constructor(places: Places) {
    this.#places = places;
  }

  /** The bytes are there until the next call. */
  read(path: string): Uint8Array {
    const file = this.#open(path);
    try {
      const stats = fstatSync(file);
      if (!stats.isFile()) throw new Refusal('notAFile');
      if (stats.size > LARGEST_FILE) throw new Refusal('tooLarge');
      // One that just grew is read to its end as well.
      if (stats.size >= USUAL_BYTES) return readFileSync(file);
      const length = readSync(file, this.#buffer, 0, USUAL_BYTES, 0);
      return length < USUAL_BYTES ? this.#buffer.subarray(0, length) : readFileSync(file);
    } finally {
      closeSync(file);
    }
  }

  #open(path: string): number {
    const checked = () => openSync(this.#places.existing(path), constants.O_RDONLY | CAREFULLY);
    // Not every system can be told to follow no link.
    if (constants.O_NOFOLLOW === undefined) return checked();
    const named = join(this.#target(dirname(path)), basename(path));
    try {
      return openSync(named, constants.O_RDONLY | CAREFULLY);
    } catch (error) {
      if (LINK_CODES.includes(codeOf(error))) return checked();
      throw error;
    }
  }

  /** The real path of a directory. What it was a moment ago, it still is. */
  #target(path: string): string {
    const now = performance.now();
    if (path !== this.#directory.path || now > this.#directory.until) {
      this.#directory = { path, target: this.#places.existing(path), until: now + MOMENT_MS };
    }
    return this.#directory.target;
  }
}

/** A run of files is read in one go, which nothing interrupts for longer. */
const MOMENT_MS = 20;
