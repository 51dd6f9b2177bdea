import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tomlEntry, withoutTomlEntry, withTomlEntry } from '../../../src/cli/init/toml-entry.ts';

const PATH = ['mcp_servers', 'ours'];
const ENTRY = {
  command: 'npx',
  args: ['-y', 'x'],
  required: true,
  tools: { a: { approval_mode: 'approve' }, b: { approval_mode: 'approve' } },
};
const BLOCK = `[mcp_servers.ours]
command = "npx"
args = ["-y", "x"]
required = true

[mcp_servers.ours.tools.a]
approval_mode = "approve"

[mcp_servers.ours.tools.b]
approval_mode = "approve"
`;
const OTHERS = `# my settings
model = "x" # keep

[mcp_servers.other]
args = [ "b" , 'c' ]   # odd spacing

[profiles.z]
s = """
[mcp_servers.ours]
"""
`;

test('a table is added at the end, as people write it', () => {
  assert.equal(withTomlEntry(undefined, PATH, ENTRY), BLOCK);
  assert.equal(withTomlEntry(OTHERS, PATH, ENTRY), `${OTHERS}\n${BLOCK}`);
  assert.equal(withTomlEntry(OTHERS.trimEnd(), PATH, ENTRY), `${OTHERS}\n${BLOCK}`);
});

test('a table that is right stays unchanged, whatever its form', () => {
  const inline = `mcp_servers = { ours = { command = "npx", args = ["-y", "x"], required = true, tools = { a = { approval_mode = "approve" }, b = { approval_mode = "approve" } } } }\n`;
  assert.equal(withTomlEntry(inline, PATH, ENTRY), inline);
  assert.equal(withTomlEntry(`${OTHERS}\n${BLOCK}`, PATH, ENTRY), `${OTHERS}\n${BLOCK}`);
});

test('a table of ours is replaced, and the rest stays', () => {
  const old = OTHERS.replace(
    '[profiles.z]',
    '[mcp_servers.ours] # old\ncommand = "old"\n\n[profiles.z]',
  );
  const text = withTomlEntry(old, PATH, ENTRY);
  assert.equal(text, `${OTHERS}\n${BLOCK}`);
});

test('removing the table leaves what was there before', () => {
  assert.equal(withoutTomlEntry(BLOCK, PATH), undefined);
  const left = withoutTomlEntry(`${OTHERS}\n${BLOCK}`, PATH) ?? '';
  assert.equal(left.trimEnd(), OTHERS.trimEnd());
  assert.equal(tomlEntry(left, PATH), undefined);
  assert.equal(withoutTomlEntry(OTHERS, PATH), OTHERS);
});

test('what is not TOML is refused', () => {
  assert.throws(() => withTomlEntry('a = ', PATH, ENTRY), /not valid TOML/);
});
