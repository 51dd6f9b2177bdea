/** Which command was meant by other words. */
import { isTypo } from '../closest-match.ts';
import type { Command } from './command.ts';

/** Words that people try, by the command that does it. */
const MEANINGS: Record<string, string> = {
  add: 'create new todo',
  done: 'close tick check-off resolve-task',
  start: 'claim take',
  stop: 'release unclaim',
  note: 'comment append',
  edit: 'update set rename assign',
  search: 'grep',
  board: 'kanban tui',
  preview: 'web open ui',
  check: 'lint validate',
  fix: 'repair format',
  init: 'setup install',
  undo: 'revert rollback',
  claims: 'ps who',
};

/** Words before a command that other tools need. */
const LEADING = ['task', 'tasks', 'todo', 'issue'];

/** The command line that was probably meant, without `ltp`. */
export function meantCommand(
  words: readonly string[],
  commands: readonly Command[],
): string | undefined {
  const [first = ''] = words;
  const named = (word: string | undefined) =>
    word === undefined ? undefined : commandNamed(word, commands);
  if (LEADING.includes(first) && words.length > 1) {
    const meant = named(words[1]) ?? typoIn(words[1] ?? '', commands);
    if (meant !== undefined) return joined(meant, words.slice(2));
  }
  const meant = named(first) ?? typoIn(first, commands);
  if (meant !== undefined) return joined(meant, words.slice(1));
  const both = words.slice(0, 2).join(' ');
  const pair = commands.find(
    (command) => command.words.includes(' ') && isTypo(command.words, both),
  );
  return pair && joined(pair.words, words.slice(2));
}

const joined = (meant: string, rest: readonly string[]): string => [meant, ...rest].join(' ');

function commandNamed(word: string, commands: readonly Command[]): string | undefined {
  const known = commands.find(
    ({ words, aliases = [] }) => words === word || aliases.includes(word),
  );
  if (known) return known.words;
  return Object.entries(MEANINGS).find(([, meanings]) => meanings.split(' ').includes(word))?.[0];
}

function typoIn(word: string, commands: readonly Command[]): string | undefined {
  const names = commands
    .filter(({ words }) => !words.includes(' '))
    .flatMap(({ words, aliases = [] }) => [words, ...aliases]);
  const found = names.find((name) => isTypo(name, word));
  return found && commandNamed(found, commands);
}
