/** All commands of `ltp`. A hand-written one is a module in `commands/` and a line here. */
import { UsageError } from '../flags.ts';
import { toolsets } from '../listing.ts';
import { nearest } from '../nearest.ts';
import type { Command } from './command.ts';
import { toolCommands } from './tools/tool-commands.ts';

const OTHER = 'Other';

/** A module is loaded when its command is used. */
const WRITTEN: Command[] = [
  {
    words: 'call',
    summary: 'Call any tool of any toolset with JSON.',
    group: OTHER,
    load: async () => (await import('./commands/call.ts')).call,
  },
  {
    words: 'help',
    summary: 'Show the help of a command.',
    group: OTHER,
    load: async () => (await import('./commands/help.ts')).help,
  },
];

export function allCommands(): Command[] {
  return [...WRITTEN, ...toolCommands(toolsets)];
}

export interface Found {
  command: Command;
  /** What was typed after the command's words. */
  rest: string[];
}

/** A command has one word or two. */
export function findCommand(words: readonly string[], commands: readonly Command[]): Found {
  for (const length of [2, 1]) {
    const typed = words.slice(0, length).join(' ');
    const command = words.length >= length && commands.find((one) => one.words === typed);
    if (command) return { command, rest: words.slice(length) };
  }
  throw new UsageError(unknown(words, commands));
}

function unknown(words: readonly string[], commands: readonly Command[]): string {
  const [first = '', second] = words;
  const verbs = verbsOf(first, commands);
  if (verbs.length > 0 && second === undefined) {
    return `ltp ${first} needs one more word: ${verbs.join(', ')}`;
  }
  const typed = words.slice(0, 2).join(' ');
  const meant =
    nearest(
      typed,
      commands.map((command) => command.words),
    ) ??
    nearest(
      first,
      commands.map((command) => command.words),
    );
  const named = verbs.length > 0 ? typed : first;
  return `Unknown command "${meant?.includes(' ') ? typed : named}"${meant ? `; did you mean ${meant}?` : ''}`;
}

/** The second words of the commands that start with a word: `list`, `get`, … of `plan`. */
export function verbsOf(word: string, commands: readonly Command[]): string[] {
  return commands.flatMap((command) =>
    command.words.startsWith(`${word} `) ? command.words.slice(word.length + 1) : [],
  );
}
