import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joined, list, name, number, sized } from '../lib/split-wasm/bytes.mjs';
import { withoutNames } from '../lib/split-wasm/names.mjs';
import { splitWasm } from '../lib/split-wasm/split.mjs';

/** @typedef {import('../lib/split-wasm/bytes.mjs').Piece} Piece */

const I32 = 0x7f;
/** @param {number} index @returns {Piece} */
const get = (index) => [0x20, number(index)];
/** @param {number} value @returns {Piece} */
const constant = (value) => [0x41, value];
/** @param {number} index @returns {Piece} */
const call = (index) => [0x10, number(index)];
const ADD = 0x6a;
const END = 0x0b;
const NOP = 0x01;

/**
 * A module that imports `host.double` and keeps a count in its memory: `often` adds one to its argument, `seldom` does the
 * same twice by way of `often` and of what only it needs, and `pointed` calls whatever stands at a place of the table.
 */
function sample() {
  const bodies = {
    // 1: often(x) = x + 1, and counts itself
    often: [
      constant(0),
      constant(0),
      [0x28, 2, 0],
      constant(1),
      ADD,
      [0x36, 2, 0],
      get(0),
      constant(1),
      ADD,
    ],
    // 2: seldom(x) = double(often(helper(x)))
    seldom: [get(0), call(3), call(1), call(0)],
    // 3: helper(x) = x + 10
    helper: [get(0), constant(10), ADD],
    // 4: pointed(place, x)
    pointed: [get(1), get(0), [0x11, 0, 0]],
    // 5: thrice(x) = 3 x, and too long to stay for its size
    thrice: [get(0), get(0), ADD, get(0), ADD, Array.from({ length: 100 }, () => NOP)],
  };
  const functions = Object.keys(bodies);
  const types = [0, 0, 0, 1, 0];
  return joined([
    Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0),
    [
      1,
      sized(
        list([
          [0x60, 1, I32, 1, I32],
          [0x60, 2, I32, I32, 1, I32],
          [0x60, 0, 0],
        ]),
      ),
    ],
    [2, sized(list([[name('host'), name('double'), 0, 0]]))],
    [3, sized(list(types.map(number)))],
    [4, sized(list([[0x70, 1, 3, 3]]))],
    [5, sized(list([[0, 1]]))],
    [6, sized(list([[I32, 1, 0x41, 0, END]]))],
    [
      7,
      sized(
        list([
          [name('memory'), 2, 0],
          ...['often', 'seldom', 'pointed'].map((one) => [
            name(one),
            0,
            number(functions.indexOf(one) + 1),
          ]),
        ]),
      ),
    ],
    [9, sized(list([[0, 0x41, 1, END, list([number(5), number(1)])]]))],
    [10, sized(list(Object.values(bodies).map((body) => sized([0, body, END]))))],
    [
      0,
      sized([
        name('name'),
        1,
        sized(list(functions.map((one, at) => [number(at + 1), name(one)]))),
      ]),
    ],
  ]);
}

/** Node has it, and the types of Node do not. */
const { WebAssembly } = /** @type {any} */ (globalThis);

const host = { double: (/** @type {number} */ x) => 2 * x };

/** @param {Uint8Array} bytes @param {any} imports @returns {any} */
function exportsOf(bytes, imports) {
  return new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(bytes)), imports).exports;
}

/** @param {RegExp} seldom */
function splitSample(seldom) {
  const { first, later } = splitWasm(sample(), (one) => seldom.test(one));
  let loads = 0;
  const load = () => {
    if (loads === 0) exportsOf(later, { first: exports });
    loads += 1;
  };
  const exports = exportsOf(first, { host, first: { load } });
  return { exports, first, later, loads: () => loads };
}

test('what is needed at once works without the later part', () => {
  const { exports, loads } = splitSample(/seldom|thrice/);
  assert.equal(exports.often(1), 2);
  assert.equal(exports.pointed(2, 1), 2);
  assert.equal(loads(), 0);
});

test('an export and a pointer of the later part have it loaded, and do what they did', () => {
  const whole = exportsOf(sample(), { host });
  const { exports, loads } = splitSample(/seldom|thrice/);
  assert.equal(exports.seldom(1), whole.seldom(1));
  assert.equal(exports.seldom(1), 24);
  assert.equal(exports.pointed(1, 5), 15);
  // Exports cannot be exchanged, so theirs ask each time; pointers can, and are.
  assert.equal(loads(), 2);
});

test('both parts count in the same memory', () => {
  const { exports } = splitSample(/seldom/);
  exports.often(1);
  exports.seldom(1);
  assert.equal(new Int32Array(exports.memory.buffer)[0], 2);
});

test('what only the later part calls is in no other', () => {
  const { first, later } = splitSample(/seldom/);
  const plusTen = Buffer.from(joined([constant(10), ADD]));
  assert.equal(Buffer.from(first).includes(plusTen), false);
  assert.equal(Buffer.from(later).includes(plusTen), true);
});

test('what is called at once stays, whatever it is called', () => {
  const { exports, loads } = splitSample(/often|helper/);
  assert.equal(exports.seldom(1), 24);
  assert.equal(loads(), 0);
});

test('an instruction that nobody thought of is told, and not guessed at', () => {
  const odd = Buffer.from(sample());
  odd[odd.indexOf(joined([constant(10), ADD]))] = 0xfd;
  assert.throws(() => splitWasm(odd, () => false), /unknown instruction 0xfd/);
});

test('names are left out, and nothing else', () => {
  const bare = withoutNames(sample());
  assert.equal(Buffer.from(bare).includes('seldom'), true, 'an export');
  assert.equal(Buffer.from(bare).includes('thrice'), false);
  assert.equal(exportsOf(bare, { host }).seldom(1), 24);
});
