import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LineReader } from '../../src/server/stdio-transport.ts';

function read(longest: number, ...chunks: string[]): string[] {
  const reader = new LineReader(longest);
  const lines = chunks.flatMap((chunk) => [...reader.lines(Buffer.from(chunk))]);
  return lines.map((line) => (line === 'tooLong' ? line : line.toString()));
}

test('chunks become lines, however they are cut', () => {
  assert.deepEqual(read(9, 'one\ntwo\n'), ['one', 'two']);
  assert.deepEqual(read(9, 'o', 'ne\n\nt', '', 'wo', '\n', 'unfinished'), ['one', '', 'two']);
});

test('a line that is too long is reported once, and the next is read', () => {
  assert.deepEqual(read(3, 'abc\nabcd\nx\n'), ['abc', 'tooLong', 'x']);
  assert.deepEqual(read(3, 'ab', 'cd', 'efghijkl', '\nx', '\n'), ['tooLong', 'x']);
});
