/** Reading and writing the binary format of WebAssembly: numbers, names and lists. */

export class Reader {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  get isAtEnd() {
    return this.at >= this.bytes.length;
  }

  byte() {
    const byte = this.bytes[this.at];
    if (byte === undefined) throw new Error('the wasm ends in the middle of something');
    this.at += 1;
    return byte;
  }

  /** An unsigned number. */
  number() {
    let value = 0;
    let factor = 1;
    for (;;) {
      const byte = this.byte();
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
      factor *= 0x80;
    }
  }

  /** Passes over a number, signed or not. */
  skipNumber() {
    while (this.byte() >= 0x80);
  }

  /** @param {number} length */
  take(length) {
    const part = this.bytes.subarray(this.at, this.at + length);
    if (part.length < length) throw new Error('the wasm ends in the middle of something');
    this.at += length;
    return part;
  }

  name() {
    return new TextDecoder().decode(this.take(this.number()));
  }

  /**
   * @template T
   * @param {() => T} item reads one
   */
  list(item) {
    return Array.from({ length: this.number() }, item);
  }

  /**
   * The bytes that were passed over by `pass`.
   * @param {() => void} pass
   */
  passed(pass) {
    const start = this.at;
    pass();
    return this.bytes.subarray(start, this.at);
  }
}

/** @typedef {number | Uint8Array | Piece[]} Piece bytes, or lists of pieces within lists */

/**
 * An unsigned number.
 * @param {number} value
 */
export const number = (value) => sevenBitsEach(value, 0x80);

/**
 * A number as constants are written: they are signed, and the last byte has to leave room for that.
 * @param {number} value not a negative one
 */
export const signedNumber = (value) => sevenBitsEach(value, 0x40);

/**
 * @param {number} value
 * @param {number} lastBelow what the last byte has to be below
 * @returns {Piece}
 */
function sevenBitsEach(value, lastBelow) {
  const bytes = [];
  let rest = value;
  for (; rest >= lastBelow; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  bytes.push(rest);
  return bytes;
}

/**
 * @param {string} text
 * @returns {Piece}
 */
export function name(text) {
  return sized(new TextEncoder().encode(text));
}

/**
 * Something that says first how many bytes it is.
 * @param {Piece} piece
 * @returns {Piece}
 */
export function sized(piece) {
  const bytes = joined(piece);
  return [number(bytes.length), bytes];
}

/**
 * Something that says first how many items it has.
 * @param {Piece[]} items
 * @returns {Piece}
 */
export function list(items) {
  return [number(items.length), items];
}

/** @param {Piece} piece */
export function joined(piece) {
  /** @type {Uint8Array[]} */
  const parts = [];
  /** @param {Piece} one */
  const collect = (one) => {
    if (typeof one === 'number') parts.push(Uint8Array.of(one));
    else if (one instanceof Uint8Array) parts.push(one);
    else one.forEach(collect);
  };
  collect(piece);
  return new Uint8Array(Buffer.concat(parts));
}
