import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closestMatch } from '../src/closest-match.ts';
import { describeFlags, type Flag, parseCommandLine } from '../src/flags.ts';

const flags: Flag[] = [
  { name: 'root', value: 'DIR', help: 'where' },
  { name: 'tag', value: 'TEXT', help: '' },
  { name: 'help', help: 'this' },
];

function parse(...args: string[]) {
  const { flags: given, words } = parseCommandLine(args, flags);
  return { ...Object.fromEntries(given), words };
}

test('flags take their value from the next word or after an equals sign', () => {
  assert.deepEqual(parse('--root', 'a b', '--help'), { root: ['a b'], help: [true], words: [] });
  assert.deepEqual(parse('--root=a=b', 'x'), { root: ['a=b'], words: ['x'] });
  assert.deepEqual(parse('--tag', 'a', '--tag', '-b'), { tag: ['a', '-b'], words: [] });
  assert.deepEqual(parse('-h', '-', '--', '--root'), { help: [true], words: ['-', '--root'] });
  assert.deepEqual(parse('--help=no', '--root='), { help: ['no'], root: [''], words: [] });
});

test('a wrong flag is reported, with the one that was meant', () => {
  assert.throws(() => parse('--rot', 'x'), {
    name: 'UsageError',
    message: 'Unknown flag --rot; did you mean --root?',
  });
  assert.throws(() => parse('--rooot=x'), {
    message: /^Unknown flag --rooot; did you mean --root/,
  });
  assert.throws(() => parse('-x'), { message: 'Unknown flag -x' });
  assert.throws(() => parse('--root'), { message: '--root needs a value: DIR' });
});

test('parsing can stop at the first word', () => {
  const line = parseCommandLine(['--root', 'a', 'plan', '--help'], flags, { stopAtWord: true });
  assert.deepEqual(line.words, ['plan', '--help']);
});

test('flags are described in columns', () => {
  assert.equal(describeFlags(flags), '  --root DIR  where\n  --tag TEXT\n  --help      this');
});

test('the closest word is close', () => {
  assert.equal(closestMatch('plan lst', ['plan list', 'plan get']), 'plan list');
  assert.equal(closestMatch('todo', ['plan', 'doc']), undefined);
});
