/** The table of all commands of `ltp`: help, completion, suggestions and dispatch use it. */
import { toolsets } from '../listing.ts';
import type { Command } from './command.ts';
import { add } from './commands/add.ts';
import { board } from './commands/board.ts';
import { call } from './commands/call.ts';
import { check } from './commands/check.ts';
import { claims } from './commands/claims.ts';
import { complete } from './commands/complete.ts';
import { completions } from './commands/completions.ts';
import { diff } from './commands/diff.ts';
import { block, cancel, defer, done, reopen } from './commands/done.ts';
import { edit } from './commands/edit.ts';
import { exportPlan } from './commands/export.ts';
import { fix } from './commands/fix.ts';
import { gitDoctor, gitInstall, gitUninstall } from './commands/git.ts';
import { help } from './commands/help.ts';
import { importPlan } from './commands/import.ts';
import { init } from './commands/init.ts';
import { list } from './commands/list.ts';
import { log } from './commands/log.ts';
import { merge } from './commands/merge.ts';
import { mergeDriver } from './commands/merge-driver.ts';
import { mv } from './commands/mv.ts';
import { next } from './commands/next.ts';
import { note } from './commands/note.ts';
import {
  planArchive,
  planDefault,
  planNew,
  planRename,
  planRestore,
  planRm,
  plans,
} from './commands/plan.ts';
import { preview } from './commands/preview.ts';
import { resolve } from './commands/resolve.ts';
import { rm } from './commands/rm.ts';
import { search } from './commands/search.ts';
import { show } from './commands/show.ts';
import { start, stop } from './commands/start.ts';
import { stats } from './commands/stats.ts';
import { status } from './commands/status.ts';
import { undo } from './commands/undo.ts';
import { version } from './commands/version.ts';
import { watch } from './commands/watch.ts';
import { Failure } from './exit-code.ts';
import { meantCommand } from './meaning.ts';
import { toolCommands } from './tool-commands/commands.ts';

export const GROUPS = {
  work: 'Work on tasks',
  look: 'See what is going on',
  files: 'Plans and files',
  setUp: 'Set up',
  scripts: 'For scripts and git',
} as const;

type Definition = ReturnType<Command['define']>;

const command = (
  group: keyof typeof GROUPS,
  words: string,
  summary: string,
  definition: Definition,
  more: Partial<Command> = {},
): Command => ({ words, summary, group: GROUPS[group], define: () => definition, ...more });

const HIDDEN = { isHidden: true };

const COMMANDS: Command[] = [
  command('work', 'status', 'Where things stand: plans, in progress, overdue, next', status),
  command('work', 'add', 'Add a task', add),
  command('work', 'next', 'What to work on next, why, and what comes then', next),
  command('work', 'start', 'Take a task, the next one if you name none', start),
  command('work', 'done', 'Finish tasks', done, { aliases: ['finish', 'complete'] }),
  command('work', 'edit', 'Change a task, as a form in your editor or with flags', edit, {
    aliases: ['modify'],
  }),
  command('work', 'note', 'Append a paragraph to the notes of a task', note),
  command('work', 'mv', 'Move a task', mv, { aliases: ['move'] }),
  command('work', 'rm', 'Delete tasks with their subtasks', rm, { aliases: ['delete', 'remove'] }),
  command('work', 'stop', 'Give a task back', stop),
  command('work', 'reopen', 'Make finished tasks to do again', reopen),
  command('work', 'block', 'Say that tasks cannot go on', block),
  command('work', 'defer', 'Put tasks off until later', defer),
  command('work', 'cancel', 'Close tasks that will not be done', cancel),
  command('work', 'undo', 'Undo your last change, or the one named', undo),
  command('look', 'list', 'Open tasks by section, or those that match', list, { aliases: ['ls'] }),
  command('look', 'show', 'A whole plan, or one task with its notes', show, { aliases: ['view'] }),
  command('look', 'board', 'A column for each status', board),
  command('look', 'search', 'Find tasks in all plans, best match first', search, {
    aliases: ['find'],
  }),
  command('look', 'log', 'Who changed what, and when', log, { aliases: ['history'] }),
  command('look', 'claims', 'Who is working on what, where, since when', claims),
  command('look', 'stats', 'Progress by section, priority, person', stats),
  command('look', 'watch', 'Print changes as they happen', watch),
  command('look', 'preview', 'The plans in your browser', preview),
  command('files', 'plan', 'List the plans', plans, { aliases: ['plans'] }),
  command('files', 'plan new', 'Create a plan', planNew),
  command('files', 'plan rename', 'Give a plan another id', planRename),
  command('files', 'plan archive', 'Move a plan to archive/', planArchive),
  command('files', 'plan restore', 'Move a plan back from archive/', planRestore),
  command('files', 'plan rm', 'Delete a plan', planRm),
  command('files', 'plan default', 'Show or set the default plan', planDefault, HIDDEN),
  command('files', 'check', 'Report errors, for CI and hooks', check),
  command('files', 'fix', 'Repair hand edits and show the diff', fix),
  command('files', 'diff', 'Changes by task since a git revision, or between two files', diff),
  command('files', 'resolve', 'Settle merge conflicts, one question a field', resolve),
  command('files', 'import', "Make a plan from another tool's tasks", importPlan),
  command('files', 'export', 'Write a plan as a checklist, JSON, CSV or a page', exportPlan),
  command('setUp', 'init', 'Set up this project', init),
  command('setUp', 'git install', 'Let git merge plans by task', gitInstall),
  command('setUp', 'git uninstall', 'Let git merge plans by lines again', gitUninstall),
  command('setUp', 'git doctor', 'Check whether git merges plans by task', gitDoctor),
  command('setUp', 'completions', 'Print the completion script for bash, zsh or fish', completions),
  command('setUp', 'help', 'Show the help of a command', help, HIDDEN),
  command('setUp', 'version', 'Show the versions of ltp, the core and Node', version, HIDDEN),
  command('scripts', 'call', 'Call any tool of any toolset with JSON', call, HIDDEN),
  command('scripts', 'merge', 'Merge two versions of a plan by task', merge, HIDDEN),
  command(
    'scripts',
    'merge-driver',
    'Merge plans for git, which calls this command',
    mergeDriver,
    HIDDEN,
  ),
];

/** For shells; no help lists it. */
const FOR_SHELLS = command(
  'scripts',
  '__complete',
  'List what can follow on a command line',
  complete,
  HIDDEN,
);

/** The commands that help lists. */
export function allCommands(): Command[] {
  const written = COMMANDS.map(({ words }) => words);
  const tools = toolCommands(toolsets).filter(({ words }) => !written.includes(words));
  return [...COMMANDS, ...tools];
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
    const found =
      words.length >= length &&
      [...commands, FOR_SHELLS].find(
        ({ words: own, aliases = [] }) => own === typed || aliases.includes(typed),
      );
    if (found && !isUnknownVerb(words, length, found, commands)) {
      return { command: found, rest: words.slice(length) };
    }
  }
  throw unknownCommand(words, commands);
}

/** `ltp plan lst` is not the command `plan` with an argument, which takes none. */
function isUnknownVerb(
  words: readonly string[],
  length: number,
  found: Command,
  commands: readonly Command[],
): boolean {
  const next = words[length];
  const hasVerbs = length === 1 && verbsOf(found.words, commands).length > 0;
  return hasVerbs && next !== undefined && !next.startsWith('-');
}

function unknownCommand(words: readonly string[], commands: readonly Command[]): Failure {
  const [first = '', second] = words;
  const verbs = verbsOf(first, commands);
  if (verbs.length > 0 && second === undefined) {
    return new Failure(`ltp ${first} needs one more word: ${verbs.join(', ')}`, { code: 'USAGE' });
  }
  const meant = meantCommand(words, commands);
  const typed = verbs.length > 0 ? `${first} ${second}` : first;
  const hint =
    meant === undefined ? ' ltp --help lists all commands' : ` Did you mean: ltp ${meant}`;
  return new Failure(`There is no command "${typed}".${hint}`, { code: 'USAGE' });
}

/** The second words of the commands that start with a word: `list`, `get`, … of `plan`. */
export function verbsOf(word: string, commands: readonly Command[]): string[] {
  return commandsStartingWith([word], commands)
    .filter(({ words }) => words.includes(' '))
    .map(({ words }) => words.slice(word.length + 1));
}

/** The commands of a group, which one word names. */
export function commandsStartingWith(
  words: readonly string[],
  commands: readonly Command[],
): Command[] {
  const [first] = words;
  if (first === undefined || words.length > 1) return [];
  const group = commands.filter((one) => one.words.startsWith(`${first} `));
  const own = commands.filter((one) => one.words === first);
  return group.length > 0 ? [...own, ...group] : [];
}
