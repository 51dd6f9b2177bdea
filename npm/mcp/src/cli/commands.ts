/** All commands of `ltp`. A command that is not derived from a tool is a module in `commands/` and an entry here. */
import { closestMatch } from '../closest-match.ts';
import { UsageError } from '../flags.ts';
import { toolsets } from '../listing.ts';
import type { Command } from './command.ts';
import { board } from './commands/board.ts';
import { call } from './commands/call.ts';
import { check } from './commands/check.ts';
import { complete } from './commands/complete.ts';
import { completions } from './commands/completions.ts';
import { diff } from './commands/diff.ts';
import { exportPlan } from './commands/export.ts';
import { gitDoctor, gitInstall, gitUninstall } from './commands/git.ts';
import { help } from './commands/help.ts';
import { importPlan } from './commands/import.ts';
import { init } from './commands/init.ts';
import { log } from './commands/log.ts';
import { merge } from './commands/merge.ts';
import { mergeDriver } from './commands/merge-driver.ts';
import { preview } from './commands/preview.ts';
import { resolve } from './commands/resolve.ts';
import { show } from './commands/show.ts';
import { stats } from './commands/stats.ts';
import { undo } from './commands/undo.ts';
import { watch } from './commands/watch.ts';
import { toolCommands } from './tool-commands/commands.ts';

const LOOK = 'Look at plans';
const CHANGE = 'Change plans';
const SET_UP = 'Check and set up';
const CONVERT = 'Import and export';
const OTHER = 'Other';

const COMMANDS: Command[] = [
  {
    words: 'show',
    summary: 'Show a plan as a tree, all of it or what matches.',
    group: LOOK,
    define: () => show,
  },
  {
    words: 'board',
    summary: 'Show a plan as a board with a column for each status.',
    group: LOOK,
    define: () => board,
  },
  {
    words: 'stats',
    summary: 'Show how far the plans are.',
    group: LOOK,
    define: () => stats,
  },
  {
    words: 'log',
    summary: 'Show what was changed in a plan, when and by whom.',
    group: LOOK,
    define: () => log,
  },
  {
    words: 'watch',
    summary: 'Print changes as they happen.',
    group: LOOK,
    define: () => watch,
  },
  {
    words: 'preview',
    summary: 'Show plans as a page in the browser, and edit them there.',
    group: LOOK,
    define: () => preview,
  },
  {
    words: 'undo',
    summary: 'Undo the last change of a plan, or the one named.',
    group: CHANGE,
    define: () => undo,
  },
  {
    words: 'diff',
    summary: 'Show what changed between two versions of a plan, by task.',
    group: LOOK,
    define: () => diff,
  },
  {
    words: 'merge',
    summary: 'Merge two versions of a plan that were made from one, by task.',
    group: CHANGE,
    define: () => merge,
  },
  {
    words: 'resolve',
    summary: 'Resolve the conflicts that a merge left in a plan, one question per field.',
    group: CHANGE,
    define: () => resolve,
  },
  {
    words: 'git install',
    summary: 'Let git merge plans by task.',
    group: SET_UP,
    define: () => gitInstall,
  },
  {
    words: 'git uninstall',
    summary: 'Let git merge plans by lines again.',
    group: SET_UP,
    define: () => gitUninstall,
  },
  {
    words: 'git doctor',
    summary: 'Check whether git merges plans by task.',
    group: SET_UP,
    define: () => gitDoctor,
  },
  {
    words: 'merge-driver',
    summary: 'Merge plans for git, which calls this command.',
    group: OTHER,
    define: () => mergeDriver,
  },
  {
    words: 'check',
    summary: 'Check plans against the format, for CI and pre-commit.',
    group: SET_UP,
    define: () => check,
  },
  {
    words: 'init',
    summary: 'Create the plans directory with a first plan, and show how to connect clients.',
    group: SET_UP,
    define: () => init,
  },
  {
    words: 'import',
    summary: "Make a plan from another tool's tasks.",
    group: CONVERT,
    define: () => importPlan,
  },
  {
    words: 'export',
    summary: 'Write a plan as a checklist, JSON, CSV or a page.',
    group: CONVERT,
    define: () => exportPlan,
  },
  {
    words: 'completions',
    summary: 'Print completions for bash, zsh or fish.',
    group: SET_UP,
    define: () => completions,
  },
  {
    words: 'call',
    summary: 'Call any tool of any toolset with JSON.',
    group: OTHER,
    define: () => call,
  },
  {
    words: 'help',
    summary: 'Show the help of a command.',
    group: OTHER,
    define: () => help,
  },
];

/** For shells; not listed in the help. */
const HIDDEN: Command[] = [
  {
    words: '__complete',
    summary: 'List what can follow on a command line.',
    group: OTHER,
    define: () => complete,
  },
];

/** The commands that the help lists. */
export function allCommands(): Command[] {
  return [...COMMANDS, ...toolCommands(toolsets)];
}

export interface ParsedCommand {
  command: Command;
  /** What follows the command's words. */
  rest: string[];
}

/** A command has one word or two. */
export function findCommand(words: readonly string[], commands: readonly Command[]): ParsedCommand {
  for (const length of [2, 1]) {
    const typed = words.slice(0, length).join(' ');
    const command =
      words.length >= length && [...commands, ...HIDDEN].find((one) => one.words === typed);
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
  const all = commands.map((command) => command.words);
  const both = words.slice(0, 2).join(' ');
  const match = closestMatch(both, all) ?? closestMatch(first, all);
  // Any word can follow a command of one word.
  const typed = verbs.length > 0 || match?.includes(' ') ? both : first;
  return `Unknown command "${typed}"${match ? `; did you mean ${match}?` : ''}`;
}

/** The second words of the commands that start with a word: `list`, `get`, … of `plan`. */
export function verbsOf(word: string, commands: readonly Command[]): string[] {
  return commands.flatMap((command) =>
    command.words.startsWith(`${word} `) ? command.words.slice(word.length + 1) : [],
  );
}

/** The commands that start with a word, if only that was typed. */
export function commandsStartingWith(
  words: readonly string[],
  commands: readonly Command[],
): Command[] {
  const [first = '', ...more] = words;
  return more.length > 0 ? [] : commands.filter((one) => one.words.startsWith(`${first} `));
}
