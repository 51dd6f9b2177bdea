/** The examples in the help that need a shell, and the program as it is shipped. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  isPlainCommand,
  makeExampleProject,
  testedExamples,
} from '../../../npm/mcp/test/cli/helpers/examples.ts';
import { checkout, ltpBin, run } from '../helpers/commands.ts';

test('the examples with shell syntax work', async (context) => {
  const env = { PATH: `${join(checkout, 'node_modules', '.bin')}:${process.env.PATH}` };
  for (const { words, line } of testedExamples().filter((example) => !isPlainCommand(example))) {
    const cwd = await makeExampleProject(context, words);
    const { code, stderr } = await run('bash', ['-c', line], { cwd, env });
    assert.deepEqual({ line, code, stderr }, { line, code: 0, stderr: '' });
  }
});

test('the version is the version of the package', async () => {
  const { version } = JSON.parse(readFileSync(join(checkout, 'npm/mcp/package.json'), 'utf8'));
  const { stdout } = await run(ltpBin, ['--version']);
  assert.equal(stdout, `${version}\n`);
});

test('ltp loads only built-in modules of Node, and no MCP SDK', () => {
  const bundle = readFileSync(join(checkout, 'npm/mcp/dist/ltp.cjs'), 'utf8');
  const loaded = [...bundle.matchAll(/\brequire\(["'`]([^"'`]+)["'`]\)/g)].map(([, name]) => name);
  assert.ok(loaded.includes('node:fs'));
  assert.deepEqual(
    loaded.filter((name) => !name?.startsWith('node:')),
    [],
  );
  assert.ok(!bundle.includes('jsonrpc'), 'the SDK contains this word');
});
