/** Cuts a stream of bytes into lines, of which none takes up more memory than is allowed. */

const NEWLINE = 0x0a;

/** A line without its end, or that there was one which is too long to be kept. */
export type Line = Buffer | 'tooLong';

export class LineReader {
  readonly #longest: number;
  #parts: Buffer[] = [];
  #length = 0;

  constructor(longest: number) {
    this.#longest = longest;
  }

  /** The lines that end in this chunk. */
  *lines(chunk: Buffer): Generator<Line> {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      this.#add(chunk.subarray(start, end));
      yield this.#taken();
      start = end + 1;
    }
    this.#add(chunk.subarray(start));
  }

  #add(part: Buffer): void {
    this.#length += part.length;
    if (this.#length > this.#longest) this.#parts = [];
    else this.#parts.push(part);
  }

  #taken(): Line {
    const line = this.#length > this.#longest ? 'tooLong' : Buffer.concat(this.#parts);
    this.#parts = [];
    this.#length = 0;
    return line;
  }
}
