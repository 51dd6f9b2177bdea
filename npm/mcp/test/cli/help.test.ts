import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allCommands } from '../../src/cli/commands.ts';
import { makeProject } from '../helpers/project.ts';
import { isPlainCommand, makeExampleProject, testedExamples } from './helpers/examples.ts';
import { ltp, ltpFails, startLtp } from './helpers/ltp.ts';

const commands = allCommands().map(({ words }) => words);

test('every command has a tested example', () => {
  assert.ok(commands.length >= 20, commands.join(', '));
  const tested = new Set(testedExamples().map(({ words }) => words));
  assert.deepEqual(
    commands.filter((words) => !tested.has(words)),
    [],
    'these commands have none',
  );
});

test('every command has help with examples', async (context) => {
  const root = makeProject(context);
  for (const words of commands) {
    const args = words.split(' ');
    const { code, stdout, stderr } = await ltp(root, ...args, '--help');
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' }, words);
    assert.match(stdout, new RegExp(`^Usage: ltp ${words}[ \\n]`));
    assert.match(stdout, /\nCommon flags:\n {2}--/);
    assert.match(stdout, /\nExamples:\n {2}\S.*\n {6}\S/);
    assert.equal((await ltp(root, 'help', ...args)).stdout, stdout, words);
  }
});

test('the help lists every command', async (context) => {
  const { stdout } = await ltp(makeProject(context), '--help');
  for (const words of commands) assert.match(stdout, new RegExp(`^ {2}${words} {2}`, 'm'));
});

test('the examples that need no shell work', async (context) => {
  for (const { words, line } of testedExamples().filter(isPlainCommand)) {
    const root = await makeExampleProject(context, words);
    const running = startLtp(root, wordsOf(line).slice(1));
    // For commands that run until the user stops them.
    running.stop();
    const { code, stderr } = await running.finished;
    const log = words === 'watch' ? 'ltp: watching demo\n' : '';
    assert.deepEqual({ line, code, stderr }, { line, code: 0, stderr: log });
  }
});

/** The words of a command line, as a shell reads them. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/(?:[^\s"']|"[^"]*"|'[^']*')+/g)].map(([word]) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'),
  );
}

test('a group of commands has help too', async (context) => {
  const root = makeProject(context);
  const { code, stdout } = await ltp(root, 'task', '--help');
  assert.equal(code, 0);
  assert.match(stdout, /^ {2}task add {2,}/m);
  assert.doesNotMatch(stdout, /^ {2}plan list/m);
  assert.equal((await ltp(root, 'help', 'task')).stdout, stdout);
});

test('a mistyped command is reported with the closest match', async (context) => {
  const root = makeProject(context);
  const cases: [string[], RegExp][] = [
    [['shwo', 'demo'], /Unknown command "shwo"; did you mean show\? \(see ltp --help\)/],
    [['tsak', 'add', 'demo'], /Unknown command "tsak add"; did you mean task add\?/],
    [['task', 'ad', 'demo'], /Unknown command "task ad"; did you mean task add\?/],
    [['task'], /ltp task needs one more word: list, get, next, /],
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
