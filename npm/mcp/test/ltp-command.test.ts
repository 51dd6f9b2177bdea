import assert from 'node:assert/strict';
import { test } from 'node:test';
import { argumentsOf, type Command, commandsOf, findCommand, flagsOf } from '../src/cli/command.ts';
import { exitCodeOf } from '../src/cli/exit-code.ts';
import { commandHelp, overview } from '../src/cli/help.ts';
import { parseCommandLine } from '../src/flags.ts';
import type { Toolset } from '../src/listing.ts';

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
const commands = commandsOf(toolsets);
const taskAdd = commands[0] as Command;

function args(...words: string[]) {
  return argumentsOf(taskAdd, parseCommandLine(words, flagsOf(taskAdd)));
}

test('every tool is a command of two words', () => {
  assert.deepEqual(
    commands.map(({ words, toolset }) => [words, toolset]),
    [
      ['task add', 'plan'],
      ['doc check-all', 'doc'],
    ],
  );
  assert.equal(findCommand(['task', 'add', 'demo'], commands), taskAdd);
  assert.throws(() => findCommand(['task', 'ad'], commands), {
    message: 'Unknown command "task ad"; did you mean task add?',
  });
});

test('arguments are read by their declared type', () => {
  assert.deepEqual(args('demo', '--title', '12', '--limit', '3', '--dry-run'), {
    planId: 'demo',
    title: '12',
    limit: 3,
    dryRun: true,
  });
  assert.deepEqual(args('--section-path', 'A', '--section-path=B', '--edges', '{"a":[1]}'), {
    sectionPath: ['A', 'B'],
    edges: { a: [1] },
  });
});

test('what does not fit its type is left to the core to refuse', () => {
  assert.deepEqual(args('--limit', 'many', '--dry-run=perhaps'), {
    limit: 'many',
    dryRun: 'perhaps',
  });
});

test('a word too many is an error', () => {
  assert.throws(() => args('demo', 'more'), {
    message: '"more" is one word too many for ltp task add',
  });
});

test('the help is made from the declarations', () => {
  assert.match(overview(commands, []), /^ {2}task add {7}Adds a task\.$/m);
  const help = commandHelp(taskAdd, []);
  assert.match(help, /^Usage: ltp task add <planId> \[flags\]$/m);
  assert.match(help, /^ {2}--title TEXT {10}one line$/m);
  assert.match(help, /^ {2}--status todo\|done$/m);
  assert.match(help, /^ {2}--section-path TEXT…$/m);
  assert.match(help, /^ {2}--dry-run$/m);
});

test('the exit code tells the kind of error', () => {
  const exitCode = (code: string) => exitCodeOf({ code, message: '' });
  assert.deepEqual(
    ['INVALID_ARGUMENT', 'CONFLICT', 'TASK_NOT_FOUND', 'FILE_ERROR'].map(exitCode),
    [2, 3, 4, 1],
  );
});
