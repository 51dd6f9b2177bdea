/** The results of all call fixtures fit the schemas that clients see. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';
import { checkout } from '../helpers/commands.ts';

interface Call {
  tool?: string;
  /** Only a part of the result is in the fixture. */
  only?: string;
  result?: unknown;
}
interface Fixture {
  cases: { name: string; calls: Call[] }[];
}
interface Listing {
  toolsets: {
    name: string;
    tools: { name: string; outputSchema: Record<string, unknown> }[];
  }[];
}

const readJson = (...path: string[]) => JSON.parse(readFileSync(join(checkout, ...path), 'utf8'));

const listing: Listing = readJson('core', 'tests', 'snapshots', 'listing.json');
const validators = new AjvJsonSchemaValidator();

for (const { name: toolset, tools } of listing.toolsets) {
  test(`${toolset}: results fit the listed schemas`, () => {
    const folder = join('tests', 'fixtures', 'calls', toolset);
    const files = readdirSync(join(checkout, folder));
    const cases = files.flatMap((file) => (readJson(folder, file) as Fixture).cases);
    const calls = cases.flatMap(({ name, calls }) => calls.map((call) => ({ ...call, name })));
    for (const tool of tools) {
      const output = validators.getValidator(tool.outputSchema);
      for (const { name, tool: called, only, result } of calls) {
        if (called !== tool.name || result === undefined || only !== undefined) continue;
        const { valid, errorMessage } = output(result);
        assert.ok(valid, `${tool.name}, ${name}: ${errorMessage}`);
      }
    }
  });
}
