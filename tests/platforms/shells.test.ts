/** The shim that npm makes for a shell, and completion in PowerShell. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { cannotHave } from '../../scripts/lib/platform-gaps.mjs';
import { checkout } from '../e2e/helpers/commands.ts';

const shims = join(checkout, 'node_modules', '.bin');
const PLAN = '<!-- long-term-plan:format=v1 -->\n# P\n\n- [ ] A <!-- long-term-plan:id=t_a -->\n';

function makeProject(context: TestContext): string {
  const root = mkdtempSync(join(tmpdir(), 'shells-'));
  context.after(() => rmSync(root, { recursive: true, force: true, maxRetries: 10 }));
  mkdirSync(join(root, '.long-term-plan'));
  writeFileSync(join(root, '.long-term-plan', 'shop.md'), PLAN);
  return root;
}

/** Runs a program of npm's by its name, as a person does. */
function inShell(root: string, command: string, args: string[] = []) {
  const env = { ...process.env, PATH: `${shims}${delimiter}${process.env.PATH}` };
  return spawnSync(command, args, { cwd: root, env, shell: args.length === 0, encoding: 'utf8' });
}

test('ltp runs by the shim that npm makes', (context) => {
  const { status, stdout, stderr } = inShell(makeProject(context), 'ltp plan list');
  assert.equal(status, 0, stderr);
  assert.match(stdout, /"planId":"shop"/);
});

const withPowerShell = { skip: cannotHave('PowerShell') };

test('PowerShell completes commands, flags and plans', withPowerShell, (context) => {
  const root = makeProject(context);
  const offered = (line: string) => {
    const script = `ltp completions powershell | Out-String | Invoke-Expression
      (TabExpansion2 '${line}' ${line.length}).CompletionMatches.CompletionText`;
    const args = ['-NoProfile', '-NonInteractive', '-Command', script];
    const { stdout, stderr } = inShell(root, 'powershell', args);
    assert.equal(stderr, '');
    return stdout.split(/\r?\n/).filter(Boolean);
  };
  assert.deepEqual(offered('ltp sho'), ['show']);
  assert.deepEqual(offered('ltp doc '), ['validate', 'repair']);
  assert.deepEqual(offered('ltp show s'), ['shop']);
  assert.deepEqual(offered('ltp task add shop --par'), ['--parent']);
});
