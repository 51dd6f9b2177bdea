import { describeFlags, type Flag } from '../flags.ts';
import type { Command, CommandBody } from './command.ts';

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

ltp <command> --help tells more. Exit codes: 0 done, 1 failed, 2 wrong usage, 3 conflict, 4 not found.
`;
}

export function commandHelp(
  { words, summary }: Command,
  { usage, about = summary, examples, flags }: CommandBody,
  common: readonly Flag[],
): string {
  const others = common.filter(({ name }) => !flags.some((flag) => flag.name === name));
  const own = flags.length > 0 ? `\nFlags:\n${describeFlags(flags)}\n` : '';
  const lines = examples.map(({ line, what }) => `  ${line}\n      ${what}\n`);
  return `Usage: ltp ${words} ${usage}

${about}
${own}
Common flags:
${describeFlags(others)}

Examples:
${lines.join('')}`;
}
