import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CallerNames } from '../../src/server/caller-names.ts';

test('a client without a lasting name gets one for the session', () => {
  const callers = new CallerNames(undefined);
  const name = callers.of('claude-code');
  assert.match(name, /^claude-code-[a-z2-9]{5}$/);
  assert.equal(callers.of('claude-code'), name);
  assert.notEqual(new CallerNames(undefined).of('claude-code'), name);
});

test('each thread is a caller', () => {
  const callers = new CallerNames(undefined);
  const one = callers.of('codex', 'one');
  assert.notEqual(callers.of('codex', 'two'), one);
  assert.notEqual(callers.of('codex'), one);
  assert.equal(callers.of('codex', 'one'), one);
});

test('a lasting name is used as it is', () => {
  assert.equal(new CallerNames('reviewer').of('codex', 'one'), 'reviewer');
});

test('names are printable and bounded, whatever a client calls itself', () => {
  const callers = new CallerNames(undefined);
  assert.match(callers.of(undefined), /^mcp-.{5}$/);
  assert.match(callers.of(' \u202e\n\u2028 '), /^mcp-.{5}$/);
  assert.match(callers.of('a\u0000b\nc d'), /^abc d-.{5}$/);
  assert.equal([...callers.of('😀'.repeat(100))].length, 64);
});
