/** Where the answer goes, and in which form: JSON for programs, text for people. */
import { fstatSync } from 'node:fs';
import { isatty } from 'node:tty';
import { type CommandLine, chosenValue, type Flag, isOn, UsageError } from '../flags.ts';
import { print } from '../output.ts';
import { page } from './text/pager.ts';
import { type Style, styleOf } from './text/style.ts';

/** Makes the answer for people. */
type ToText = (style: Style) => string | Promise<string>;

const FORMATS = ['json', 'text'] as const;

export const OUTPUT_FLAGS: Flag[] = [
  {
    name: 'format',
    value: FORMATS.join('|'),
    choices: FORMATS,
    help: 'text for people, or one JSON object (default: text on a terminal, else JSON)',
  },
  { name: 'json', help: 'the same as --format json' },
  { name: 'no-pager', help: 'do not page long text on a terminal' },
];

export interface Output {
  /** `json`, `text`, or another one that the command has. */
  format: string;
  isTerminal: boolean;
  /** Prints the answer: `value` as one line of JSON, or what `text` makes of it, through the pager if it is long. */
  answer(value: object | (() => object), text: ToText): Promise<void>;
}

/** `flags` are all that the command knows; the one for the format names the formats there are. */
export function outputFor(line: CommandLine, flags: readonly Flag[]): Output {
  const isTerminal = isTerminalAt(1);
  const format = formatOf(line, flags) ?? (isTerminal ? 'text' : 'json');
  const show = async (text: ToText) => {
    const shown = await text(styleOf(isTerminal, process.env));
    if (isTerminal && !isOn(line, 'no-pager')) await page(shown, process.env);
    else print(shown);
  };
  return {
    format,
    isTerminal,
    answer: async (value, text) => {
      if (format !== 'json') await show(text);
      else print(`${JSON.stringify(typeof value === 'function' ? value() : value)}\n`);
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

/** Most pipes and files are told from a terminal without Node's code for terminals. */
export function isTerminalAt(descriptor: number): boolean {
  try {
    if (!fstatSync(descriptor).isCharacterDevice()) return false;
  } catch {
    return false;
  }
  return isatty(descriptor);
}
