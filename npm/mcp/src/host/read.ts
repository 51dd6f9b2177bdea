/** Reads whole files, and only what is a file. */
import { createHash } from 'node:crypto';
import { type BigIntStats, closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { codeOf, Refusal } from './fault.ts';
import type { Places } from './places.ts';
import type { Scratch } from './scratch.ts';

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

export interface ReadOptions {
  hash?: Hash;
  /** Where to read into, by whoever is done with the bytes before the next file is read. */
  scratch?: Scratch;
}

/** `target` is a real path. */
export function readWhole(target: string, { hash = etagOf, scratch }: ReadOptions = {}): Read {
  const file = openSync(target, constants.O_RDONLY | CAREFULLY);
  try {
    const stats = fstatSync(file, { bigint: true });
    if (!stats.isFile()) throw new Refusal('notAFile');
    if (stats.size > LARGEST_FILE) throw new Refusal('tooLarge');
    const bytes = scratch ? scratch.read(file, Number(stats.size)) : readFileSync(file);
    return { bytes, stats, etag: hash(bytes) };
  } finally {
    closeSync(file);
  }
}

export function etagOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** What the system says to the opening of a link that is not to be followed. */
const LINK_CODES = ['ELOOP', 'EMLINK'];

/**
 * Reads thousands of files one after the other: their directory is checked once for a run of them, and
 * all are read into the same place.
 */
export class Looker {
  readonly #places: Places;
  readonly #scratch: Scratch;
  #directory = { path: '', target: '', until: 0 };

  constructor(places: Places, scratch: Scratch) {
    this.#places = places;
    this.#scratch = scratch;
  }

  /** The bytes are there until the next call. */
  read(path: string): Uint8Array {
    const file = this.#open(path);
    try {
      const stats = fstatSync(file);
      if (!stats.isFile()) throw new Refusal('notAFile');
      if (stats.size > LARGEST_FILE) throw new Refusal('tooLarge');
      return this.#scratch.read(file, stats.size);
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
