/** How a command prints its result: JSON for programs, text for people. */
import { type CommandLine, chosenValue, type Flag, isOn, UsageError } from '../flags.ts';
import type { Io } from '../io.ts';
import { page } from './text/pager.ts';
import { createStyle, type Style } from './text/style.ts';

/** Renders a result for people. */
type ToText = (style: Style) => string | Promise<string>;

const FORMATS = ['json', 'text'] as const;

export const OUTPUT_FLAGS: Flag[] = [
  {
    name: 'format',
    value: FORMATS.join('|'),
    choices: FORMATS,
    help: 'text for people, or one JSON object',
  },
  { name: 'json', help: 'the same as --format json' },
  { name: 'no-pager', help: 'do not page long text on a terminal' },
];

export interface Output {
  /** `json`, `text`, or another format of the command. */
  format: string;
  /** Whether `--json` or `--format json` was given. */
  isJsonWanted: boolean;
  style: Style;
  /** Prints `value` as one line of JSON, or the text, through the pager if it is long. */
  result(value: object | (() => object), text: ToText): Promise<void>;
}

/** `flags` are all that the command knows; its own flag `format` names its formats. */
export function createOutput(
  io: Io,
  line: CommandLine,
  flags: readonly Flag[],
  byDefault: 'text' | 'auto',
): Output {
  const given = formatOf(line, flags);
  const format = given ?? (byDefault === 'text' || io.terminal ? 'text' : 'json');
  const style = createStyle(io);
  return {
    format,
    isJsonWanted: given === 'json',
    style,
    result: async (value, text) => {
      if (format === 'json') {
        io.print(`${JSON.stringify(typeof value === 'function' ? value() : value)}\n`);
      } else if (io.terminal && !isOn(line, 'no-pager')) {
        await page(await text(style), io);
      } else {
        io.print(await text(style));
      }
    },
  };
}

function formatOf(line: CommandLine, flags: readonly Flag[]): string | undefined {
  const choices = flags.find(({ name }) => name === 'format')?.choices;
  const format = chosenValue(line, 'format', typeof choices === 'object' ? choices : FORMATS);
  if (!isOn(line, 'json')) return format;
  if ((format ?? 'json') !== 'json') throw new UsageError('--json contradicts --format');
  return 'json';
}
