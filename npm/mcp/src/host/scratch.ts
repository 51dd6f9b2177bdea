import { readFileSync, readSync } from 'node:fs';

/** Most files fit into the first; a file that is larger than the second is not worth the memory for ever. */
const USUAL_BYTES = 64 * 1024;
const LARGEST_KEPT = 4 * 1024 * 1024;

/**
 * A place that files are read into one after the other. With one for each file, a server that writes a large plan again
 * and again held dozens of its former texts until somebody collected them.
 */
export class Scratch {
  #room = Buffer.allocUnsafeSlow(USUAL_BYTES);
  #latest: Buffer | undefined;

  /** All of an open file that had this size. The bytes are there until the next call. */
  read(file: number, size: number): Buffer {
    this.#latest = this.#read(file, size);
    return this.#latest;
  }

  /** Whether these bytes were the last to be read, so that they are still what they were. */
  stillHolds(bytes: Buffer): boolean {
    return this.#latest === bytes;
  }

  #read(file: number, size: number): Buffer {
    if (size >= LARGEST_KEPT) return readFileSync(file);
    while (size >= this.#room.length) {
      this.#room = Buffer.allocUnsafeSlow(2 * this.#room.length);
    }
    const room = this.#room;
    let length = 0;
    for (let count = -1; count !== 0 && length < room.length; length += count) {
      count = readSync(file, room, length, room.length - length, length);
    }
    // One that just grew is read to its end as well.
    return length < room.length ? room.subarray(0, length) : readFileSync(file);
  }
}
