/** The instructions of a function, as far as it takes to find and change which functions they name. */
import { joined, number, Reader } from './bytes.mjs';

/** @typedef {import('./bytes.mjs').Piece} Piece */

const CALL = 0x10;
const REF_FUNC = 0xd2;

/**
 * What follows an opcode: so many numbers, or bytes. Those that are not here are followed by nothing.
 * @type {Map<number, (reader: Reader) => void>}
 */
const OPERANDS = new Map([
  ...each([0x02, 0x03, 0x04], numbers(1)), // block, loop, if
  ...each([0x0c, 0x0d], numbers(1)), // br, br_if
  [0x0e, brTable],
  ...each([0x11, 0x13], numbers(2)), // call_indirect, return_call_indirect
  [0x1c, (/** @type {Reader} */ reader) => void reader.list(() => reader.byte())], // select of types
  ...each(range(0x20, 0x26), numbers(1)), // locals, globals, tables
  ...each(range(0x28, 0x3e), numbers(2)), // loads and stores
  ...each([0x3f, 0x40, 0x41, 0x42], numbers(1)), // memory.size, memory.grow, constants
  [0x43, (/** @type {Reader} */ reader) => void reader.take(4)],
  [0x44, (/** @type {Reader} */ reader) => void reader.take(8)],
  [0xd0, numbers(1)], // ref.null
  [0xfc, extended],
]);
/** Without operands: arithmetic, comparisons and the like. */
const PLAIN = new Set([0x00, 0x01, 0x05, 0x0b, 0x0f, 0x1a, 0x1b, 0xd1, ...range(0x45, 0xc4)]);
/** How many numbers follow the second opcode of those that start with 0xfc. */
const EXTENDED = [0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1, 2, 1, 2, 1, 1, 1];

/**
 * Goes through a function: its locals, then its instructions.
 * @param {Uint8Array} body
 * @param {(functionIndex: number, from: number, to: number) => void} found told of each function that is named, and where
 */
function walk(body, found) {
  const reader = new Reader(body);
  reader.list(() => numbers(2)(reader));
  while (!reader.isAtEnd) {
    const opcode = reader.byte();
    if (opcode === CALL || opcode === REF_FUNC) {
      const start = reader.at;
      found(reader.number(), start, reader.at);
      continue;
    }
    const operands = OPERANDS.get(opcode);
    if (operands !== undefined) operands(reader);
    else if (!PLAIN.has(opcode)) {
      throw new Error(`unknown instruction 0x${opcode.toString(16)} in the wasm (see code.mjs)`);
    }
  }
}

/**
 * The functions that a function names, most of them by calling them.
 * @param {Uint8Array} body
 */
export function functionsNamedIn(body) {
  /** @type {Set<number>} */
  const named = new Set();
  walk(body, (index) => named.add(index));
  return named;
}

/**
 * The same function where others have other numbers.
 * @param {Uint8Array} body
 * @param {(index: number) => number} newIndex
 */
export function withRenumberedFunctions(body, newIndex) {
  /** @type {Piece[]} */
  const pieces = [];
  let copied = 0;
  walk(body, (index, from, to) => {
    pieces.push(body.subarray(copied, from), number(newIndex(index)));
    copied = to;
  });
  pieces.push(body.subarray(copied));
  return joined(pieces);
}

/**
 * @param {number} count
 * @returns {(reader: Reader) => void}
 */
function numbers(count) {
  return (reader) => {
    for (let passed = 0; passed < count; passed++) reader.skipNumber();
  };
}

/** @param {Reader} reader */
function brTable(reader) {
  reader.list(() => reader.skipNumber());
  reader.skipNumber();
}

/** @param {Reader} reader */
function extended(reader) {
  const opcode = reader.number();
  const count = EXTENDED[opcode];
  if (count === undefined) {
    throw new Error(`unknown instruction 0xfc ${opcode} in the wasm (see code.mjs)`);
  }
  numbers(count)(reader);
}

/**
 * @param {number} first
 * @param {number} last
 */
function range(first, last) {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

/**
 * @template T
 * @param {number[]} keys
 * @param {T} value
 * @returns {[number, T][]}
 */
function each(keys, value) {
  return keys.map((key) => [key, value]);
}
