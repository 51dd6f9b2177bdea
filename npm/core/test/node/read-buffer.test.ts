import assert from 'node:assert/strict';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { ReadBuffer } from '../../src/node/read-buffer.ts';

const MEGABYTE = 1024 * 1024;

/** Reads a file with this content whose size was `size` a moment ago. */
function reader(context: TestContext) {
  const directory = mkdtempSync(join(tmpdir(), 'scratch-'));
  context.after(() => rmSync(directory, { recursive: true, maxRetries: 10 }));
  const buffer = new ReadBuffer();
  return (content: string, size = content.length): Buffer => {
    const path = join(directory, 'file');
    writeFileSync(path, content);
    const file = openSync(path, 'r');
    try {
      return buffer.read(file, size);
    } finally {
      closeSync(file);
    }
  };
}

test('files of any size are read completely, one after the other', (context) => {
  const read = reader(context);
  const edges = [64 * 1024, MEGABYTE, 4 * MEGABYTE].flatMap((edge) => [edge - 1, edge, edge + 1]);
  for (const [at, length] of [3, 0, ...edges, 5, ...edges.toReversed(), 1].entries()) {
    const content = String(at % 10).repeat(length);
    assert.equal(read(content).toString(), content, `${length} bytes`);
  }
});

test('a file whose size has changed is read to its end', (context) => {
  const read = reader(context);
  const content = 'x'.repeat(300_000);
  for (const size of [0, 10, 299_999, 1_000_000])
    assert.equal(read(content, size).toString(), content);
});

test('the same memory is used again, unless a file is very large', (context) => {
  const read = reader(context);
  const { buffer } = read('x'.repeat(MEGABYTE));
  assert.equal(read('small').buffer, buffer);
  assert.notEqual(read('x'.repeat(5 * MEGABYTE)).buffer, buffer);
  assert.equal(read('x'.repeat(MEGABYTE)).buffer, buffer);
});
