/** What differs between systems and can be decided without being on them. */
import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { sarifOf } from '../src/cli/check/sarif.ts';
import { isNoFile } from '../src/cli/no-file.ts';
import { readConfig } from '../src/config.ts';
import { shellWord } from '../src/shell-word.ts';
import { ltp, makeDemo } from './cli/helpers/ltp.ts';
import { makeProject } from './helpers/project.ts';

test('the missing side of a difference has the name that git gives it', () => {
  for (const word of ['nul', 'NUL', 'Nul', 'NUL:', '\\\\.\\nul', '//./NUL', '\\\\?\\nul']) {
    assert.ok(isNoFile(word, 'win32'), word);
    assert.ok(!isNoFile(word, 'linux'), `${word} is a file name elsewhere`);
  }
  assert.ok(isNoFile('/dev/null', 'win32'));
  assert.ok(isNoFile('/dev/null', 'darwin'));
  for (const word of ['nul.md', 'null', './nul', 'C:\\nul\\x', '']) {
    assert.ok(!isNoFile(word, 'win32'), word);
  }
});

test('words are quoted for the shell of the system', () => {
  const words: [word: string, posix: string, windows: string][] = [
    ['/a/b-c', '/a/b-c', '/a/b-c'],
    ['C:\\Users\\me', "'C:\\Users\\me'", 'C:\\Users\\me'],
    ['C:\\My Plans', "'C:\\My Plans'", '"C:\\My Plans"'],
    ['C:\\My Plans\\', "'C:\\My Plans\\'", '"C:\\My Plans\\\\"'],
    ["it's 50% off", "'it'\\''s 50% off'", '"it\'s 50% off"'],
    ['a "b" c', '\'a "b" c\'', '"a \\"b\\" c"'],
    ['a&b', "'a&b'", '"a&b"'],
    ['', "''", '""'],
  ];
  for (const [word, posix, windows] of words) {
    assert.equal(shellWord(word, 'linux'), posix);
    assert.equal(shellWord(word, 'win32'), windows);
  }
});

test('a config.json that begins with a byte order mark is read', (context) => {
  const root = makeProject(context);
  mkdirSync(join(root, 'plans'));
  const text = '{"readOnly":true}';
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
  for (const bytes of [Buffer.from(text), Buffer.from(`\ufeff${text}`), utf16]) {
    writeFileSync(join(root, 'plans', 'config.json'), bytes);
    assert.deepEqual(readConfig(root, 'plans'), { readOnly: true });
  }
});

test('URIs of SARIF are relative, or those of absolute paths', () => {
  const file = join('/', 'other drive', 'größe.md');
  const [relative, absolute] = ['a b/ö.md', file].map((name) => {
    const result = { file: name, ok: true, errors: [], warnings: [] };
    return JSON.stringify(sarifOf([result] as never, '1'));
  });
  assert.match(relative ?? '', /"uri":"a%20b\/%C3%B6\.md"/);
  assert.match(absolute ?? '', /"uri":"file:\/\/\/.*other%20drive\/gr%C3%B6%C3%9Fe\.md"/);
});

test('a file is named from the real working directory', async (context) => {
  const root = makeDemo(context);
  const link = `${root}-link`;
  symlinkSync(root, link);
  const { stdout } = await ltp(link, 'check', 'demo', '--format', 'sarif');
  assert.match(stdout, /"uri":"\.long-term-plan\/demo\.md"/);
});
