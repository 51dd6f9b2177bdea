/** The help of `ltp` and of its commands. */
import { describeFlags, type Flag } from '../flags.ts';
import { AGENT_FLAG, HELP_FLAG, PROJECT_FLAGS, VERSION_FLAG } from '../settings.ts';
import type { Command, CommandDefinition } from './command.ts';
import { GROUPS } from './commands.ts';
import { OUTPUT_FLAGS } from './output.ts';

const SHORT_HELP: Flag = { ...HELP_FLAG, short: 'h' };

/** The flags of every command, and those before a command. */
export const COMMON_FLAGS: Flag[] = [...OUTPUT_FLAGS, ...PROJECT_FLAGS, AGENT_FLAG, SHORT_HELP];
export const LEADING_FLAGS: Flag[] = [
  ...COMMON_FLAGS,
  { ...VERSION_FLAG, short: 'V' },
  { ...VERSION_FLAG, short: 'v', isHidden: true },
];

/** All flags that a command accepts. */
export function allFlags({ flags }: CommandDefinition): Flag[] {
  return [...flags, ...inheritedFlags(flags, COMMON_FLAGS)];
}

function inheritedFlags(own: readonly Flag[], common: readonly Flag[]): Flag[] {
  return common.filter(({ name }) => !own.some((flag) => flag.name === name));
}

/** A line of the short help: what is typed, and what it does. Several commands can share a line. */
type Brief = [usage: string, text?: string];

const WORK: Brief[] = [
  ['add TITLE…', 'add a task'],
  ['next', 'what to do next'],
  ['start [TASK]', 'take a task'],
  ['done TASK…', 'finish tasks'],
  ['edit TASK', 'change it'],
  ['note TASK TEXT', 'add to its notes'],
  ['mv, rm TASK', 'move, delete'],
  ['undo', 'undo your change'],
  ['stop reopen block defer cancel'],
];
const LOOK: Brief[] = [
  ['list, ls', 'open tasks, filters'],
  ['show [X]', 'a plan, or a task'],
  ['board', 'live, interactive'],
  ['search WORD…', 'find tasks'],
  ['log', 'who changed what'],
  ['claims', 'who has what'],
  ['stats watch preview'],
];
const FILES: Brief[] = [['plan new|rename|archive|rm'], ['check fix diff resolve import export']];
const SET_UP: Brief[] = [
  ['init uninit', 'project and agents'],
  ['git', 'merge driver'],
  ['completions', 'for your shell'],
];

/** What the short help mentions, for a test that it misses no command. */
export const BRIEFS: readonly Brief[] = [...WORK, ...LOOK, ...FILES, ...SET_UP];

const LEFT_WIDTH = 39;
/** Columns of what is typed. */
const LEFT_USAGE = 14;
const RIGHT_USAGE = 12;

/** `ltp --help`, which fits on a small screen. */
export function overview(): string {
  const left = [...column(GROUPS.work, WORK), '', ...column(GROUPS.files, FILES)];
  const right = [...column(GROUPS.look, LOOK), '', ...column(GROUPS.setUp, SET_UP)];
  const rows = Array.from({ length: Math.max(left.length, right.length) }, (_, index) =>
    `${(left[index] ?? '').padEnd(LEFT_WIDTH)}${right[index] ?? ''}`.trimEnd(),
  );
  return `Markdown plans that you and your coding agents share.

Usage: ltp <command>      ltp alone shows where things stand

${rows.join('\n')}

A TASK is its short name (9SMY), its id, or words of its title.
Every command: -p PLAN  --json  -n (dry run)  --root DIR  --help
  ltp add Write docs --due fri           ltp list --overdue
→ ltp help COMMAND: flags and examples   → ltp help --all: every command
`;
}

function column(heading: string, briefs: readonly Brief[]): string[] {
  const width = briefs === WORK ? LEFT_USAGE : RIGHT_USAGE;
  return [
    heading,
    ...briefs.map(([usage, text]) =>
      text === undefined ? `  ${usage}` : `  ${usage.padEnd(width)}  ${text}`,
    ),
  ];
}

/** Every command with its summary, by group. */
export function fullOverview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map((command) => namesOf(command).length));
  const groups = [...new Set(commands.map(({ group }) => group))].map((group) => {
    const lines = commands
      .filter((command) => command.group === group)
      .map((command) => `  ${namesOf(command).padEnd(width)}  ${command.summary}`);
    return `${group}\n${lines.join('\n')}\n`;
  });
  return `${groups.join('\n')}
Flags of every command
${describeFlags(LEADING_FLAGS)}

Exit codes: 0 done, 1 failed, 2 wrong usage, 3 conflict, 4 not found.
`;
}

const namesOf = ({ words, aliases = [] }: Command): string => [words, ...aliases].join(', ');

/** The commands that start with one word. */
export function groupHelp(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ words }) => words.length));
  const lines = commands.map(({ words, summary }) => `  ltp ${words.padEnd(width)}  ${summary}`);
  return `${lines.join('\n')}\n\n→ ltp help ${commands[0]?.words}: flags and examples\n`;
}

export function commandHelp(
  command: Command,
  { usage, about = command.summary, examples, flags }: CommandDefinition,
  common: readonly Flag[] = COMMON_FLAGS,
): string {
  const { words, aliases = [] } = command;
  const own = flags.length > 0 ? `\nFlags\n${describeFlags(flags)}\n` : '';
  const also =
    aliases.length > 0 ? `Also: ${aliases.map((alias) => `ltp ${alias}`).join(', ')}\n` : '';
  const lines = examples.map(({ line, what }) => `  ${line}\n      ${what}\n`);
  return `Usage: ltp ${words} ${usage}

${about}
${also}${own}
Flags of every command
${describeFlags(inheritedFlags(flags, common))}

Examples
${lines.join('')}`;
}
