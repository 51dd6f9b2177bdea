import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkout, ltpBin, run } from '../helpers/commands.ts';
import { putFixture } from '../helpers/converted.ts';
import { DEMO, ltpFails, ltpJson, makeDemo, putPlan } from '../helpers/ltp.ts';
import { makeProject } from '../helpers/project.ts';

/** A plan with two conflicts, the second about the title of a task. */
const CONFLICTS = `<!-- long-term-plan:format=v1 -->
<<<<<<< ours
One
=======
Two
>>>>>>> theirs
<<<<<<< ours
- [ ] One <!-- long-term-plan:id=t_1 -->
=======
- [ ] Two <!-- long-term-plan:id=t_1 -->
>>>>>>> theirs
`;

/** All commands in the help. */
async function listedCommands(): Promise<string[]> {
  const { stdout } = await run(ltpBin, ['--help']);
  const commands = stdout
    .slice(0, stdout.indexOf('\nFlags:'))
    .matchAll(/^ {2}(\S+(?: \S+)*) {2,}\S/gm);
  return [...commands].map(([, words = '']) => words);
}

test('every command of the help has a test that runs it', async () => {
  const commands = await listedCommands();
  assert.ok(commands.length >= 20, commands.join(', '));
  const folders = ['tests/e2e/cli', 'tests/e2e/page', 'tests/shells'].map((folder) =>
    join(checkout, folder),
  );
  const sources = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => /^ltp.*\.test\.ts$/.test(name))
      .map((name) => readFileSync(join(folder, name), 'utf8')),
  );
  // Either a helper call with the root first, or a list of arguments; two words are a command anywhere.
  const isRun = (words: string) => {
    const [first, second] = words.split(' ');
    const pattern =
      second === undefined
        ? `(?:ltp\\w*\\(\\s*\\w+,\\s*(?:\\d,\\s*)?(?:\\.{3}\\[)?|\\w+, \\[)'${first}'`
        : `'${first}',\\s*'${second}'`;
    return sources.some((source) => new RegExp(pattern).test(source));
  };
  assert.deepEqual(
    commands.filter((words) => !isRun(words)),
    [],
    'these commands have no test',
  );
});

test('every command has a help with examples', async () => {
  for (const words of await listedCommands()) {
    const args = words.split(' ');
    const { code, stdout, stderr } = await run(ltpBin, [...args, '--help']);
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' }, words);
    assert.match(stdout, new RegExp(`^Usage: ltp ${words}[ \\n]`));
    assert.match(stdout, /\nCommon flags:\n {2}--/);
    assert.match(stdout, /\nExamples:\n {2}\S.*\n {6}\S/);
    const other = await run(ltpBin, ['help', ...args]);
    assert.equal(other.stdout, stdout, words);
  }
});

test('the examples of the help work', async (context) => {
  const env = { PATH: `${join(checkout, 'node_modules', '.bin')}:${process.env.PATH}` };
  /** A project with everything that the examples use. */
  const makeProjectFor = async (words: string) => {
    if (words === 'plan create') return makeProject(context);
    const root = makeDemo(context);
    writeFileSync(join(root, 'ops.json'), '[{"op":"update","taskId":"t_deep","status":"done"}]');
    writeFileSync(join(root, 'batch.json'), '{"planId":"demo","ops":[{"op":"add","title":"x"}]}');
    for (const name of ['base', 'ours', 'theirs', 'old', 'new']) {
      writeFileSync(join(root, `${name}.md`), DEMO);
    }
    if (words.startsWith('git ') || words === 'init') execFileSync('git', ['init', '-q', root]);
    if (words === 'plan resolve') putPlan(root, 'demo', CONFLICTS);
    if (words === 'import') {
      writeFileSync(join(root, 'TODO.md'), '- [ ] x\n');
      putFixture(root, 'backlog');
      putFixture(join(root, '.taskmaster', 'tasks'), 'taskmaster');
    }
    if (words.startsWith('decision ')) {
      mkdirSync(join(root, '.long-term-plan', 'adr'));
      writeFileSync(join(root, '.long-term-plan', 'adr', 'adr-001-x.md'), '# ADR-001: X\n');
    }
    if (words.endsWith('undo')) await ltpJson(root, 'task', 'delete', 'demo', 't_deep');
    return root;
  };
  for (const words of await listedCommands()) {
    const { stdout } = await run(ltpBin, [...words.split(' '), '--help']);
    const examples = stdout.slice(stdout.indexOf('\nExamples:')).matchAll(/^ {2}(ltp .*)$/gm);
    for (const [, line = ''] of examples) {
      // Two do not end; the others write to the home directory or read a missing file.
      if (/^ltp (watch|preview (?!--html))|~|docs\/plan\.md/.test(line)) continue;
      const cwd = await makeProjectFor(words);
      const { code, stderr } = await run('bash', ['-c', line], { cwd, env });
      assert.deepEqual({ line, code, stderr }, { line, code: 0, stderr: '' });
    }
  }
});

test('a group of commands has help too', async () => {
  const { code, stdout } = await run(ltpBin, ['task', '--help']);
  assert.equal(code, 0);
  assert.match(stdout, /^ {2}task add {2,}/m);
  assert.doesNotMatch(stdout, /^ {2}plan list/m);
  assert.equal((await run(ltpBin, ['help', 'task'])).stdout, stdout);
});

test('a mistyped command is reported with the closest match', async (context) => {
  const root = makeProject(context);
  const cases: [string[], RegExp][] = [
    [['shwo', 'demo'], /Unknown command "shwo"; did you mean show\? \(see ltp --help\)/],
    [['tsak', 'add', 'demo'], /Unknown command "tsak add"; did you mean task add\?/],
    [['task', 'ad', 'demo'], /Unknown command "task ad"; did you mean task add\?/],
    [['task'], /ltp task needs one more word: get, next, /],
    [
      ['show', 'demo', '--statsu', 'x'],
      /Unknown flag --statsu; did you mean --status\? \(see ltp show --help\)/,
    ],
    [['task', 'add', 'demo', '--sectoin', 'x'], /Unknown flag --sectoin; did you mean --section\?/],
    [['--rot', 'x', 'plan', 'list'], /Unknown flag --rot; did you mean --root\?/],
    [['show', 'demo', '--status'], /--status needs a value/],
    [['completions', 'tcsh'], /bash, zsh, fish/],
    [['help', 'shwo'], /did you mean show\?/],
    [['undo'], /The plan is missing/],
  ];
  for (const [args, expected] of cases) assert.match(await ltpFails(root, 2, ...args), expected);
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
