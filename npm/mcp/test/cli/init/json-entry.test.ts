import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonEntry, withJsonEntry, withoutJsonEntry } from '../../../src/cli/init/json-entry.ts';

const PATH = ['mcpServers', 'ours'];
const ENTRY = { command: 'npx', args: ['-y', 'x'] };

const OTHERS = `{
  // my servers
  "mcpServers": {
    "other": { "command": "a" }, /* keep */
  },
  "theme": "dark" // as I like it
}
`;

test('an entry is added to a new or an empty file', () => {
  const text =
    '{\n  "mcpServers": {\n    "ours": {\n      "command": "npx",\n      "args": [\n        "-y",\n        "x"\n      ]\n    }\n  }\n}\n';
  for (const before of [undefined, '', '\n', '{}\n']) {
    assert.equal(withJsonEntry(before, PATH, ENTRY), text);
  }
});

test('comments, spacing and other entries stay', () => {
  const text = withJsonEntry(OTHERS, PATH, ENTRY);
  for (const line of OTHERS.split('\n')) assert.ok(text.includes(line), line);
  assert.deepEqual(jsonEntry(text, PATH), ENTRY);
  assert.equal(withJsonEntry(text, PATH, ENTRY), text);
});

test('a comment stays on its line, and a file on one line stays readable', () => {
  const commented = '{\n  "mcpServers": {\n    "a": {} // mine\n  }\n}\n';
  assert.match(withJsonEntry(commented, PATH, ENTRY), /"a": \{\}, \/\/ mine\n {4}"ours": \{/);
  const short = withJsonEntry('{ "theme": "dark" }', PATH, ENTRY);
  assert.match(
    short,
    /^\{ "theme": "dark",\n {2}"mcpServers": \{\n {4}"ours": \{[\s\S]*\n {2}\}\n\}$/,
  );
});

test('an entry of ours is replaced, and its neighbors are not', () => {
  const text = withJsonEntry(
    withJsonEntry(OTHERS, PATH, { command: 'old', env: { A: '1' } }),
    PATH,
    ENTRY,
  );
  assert.deepEqual(jsonEntry(text, PATH), ENTRY);
  assert.deepEqual(jsonEntry(text, ['mcpServers', 'other']), { command: 'a' });
});

test('tabs and CRLF are continued', () => {
  const text = withJsonEntry('{\r\n\t"a": 1\r\n}\r\n', PATH, ENTRY);
  assert.match(text, /\r\n\t"mcpServers": \{\r\n\t\t"ours"/);
  assert.doesNotMatch(text, /[^\r]\n/);
});

test('removing the entry leaves what was there before', () => {
  assert.equal(withoutJsonEntry(withJsonEntry(undefined, PATH, ENTRY), PATH), undefined);
  const before = '{\n  "theme": "dark"\n}\n';
  assert.equal(withoutJsonEntry(withJsonEntry(before, PATH, ENTRY), PATH), before);
  const left = withoutJsonEntry(withJsonEntry(OTHERS, PATH, ENTRY), PATH) ?? '';
  assert.deepEqual(jsonEntry(left, ['mcpServers']), { other: { command: 'a' } });
  assert.match(left, /my servers/);
  assert.equal(withoutJsonEntry(OTHERS, PATH), OTHERS);
});

test('commas and comments around the entry stay right', () => {
  for (const [before, left] of [
    ['{"mcpServers":{"a":1\n,"ours":{}}}', '{"mcpServers":{"a":1\n}}'],
    ['{"mcpServers":{"ours":{},"a":1}}', '{"mcpServers":{"a":1}}'],
    ['{"mcpServers":{"a":1,/* x */"ours":{},}}', '{"mcpServers":{"a":1,/* x */}}'],
  ] as const) {
    assert.equal(withoutJsonEntry(before, PATH), left);
  }
});

test('a file that only has a comment left is kept', () => {
  const text = withJsonEntry('// mine\n{}\n', PATH, ENTRY);
  assert.match(withoutJsonEntry(text, PATH) ?? '', /^\/\/ mine\n/);
});

test('what is not an object of JSON is refused with its line', () => {
  assert.throws(() => withJsonEntry('{\n  "a": nope\n}', PATH, ENTRY), /line 2 is not valid JSON/);
  assert.throws(() => withJsonEntry('[]', PATH, ENTRY), /not a JSON object/);
});
