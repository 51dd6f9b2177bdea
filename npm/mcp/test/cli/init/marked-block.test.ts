import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  blockLines,
  IN_MARKDOWN,
  withBlock,
  withoutBlock,
} from '../../../src/cli/init/marked-block.ts';

const LINES = ['## Plans', '', 'Use the tools.'];
const BLOCK = '<!-- ltp: start -->\n## Plans\n\nUse the tools.\n<!-- ltp: end -->\n';

test('a block is added, updated in place and removed again', () => {
  for (const before of ['# Mine\n', '# Mine\n\nText\n', '# Mine\r\n\r\nText\r\n']) {
    const text = withBlock(before, LINES, IN_MARKDOWN);
    assert.equal(withBlock(text, LINES, IN_MARKDOWN), text);
    assert.equal(blockLines(text, IN_MARKDOWN), 3);
    assert.equal(withoutBlock(text, IN_MARKDOWN), before);
    const updated = withBlock(`${text}\nBelow\n`, ['New'], IN_MARKDOWN);
    assert.equal(blockLines(updated, IN_MARKDOWN), 1);
    assert.ok(updated.startsWith(before) && updated.endsWith('\nBelow\n'));
  }
});

test('a file with nothing else is created and removed', () => {
  assert.equal(withBlock(undefined, LINES, IN_MARKDOWN), BLOCK);
  assert.equal(withoutBlock(BLOCK, IN_MARKDOWN), undefined);
});

test('a start without an end is left alone', () => {
  const text = 'a\n<!-- ltp: start -->\nb\n';
  assert.equal(withoutBlock(text, IN_MARKDOWN), text);
});
