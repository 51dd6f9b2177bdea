import assert from 'node:assert/strict';
import { test } from 'node:test';
import listing from '../generated/listing.json' with { type: 'json' };
import { memoryFolder } from '../src/folder.ts';
import type { ToolName } from '../src/tool-types.ts';
import { Workspace } from '../src/tool-workspace.ts';
import { wasm } from './setting.ts';

const module = new WebAssembly.Module(wasm());
const names = listing.toolsets.map(({ name }) => name);
/** Names that a tool has in some combination of toolsets, and one that it never has. */
const candidates = new Set(
  listing.toolsets.flatMap(({ tools }) =>
    tools.flatMap((tool) => [
      tool.name,
      ...('offered' in tool && tool.offered && 'as' in tool.offered ? [tool.offered.as] : []),
    ]),
  ),
).add('no_such_tool');

/** Whether the core would run the tool: it checks the arguments last. */
async function isCallable(workspace: Workspace, tool: string): Promise<boolean> {
  const reply = await workspace.call(tool as ToolName, { 'no such argument': true } as never);
  assert.ok('error' in reply);
  return /no such argument/.test(JSON.stringify(reply));
}

for (const readOnly of [false, true]) {
  test(`exactly the tools that can be called are offered, ${readOnly ? 'read-only' : 'with writes'}`, async () => {
    for (let combination = 0; combination < 2 ** names.length; combination += 1) {
      const toolsets = names.filter((_, index) => combination & (1 << index));
      const settings = { toolsets, plan: 'p', ...(readOnly && { readOnly: true as const }) };
      const workspace = new Workspace(() => module, memoryFolder(), settings);
      const offered = workspace.tools().map(({ name }) => name);
      const callable: string[] = [];
      for (const tool of candidates) if (await isCallable(workspace, tool)) callable.push(tool);
      assert.deepEqual(offered.toSorted(), callable.toSorted(), toolsets.join());
    }
  });
}
