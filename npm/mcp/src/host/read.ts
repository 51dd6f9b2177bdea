/** Reads whole files, and only what is a file. */
import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  readSync,
  type Stats,
} from 'node:fs';
import { sep } from 'node:path';
import type { Seen } from 'long-term-plan-core/slim';
import { codeOf, Refusal } from './fault.ts';
import type { Places } from './places.ts';
import type { Scratch } from './scratch.ts';
import { stampOf } from './stamp.ts';

export const LARGEST_FILE = 32 * 1024 * 1024;

/** A FIFO would block without O_NONBLOCK; a link put in place after the check is not followed. */
export const CAREFULLY = (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

export interface Read {
  bytes: Buffer;
  /** Taken before the bytes: a change in between makes them old, never wrong. */
  stats: Stats;
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
  return withFile(target, (file, stats) => {
    const bytes = scratch ? scratch.read(file, stats.size) : readFileSync(file);
    return { bytes, stats, etag: hash(bytes) };
  });
}

/** Whether a file holds these bytes. They are compared piece by piece, so that no copy of it is made. */
export function holds(target: string, bytes: Buffer): boolean {
  return withFile(target, (file, { size }) => {
    if (size !== bytes.length) return false;
    const piece = Buffer.allocUnsafe(PIECE_BYTES);
    for (let at = 0; ; ) {
      const length = readSync(file, piece, 0, PIECE_BYTES, at);
      if (length === 0) return at === bytes.length;
      if (!piece.subarray(0, length).equals(bytes.subarray(at, at + length))) return false;
      at += length;
    }
  });
}

function withFile<T>(target: string, use: (file: number, stats: Stats) => T): T {
  const file = openSync(target, constants.O_RDONLY | CAREFULLY);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new Refusal('notAFile');
    if (stats.size > LARGEST_FILE) throw new Refusal('tooLarge');
    return use(file, stats);
  } finally {
    closeSync(file);
  }
}

export function etagOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

const PIECE_BYTES = 64 * 1024;
/** What the system says to the opening of a link that is not to be followed. */
const LINK_CODES = ['ELOOP', 'EMLINK'];

/**
 * Reads thousands of files one after the other: their directory is checked once for a run of them, and
 * all are read into the same place.
 */
export class Looker {
  readonly #places: Places;
  readonly #scratch: Scratch;
  readonly #now: () => number;
  #directory = { path: '', target: '', until: 0 };

  constructor(places: Places, scratch: Scratch, now: () => number) {
    this.#places = places;
    this.#scratch = scratch;
    this.#now = now;
  }

  /** The bytes are there until the next call. With `unless`, the stamp is asked for too. */
  look(path: string, unless?: string): Seen {
    const named = this.#named(path);
    if (unless && this.#isStill(named, unless)) return { kind: 'same' };
    const file = this.#open(path, named);
    try {
      const stats = fstatSync(file);
      const bytes = this.#read(file, stats);
      const stamp = unless !== undefined && { stamp: stampOf(stats, this.#now()) };
      return { kind: 'bytes', bytes, ...stamp };
    } finally {
      closeSync(file);
    }
  }

  /** A link says nothing of the file that it leads to. */
  #isStill(named: string, stamp: string): boolean {
    const stats = lstatSync(named, { throwIfNoEntry: false });
    return stats?.isFile() === true && stampOf(stats, this.#now()) === stamp;
  }

  #read(file: number, stats: Stats): Uint8Array {
    if (!stats.isFile()) throw new Refusal('notAFile');
    if (stats.size > LARGEST_FILE) throw new Refusal('tooLarge');
    return this.#scratch.read(file, stats.size);
  }

  #open(path: string, named: string): number {
    const checked = () => openSync(this.#places.existing(path), constants.O_RDONLY | CAREFULLY);
    // Not every system can be told to follow no link.
    if (constants.O_NOFOLLOW === undefined) return checked();
    try {
      return openSync(named, constants.O_RDONLY | CAREFULLY);
    } catch (error) {
      if (LINK_CODES.includes(codeOf(error))) return checked();
      throw error;
    }
  }

  /** What a path names, in its real directory. What that was a moment ago, it still is. */
  #named(path: string): string {
    const [, folder = '', name = ''] = /^(?:(.*)\/)?([^/]*)$/s.exec(path) ?? [];
    const now = performance.now();
    if (folder !== this.#directory.path || now > this.#directory.until) {
      const target = this.#places.existing(folder);
      this.#directory = { path: folder, target, until: now + MOMENT_MS };
    }
    return `${this.#directory.target}${sep}${name}`;
  }
}

/** A run of files is read in one go, which nothing interrupts for longer. */
const MOMENT_MS = 20;
