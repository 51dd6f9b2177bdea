/** Reads whole files, and only regular files. */
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
import type { Absent, Failed } from '../host.ts';
import { codeOf, failure, isAbsence, Refusal } from './faults.ts';
import type { PlanPaths } from './paths.ts';
import { ReadBuffer } from './read-buffer.ts';
import { realPathOf } from './real-path.ts';
import { pause, READER_WAIT_MS, untilShared } from './sharing.ts';

export const MAX_FILE_BYTES = 32 * 1024 * 1024;

/** Opening a FIFO must not block, and a link that replaced a checked file must not be followed. */
export const SAFE_OPEN_FLAGS = (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** What opening a link fails with when links are not followed. */
const LINK_CODES = ['ELOOP', 'EMLINK'];
const PIECE_BYTES = 64 * 1024;
const ABSENCE_MS = 10;

/**
 * Some file systems count time in steps of up to two seconds. A file that changed so recently can change again without
 * its times showing it.
 */
const COARSEST_CLOCK_MS = 2000;

export interface ReadFile {
  /** Valid until the next file is read. */
  bytes: Buffer;
  /** Taken before the bytes: a change in between makes them outdated, never wrong. */
  stats: Stats;
}

export interface ReadOptions {
  /** The stamp of the version that the caller already has; empty if there is none. */
  known?: string | undefined;
  stamp: (stats: Stats) => string;
}

/** The file exists only under a name in other letters, so this one does not exist. */
class OtherName extends Error {
  readonly code = 'ENOENT';
}

/** Reads the files of a plans directory, all into the same buffer. */
export class FileReader {
  readonly buffer = new ReadBuffer();
  readonly #paths: PlanPaths;
  /** The paths of files that existed. */
  readonly #seen = new Set<string>();

  constructor(paths: PlanPaths) {
    this.#paths = paths;
  }

  read(path: string, options: ReadOptions): ReadFile | 'unchanged' {
    try {
      const found = this.#read(path, options);
      this.#seen.add(path);
      return found;
    } catch (error) {
      // While a file is replaced, Windows may say for a moment that it does not exist.
      const isKnown = process.platform === 'win32' && isAbsence(error) && this.#seen.delete(path);
      if (!isKnown) throw error;
      pause(ABSENCE_MS);
      return this.#read(path, options);
    }
  }

  #read(path: string, { known = '', stamp }: ReadOptions): ReadFile | 'unchanged' {
    const named = this.#paths.named(path);
    if (known !== '' && stamp(this.#stats(path, named)) === known) return 'unchanged';
    return withFile(this.#open(path, named), (file, stats) => {
      if (!this.#paths.isRealName(path)) throw new OtherName();
      return { bytes: this.buffer.read(file, stats.size), stats };
    });
  }

  #stats(path: string, named: string): Stats {
    const stats = lstatSync(named);
    return stats.isSymbolicLink() ? lstatSync(this.#paths.existing(path)) : stats;
  }

  #open(path: string, named: string): number {
    const resolved = () => openSafely(this.#paths.existing(path));
    // Windows cannot refuse to follow links.
    if (constants.O_NOFOLLOW === undefined) return resolved();
    try {
      return openSafely(named);
    } catch (error) {
      if (LINK_CODES.includes(codeOf(error))) return resolved();
      throw error;
    }
  }
}

/** Reads a file that a user named: of any location, with links followed. */
export function readRegularFile(
  path: string,
): { kind: 'file'; bytes: Uint8Array } | Absent | Failed {
  try {
    const file = openSafely(realPathOf(path));
    return { kind: 'file', bytes: withFile(file, () => readFileSync(file)) };
  } catch (error) {
    return failure(error);
  }
}

/** All of the file at a real path. The bytes are valid until the next file is read. */
export function bytesAt(target: string, buffer: ReadBuffer): Buffer {
  return withFile(openSafely(target), (file, { size }) => buffer.read(file, size));
}

/** Whether the file at a real path has these bytes. It compares piece by piece instead of copying the file. */
export function hasBytes(target: string, bytes: Buffer): boolean {
  return withFile(openSafely(target), (file, { size }) => {
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

function openSafely(target: string): number {
  const open = () => openSync(target, constants.O_RDONLY | SAFE_OPEN_FLAGS);
  return untilShared(open, { waitMs: READER_WAIT_MS });
}

function withFile<T>(file: number, use: (file: number, stats: Stats) => T): T {
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new Refusal('notAFile');
    if (stats.size > MAX_FILE_BYTES) throw new Refusal('tooLarge');
    return use(file, stats);
  } finally {
    closeSync(file);
  }
}

/**
 * Differs between two versions of a file, unless one followed the other too quickly. Nanoseconds would not help, and take
 * twice as long to read.
 */
export function stampOf({ size, mtimeMs, ctimeMs, ino }: Stats): string {
  return `${size}-${mtimeMs}-${ctimeMs}-${ino}`;
}

/** The stamp, or '' while the file is too recent for its stamp to be reliable. */
export function settledStamp(stats: Stats, now: number): string {
  const changed = Math.max(stats.mtimeMs, stats.ctimeMs);
  return now - changed < COARSEST_CLOCK_MS ? '' : stampOf(stats);
}
