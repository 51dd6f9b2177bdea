/** All commands of `ltp`. A hand-written one is a module in `commands/` and a line here. */
import { UsageError } from '../flags.ts';
import { toolsets } from '../listing.ts';
import { nearest } from '../nearest.ts';
import type { Command } from './command.ts';
import { toolCommands } from './tools/tool-commands.ts';

const LOOK = 'Look at plans';
const CHANGE = 'Change plans';
const SET_UP = 'Check and set up';
const CONVERT = 'Import and export';
const OTHER = 'Other';

/** A module is loaded when its command is used. */
const WRITTEN: Command[] = [
  {
    words: 'show',
    summary: 'Show a plan as a tree, all of it or what matches.',
    group: LOOK,
    load: async () => (await import('./commands/show.ts')).show,
  },
  {
    words: 'board',
    summary: 'Show a plan as a board with a column for each status.',
    group: LOOK,
    load: async () => (await import('./commands/board.ts')).board,
  },
  {
    words: 'stats',
    summary: 'Show how far the plans are.',
    group: LOOK,
    load: async () => (await import('./commands/stats.ts')).stats,
  },
  {
    words: 'log',
    summary: 'Show what was changed in a plan, when and by whom.',
    group: LOOK,
    load: async () => (await import('./commands/log.ts')).log,
  },
  {
    words: 'watch',
    summary: 'Print changes as they happen.',
    group: LOOK,
    load: async () => (await import('./commands/watch.ts')).watch,
  },
  {
    words: 'preview',
    summary: 'Show plans as a page in the browser, and edit them there.',
    group: LOOK,
    load: async () => (await import('./commands/preview.ts')).preview,
  },
  {
    words: 'undo',
    summary: 'Take back the last change of a plan, or the one named.',
    group: CHANGE,
    load: async () => (await import('./commands/undo.ts')).undo,
  },
  {
    words: 'diff',
    summary: 'Show what changed between two versions of a plan, by task.',
    group: LOOK,
    load: async () => (await import('./commands/diff.ts')).diff,
  },
  {
    words: 'merge',
    summary: 'Merge two versions of a plan that were made from one, by task.',
    group: CHANGE,
    load: async () => (await import('./commands/merge.ts')).merge,
  },
  {
    words: 'resolve',
    summary: 'Settle the conflicts that a merge left in a plan, one question a field.',
    group: CHANGE,
    load: async () => (await import('./commands/resolve.ts')).resolve,
  },
  {
    words: 'git install',
    summary: 'Let git merge plans by task.',
    group: SET_UP,
    load: async () => (await import('./commands/git.ts')).gitInstall,
  },
  {
    words: 'git uninstall',
    summary: 'Let git merge plans by lines again.',
    group: SET_UP,
    load: async () => (await import('./commands/git.ts')).gitUninstall,
  },
  {
    words: 'merge-driver',
    summary: 'Merge plans for git, which calls this by itself.',
    group: OTHER,
    load: async () => (await import('./commands/merge-driver.ts')).mergeDriver,
  },
  {
    words: 'check',
    summary: 'Check plans against the format, for CI and pre-commit.',
    group: SET_UP,
    load: async () => (await import('./commands/check.ts')).check,
  },
  {
    words: 'init',
    summary: 'Make the plans directory with a first plan, and show how to connect clients.',
    group: SET_UP,
    load: async () => (await import('./commands/init.ts')).init,
  },
  {
    words: 'import',
    summary: "Make a plan of another tool's tasks.",
    group: CONVERT,
    load: async () => (await import('./commands/import.ts')).importPlan,
  },
  {
    words: 'export',
    summary: 'Write a plan as a checklist, JSON, CSV or a page.',
    group: CONVERT,
    load: async () => (await import('./commands/export.ts')).exportPlan,
  },
  {
    words: 'completions',
    summary: 'Print completions for bash, zsh or fish.',
    group: SET_UP,
    load: async () => (await import('./commands/completions.ts')).completions,
  },
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

/** For programs, and in no list. */
const HIDDEN: Command[] = [
  {
    words: '__complete',
    summary: 'Say what a command line can go on with.',
    group: OTHER,
    load: async () => (await import('./commands/complete.ts')).complete,
  },
];

/** All that the help lists. */
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
  const meant = nearest(both, all) ?? nearest(first, all);
  // A command of one word may have any other behind it.
  const typed = verbs.length > 0 || meant?.includes(' ') ? both : first;
  return `Unknown command "${typed}"${meant ? `; did you mean ${meant}?` : ''}`;
}

/** The second words of the commands that start with a word: `list`, `get`, … of `plan`. */
export function verbsOf(word: string, commands: readonly Command[]): string[] {
  return commands.flatMap((command) =>
    command.words.startsWith(`${word} `) ? command.words.slice(word.length + 1) : [],
  );
}

/** The commands that start with a word, if that is all that was typed. */
export function groupOf(words: readonly string[], commands: readonly Command[]): Command[] {
  const [first = '', ...more] = words;
  return more.length > 0 ? [] : commands.filter((one) => one.words.startsWith(`${first} `));
}
