import { describeFlags, type Flag } from '../flags.ts';
import { type Command, flagsOf, placedArguments } from './command.ts';

export function overview(commands: readonly Command[], flags: readonly Flag[]): string {
  const width = Math.max(...commands.map(({ words }) => words.length));
  const lines = commands.map(
    ({ words, tool }) => `  ${words.padEnd(width)}  ${firstSentence(tool.description)}`,
  );
  return `Usage: ltp <command> [arguments] [flags]

Plans from a terminal and from scripts: JSON on stdout, errors on stderr.

Commands (ltp <command> --help tells more):
${lines.join('\n')}

Flags:
${describeFlags(flags)}

Exit codes: 0 done, 1 failed, 2 wrong usage, 3 conflict, 4 not found.
`;
}

export function commandHelp(command: Command, common: readonly Flag[]): string {
  const placed = placedArguments(command).map((name) =>
    command.tool.inputSchema.required?.includes(name) ? `<${name}>` : `[${name}]`,
  );
  return `Usage: ${['ltp', command.words, ...placed, '[flags]'].join(' ')}

${command.tool.description ?? ''}

${describeFlags([...flagsOf(command), ...common])}
`;
}

function firstSentence(text = ''): string {
  return text.split(/(?<=\.)\s/, 1)[0] ?? '';
}
