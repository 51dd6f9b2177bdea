/** The help of `ltp` and of its commands. */
import { describeFlags, type Flag } from '../flags.ts';
import { AGENT_FLAG, HELP_FLAG, PROJECT_FLAGS, VERSION_FLAG } from '../settings.ts';
import type { Command, CommandDefinition } from './command.ts';
import { OUTPUT_FLAGS } from './output.ts';

/** The flags of every command, and those before a command. */
export const COMMON_FLAGS: Flag[] = [...OUTPUT_FLAGS, ...PROJECT_FLAGS, AGENT_FLAG, HELP_FLAG];
export const LEADING_FLAGS: Flag[] = [...COMMON_FLAGS, VERSION_FLAG];

/** All flags that a command accepts. */
export function allFlags({ flags }: CommandDefinition): Flag[] {
  return [...flags, ...inheritedFlags(flags, COMMON_FLAGS)];
}

function inheritedFlags(own: readonly Flag[], common: readonly Flag[]): Flag[] {
  return common.filter(({ name }) => !own.some((flag) => flag.name === name));
}

export function overview(commands: readonly Command[], flags: readonly Flag[]): string {
  const width = Math.max(...commands.map(({ words }) => words.length));
  const groups = [...new Set(commands.map(({ group }) => group))].map((group) => {
    const lines = commands
      .filter((command) => command.group === group)
      .map(({ words, summary }) => `  ${words.padEnd(width)}  ${summary}`);
    return `${group}:\n${lines.join('\n')}\n`;
  });
  return `Usage: ltp <command> [arguments] [flags]

Plans from a terminal and from scripts: text on a terminal, JSON in a pipe, errors on stderr.

${groups.join('\n')}
Flags:
${describeFlags(flags)}

ltp <command> --help shows more. Exit codes: 0 done, 1 failed, 2 wrong usage, 3 conflict, 4 not found.
`;
}

export function commandHelp(
  { words, summary }: Command,
  { usage, about = summary, examples, flags }: CommandDefinition,
  common: readonly Flag[] = COMMON_FLAGS,
): string {
  const own = flags.length > 0 ? `\nFlags:\n${describeFlags(flags)}\n` : '';
  const lines = examples.map(({ line, what }) => `  ${line}\n      ${what}\n`);
  return `Usage: ltp ${words} ${usage}

${about}
${own}
Common flags:
${describeFlags(inheritedFlags(flags, common))}

Examples:
${lines.join('')}`;
}
