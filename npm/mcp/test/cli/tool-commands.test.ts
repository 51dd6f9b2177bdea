import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Command } from '../../src/cli/command.ts';
import { findCommand } from '../../src/cli/commands.ts';
import { exitCodeOf } from '../../src/cli/exit-code.ts';
import { commandHelp } from '../../src/cli/help.ts';
import { toolCommands } from '../../src/cli/tool-commands/commands.ts';
import { argumentsIn, flagsOf } from '../../src/cli/tool-commands/flags.ts';
import { parseCommandLine } from '../../src/flags.ts';
import type { Toolset } from '../../src/listing.ts';

const toolsets: Toolset[] = [
  {
    name: 'plan',
    tools: [
      {
        name: 'task_add',
        description: 'Adds a task. Says its id.',
        inputSchema: {
          type: 'object',
          properties: {
            planId: { type: 'string' },
            title: { type: 'string', description: 'one line' },
            limit: { type: 'integer' },
            dryRun: { type: 'boolean' },
            force: { type: 'boolean' },
            bodyMarkdown: { type: 'string' },
            parentTaskId: { type: 'string' },
            tags: { type: 'array', items: { type: 'string' } },
            categories: { type: 'array', items: { type: 'string' } },
            dependsOn: { type: 'array', items: { type: 'string' } },
            status: { type: 'string', enum: ['todo', 'done'] },
            sectionPath: { type: 'array', items: { type: 'string' } },
            edges: { type: 'object' },
          },
          required: ['planId', 'title'],
        },
      },
    ],
  },
  { name: 'doc', tools: [{ name: 'doc_check_all', inputSchema: { type: 'object' } }] },
];
const commands = toolCommands(toolsets);
const taskAdd = commands[0] as Command;
const tool = toolsets[0]?.tools[0] as Toolset['tools'][number];

function args(...words: string[]) {
  const line = parseCommandLine(words, flagsOf(tool));
  return argumentsIn(tool, { line, readText: () => 'text of a file\n' }, 'task add');
}

test('every tool is a command of two words', () => {
  assert.deepEqual(
    commands.map(({ words }) => words),
    ['task add', 'doc check-all'],
  );
  assert.deepEqual(findCommand(['task', 'add', 'demo'], commands), {
    command: taskAdd,
    rest: ['demo'],
  });
  assert.throws(() => findCommand(['task', 'ad'], commands), {
    message: 'There is no command "task ad". Did you mean: ltp task add',
  });
  assert.throws(() => findCommand(['task'], commands), {
    message: 'ltp task needs one more word: add',
  });
});

test('arguments are read by their declared type', () => {
  assert.deepEqual(args('demo', '--title', '12', '--limit', '3', '--force'), {
    planId: 'demo',
    title: '12',
    limit: 3,
    force: true,
  });
  assert.deepEqual(args('--no-force'), { force: false });
  assert.deepEqual(args('--edges', '{"a":[1]}'), { edges: { a: [1] } });
});

test('a list is one flag that repeats, or a list under its own name', () => {
  assert.deepEqual(args('--section', 'A, B', '--section=C'), { sectionPath: ['A, B', 'C'] });
  assert.deepEqual(args('--section-path', 'A', '--section-path=B'), { sectionPath: ['A', 'B'] });
  assert.deepEqual(args('--tag', 'a', '--tags', 'b, c'), { tags: ['a', 'b', 'c'] });
  assert.deepEqual(args('--tags', '["a,b"]'), { tags: ['a,b'] });
  assert.deepEqual(args('--tags='), { tags: [] });
  assert.deepEqual(args('--depends-on', 't_1,t_2', '--depends-on', 't_3'), {
    dependsOn: ['t_1', 't_2', 't_3'],
  });
  assert.deepEqual(args('--category', 'x', '--categories', 'y'), { categories: ['x', 'y'] });
});

test('another task is named by its relation to this one', () => {
  assert.deepEqual(args('--parent', 't_1'), { parentTaskId: 't_1' });
  assert.deepEqual(args('--parent-task-id', 't_1'), { parentTaskId: 't_1' });
});

test('a value of another type is left to the core', () => {
  assert.deepEqual(args('--limit', 'many', '--force=perhaps'), { limit: 'many', force: 'perhaps' });
});

test('a long text can come from a file', () => {
  assert.deepEqual(args('--body-file', 'notes.md'), { bodyMarkdown: 'text of a file' });
});

test('objects are JSON, and anything else is refused', () => {
  assert.throws(() => args('--edges', '{"a":'), { message: /^--edges is not valid JSON: / });
});

test('an extra word is an error', () => {
  assert.throws(() => args('demo', 'more'), {
    message: '"more" is one word too many for ltp task add',
  });
});

test('the help is derived from the declarations', async () => {
  const help = commandHelp(taskAdd, taskAdd.define(), []);
  assert.match(help, /^Usage: ltp task add <planId> \[flags\]$/m);
  assert.match(help, /^ {2}--title TEXT {10}one line$/m);
  assert.match(help, /^ {2}--status todo\|done$/m);
  assert.match(help, /^ {2}--section TEXT {8}Repeats; or --section-path A,B\.$/m);
  assert.match(help, /^ {2}--body-file PATH\|-\s/m);
  assert.match(help, /^ {2}--dry-run {13}write nothing/m);
  assert.match(help, /^ {2}ltp task add demo --title "Write docs"$/m);
  assert.doesNotMatch(help, /^ {2}--section-path/m, 'understood, but not listed');
});

test('the exit code depends on the kind of error', () => {
  const exitCode = (code: string | number) => exitCodeOf(code);
  assert.deepEqual(
    ['INVALID_ARGUMENT', 'CONFLICT', 'TASK_NOT_FOUND', 'FILE_ERROR'].map(exitCode),
    [2, 3, 4, 1],
  );
  const todori = [-32602, -32601, -32000, -32002, -32001, -32603];
  assert.deepEqual(todori.map(exitCode), [2, 2, 4, 4, 1, 1]);
  for (const code of ['INVALID_TASK_ID', 'INVALID_POSITION', 'multiple_in_progress']) {
    assert.equal(exitCode(code), 2, code);
  }
});
