import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diffText } from '../../src/cli/text/diff.ts';
import { escapeControl, escapeLines, oneLine } from '../../src/cli/text/escape.ts';
import { progress } from '../../src/cli/text/progress.ts';
import type { Style } from '../../src/cli/text/style.ts';
import { table } from '../../src/cli/text/table.ts';
import { truncateToWidth, widthOf, wrap } from '../../src/cli/text/width.ts';

const plain: Style = { width: 24, paint: (_, text) => text };

test('a text is as wide as a terminal shows it', () => {
  const widths: [string, number][] = [
    ['', 0],
    ['plain', 5],
    ['ü', 1],
    ['u\u0308', 1],
    ['日本語', 6],
    ['ｶﾅ', 2],
    ['（）', 4],
    ['한글', 4],
    ['\u1112\u1161\u11ab', 2],
    ['√…—', 3],
    ['🚀', 2],
    ['👩‍🚀', 2],
    ['❤', 1],
    ['❤\ufe0f', 2],
    ['🇯🇵', 2],
    ['𠮷', 2],
  ];
  for (const [text, width] of widths) assert.equal(widthOf(text), width, text);
});

test('a text is truncated to a width', () => {
  assert.equal(truncateToWidth('日本語', 6), '日本語');
  assert.equal(truncateToWidth('日本語', 5), '日本…');
  assert.equal(truncateToWidth('日本語', 4), '日…');
  assert.equal(truncateToWidth('abc', 0), '…');
});

test('words are wrapped, and broken only if necessary', () => {
  assert.deepEqual(wrap('a bc def', 4), ['a bc', 'def']);
  assert.deepEqual(wrap('日本語の文', 4), ['日本', '語の', '文']);
  assert.deepEqual(wrap('x 日', 1), ['x', '日']);
  assert.deepEqual(wrap('', 4), []);
});

test('columns are aligned by width, and the widest is truncated', () => {
  const columns = [{ title: 'id' }, { title: 'title' }, { title: 'n', isRight: true }];
  const rows = [
    [{ text: 'a', isWhole: true }, { text: '日本語' }, { text: '7' }],
    [{ text: 'long', isWhole: true }, { text: 'plain' }, { text: '12' }],
  ];
  assert.equal(
    table(columns, rows, { ...plain, width: 80 }),
    'id    title    n\na     日本語   7\nlong  plain   12\n',
  );
  const narrow = [
    [{ text: 'identity', isWhole: true }, { text: 'a title that is long' }, { text: '7' }],
  ];
  assert.equal(
    table(columns, narrow, plain),
    'id        title        n\nidentity  a title th…  7\n',
  );
  const empty = [[{ text: 'a' }, { text: '' }, { text: '7' }]];
  assert.equal(table(columns, empty, plain), 'id  n\na   7\n', 'an empty column is left out');
});

test('only a finished plan shows 100 %', () => {
  const bar = (done: number, total: number) =>
    progress({ done, total, todo: total - done, doing: 0 });
  assert.equal(bar(37, 120), '37/120 ███░░░░░░░ 31%');
  assert.equal(bar(0, 0), '0/0 ░░░░░░░░░░ 0%');
  assert.equal(bar(999, 1000), '999/1000 █████████░ 99%');
  assert.equal(bar(5, 5), '5/5 ██████████ 100%');
});

test('control characters are escaped', () => {
  assert.equal(
    escapeControl('a\u001b[31m\u009b\u0007\t\n\u202e\u2066'),
    'a\\x1b[31m\\x9b\\x07\\x09\\x0a\\u202e\\u2066',
  );
  assert.equal(escapeControl('日本語 🚀 ü'), '日本語 🚀 ü');
  assert.equal(escapeLines('a\r\n\tb\u001b'), 'a\n    b\\x1b');
  assert.equal(oneLine('two:\n  A@1: x\r\n  B@2: y\n'), 'two:; A@1: x; B@2: y');
  for (let code = 0; code < 0xa0; code++) {
    if (code >= 0x20 && code < 0x7f) continue;
    assert.match(escapeControl(String.fromCharCode(code)), /^\\x[0-9a-f]{2}$/);
  }
});

test('a diff is colored line by line', () => {
  const marked: Style = { ...plain, paint: (look, text) => `<${look}>${text}` };
  assert.equal(
    diffText('--- a/x\n+++ b/x\n@@ -1 +1 @@\n same\n-old\n+new\u001b\n', marked),
    '<bold>--- a/x\n<bold>+++ b/x\n<cyan>@@ -1 +1 @@\n same\n<red>-old\n<green>+new\\x1b\n',
  );
  assert.equal(diffText('', plain), 'Nothing would change.\n');
});
