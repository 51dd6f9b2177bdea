import { readFileSync, readSync } from 'node:fs';

/** Most files fit into the initial size. A buffer above the limit is not kept. */
const INITIAL_BYTES = 64 * 1024;
const MAX_KEPT_BYTES = 4 * 1024 * 1024;

/**
 * One buffer for all files, which are read one after the other. With a buffer per file, a server that rewrites a large
 * plan kept dozens of its former texts until the next garbage collection.
 */
export class ReadBuffer {
  #buffer = Buffer.allocUnsafeSlow(INITIAL_BYTES);
  #latest: Buffer | undefined;

  /** All of an open file that had this size. The bytes are valid until the next call. */
  read(file: number, size: number): Buffer {
    this.#latest = this.#read(file, size);
    return this.#latest;
  }

  /** Whether these bytes were the last to be read, so that they are still valid. */
  stillHolds(bytes: Buffer): boolean {
    return this.#latest === bytes;
  }

  #read(file: number, size: number): Buffer {
    if (size >= MAX_KEPT_BYTES) return readFileSync(file);
    while (size >= this.#buffer.length) {
      this.#buffer = Buffer.allocUnsafeSlow(2 * this.#buffer.length);
    }
    const buffer = this.#buffer;
    let length = 0;
    for (let count = -1; count !== 0 && length < buffer.length; length += count) {
      count = readSync(file, buffer, length, buffer.length - length, length);
    }
    // The file may have grown since its size was read.
    return length < buffer.length ? buffer.subarray(0, length) : readFileSync(file);
  }
}
