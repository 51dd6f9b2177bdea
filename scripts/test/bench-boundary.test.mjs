import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decision, verdict } from '../bench/parts/boundary.mjs';

/**
 * @param {string} name
 * @param {Record<string, number>} times
 */
const compared = (name, times) => ({
  name,
  figures: Object.entries(times).map(([name, time]) => ({ name, times: [time] })),
});

const hash = compared('a hash', { 'node:crypto': 1, 'wasm, sha2': 9 });

/** @type {(text: number, objects: number) => ReturnType<typeof compared>} */
const answer = (text, objects) =>
  compared('a page', {
    'JSON text, our writer': text,
    'JSON text, serde_json': 3,
    'objects, serde-wasm-bindgen': objects,
  });

test('the verdict names the fastest, and how much longer the others take', () => {
  assert.equal(
    verdict(hash),
    '- a hash: node:crypto is fastest; wasm, sha2 takes 9 times as long.',
  );
});

test('the decision follows from the figures', () => {
  assert.match(decision([answer(1, 2)], [hash]), /faster than objects for every answer/);
  assert.match(
    decision([answer(2, 1)], [hash]),
    /Objects would be faster for a page, by 1,000 microseconds\./,
  );
  assert.match(
    decision([answer(2, 1), answer(1, 2)], [hash]),
    /microseconds, and slower for the rest\./,
  );
  const otherHash = compared('a hash', { 'node:crypto': 9, 'wasm, sha2': 1 });
  assert.match(decision([answer(1, 2)], [otherHash]), /although wasm is faster for a hash/);
});
