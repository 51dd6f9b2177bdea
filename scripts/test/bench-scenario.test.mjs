import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isCheckpoint, WORK } from '../bench/scenarios/work.mjs';

test('the work is thirty tasks whose titles can be told apart, looked at three times', () => {
  assert.equal(WORK.tasks.length, 30);
  assert.equal(new Set(WORK.tasks.map(({ title }) => title)).size, 30);
  assert.deepEqual(WORK.tasks.map((_, number) => number).filter(isCheckpoint), [9, 19, 29]);
});
