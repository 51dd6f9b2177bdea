import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkout, ltpBin, run } from '../helpers/commands.ts';
import { ltp, makeDemo, putPlan } from '../helpers/ltp.ts';
import { completesEverything } from '../helpers/shell.ts';

test('bash completes on a terminal', async (context) => {
  const command = "PS1='ready>' bash --norc --noprofile -i";
  await completesEverything(
    context,
    { command, source: 'eval "$(ltp completions bash)"' },
    makeDemo(context),
  );
});

/** What bash offers with the cursor at the end of a line. */
async function offered(root: string, ...words: string[]): Promise<string[]> {
  const script = `
    eval "$(ltp completions bash)"
    COMP_WORDS=(ltp "$@"); COMP_CWORD=$#
    _ltp
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  const PATH = `${join(checkout, 'node_modules', '.bin')}:${process.env.PATH}`;
  const { stdout, stderr } = await run('bash', ['-c', script, 'bash', ...words], {
    cwd: root,
    env: { PATH },
  });
  assert.equal(stderr, '');
  return stdout.split('\n').filter((line) => line !== '');
}

test('bash offers commands, flags, choices, plans, tasks and files', async (context) => {
  const root = makeDemo(context);
  putPlan(root, 'delta', '<!-- long-term-plan:format=v1 -->\n');
  mkdirSync(join(root, 'deep down'));
  writeFileSync(join(root, 'deep down', 'plan.md'), '');
  assert.deepEqual(await offered(root, 'sho'), ['show']);
  assert.deepEqual(await offered(root, 'doc', ''), ['validate', 'repair']);
  assert.deepEqual(await offered(root, 'show', 'de'), ['delta', 'demo']);
  assert.deepEqual(await offered(root, 'task', 'get', 'demo', 't_d'), ['t_deep']);
  assert.deepEqual(await offered(root, 'task', 'add', 'demo', '--par'), ['--parent']);
  assert.deepEqual(await offered(root, 'task', 'add', 'demo', '--parent', 't_ed'), ['t_editor']);
  assert.deepEqual(await offered(root, 'task', 'add', 'demo', '--status', 'do'), ['doing', 'done']);
  assert.deepEqual(await offered(root, 'task', 'add', 'demo', '--status', '=', 'do'), [
    'doing',
    'done',
  ]);
  assert.deepEqual(await offered(root, 'doc', 'repair', 'demo', '--action', 'add'), [
    'addFormatHeader',
    'addMissingIds',
  ]);
  assert.deepEqual(await offered(root, 'check', 'de'), ['delta', 'demo', 'deep down']);
  assert.deepEqual(await offered(root, '--root', 'de'), ['deep down']);
  assert.deepEqual(await offered(root, 'completions', ''), ['bash', 'zsh', 'fish', 'powershell']);
  assert.deepEqual(await offered(root, 'call', 'do'), ['doc']);
  assert.deepEqual(await offered(root, 'show', 'demo', 'x', ''), []);
  assert.deepEqual(await offered(root, 'shwo', ''), []);
});

test('the plans of another root are offered for that root', async (context) => {
  const root = makeDemo(context);
  const elsewhere = makeDemo(context);
  putPlan(elsewhere, 'other', '<!-- long-term-plan:format=v1 -->\n');
  assert.deepEqual(await offered(root, '--root', elsewhere, 'show', 'o'), ['other']);
  assert.deepEqual(await offered(root, 'show', '--root', elsewhere, 'o'), ['other']);
});

test('a line that cannot be completed prints nothing, and is never an error', async (context) => {
  const root = makeDemo(context, '# no header\n');
  for (const words of [
    ['task', 'get', 'demo', ''],
    ['task', 'get', 'nowhere', ''],
    ['show', '--nonsense', ''],
    ['--root', '/no/such', 'show', ''],
  ]) {
    const { code, stderr } = await ltp(root, '__complete', '--', ...words);
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' }, words.join(' '));
  }
});

test('a script is printed for each shell', async () => {
  for (const shell of ['bash', 'zsh', 'fish', 'powershell']) {
    const { code, stdout } = await run(ltpBin, ['completions', shell]);
    assert.equal(code, 0);
    assert.match(stdout, /__complete/);
  }
});
