/** Command lines: `--name value`, `--name=value`, switches, and what is left over. */
import { nearest } from './nearest.ts';

export interface Flag {
  name: string;
  /** What the value is called in the help. A flag without one is a switch. */
  value?: string;
  help: string;
}

export interface CommandLine {
  /** What was given to each flag, in order; a switch without a value was given `true`. */
  flags: Map<string, (string | true)[]>;
  words: string[];
}

/** The command line is wrong; the message is one line that says how. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** With `stopAtWord`, parsing ends before the first word, and `words` is the untouched rest. */
export function parseCommandLine(
  args: readonly string[],
  known: readonly Flag[],
  { stopAtWord = false } = {},
): CommandLine {
  const line: CommandLine = { flags: new Map(), words: [] };
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] ?? '';
    if (arg === '--') {
      line.words.push(...args.slice(index + 1));
      break;
    }
    if (!arg.startsWith('-') || arg === '-') {
      if (stopAtWord) return { ...line, words: args.slice(index) };
      line.words.push(arg);
      continue;
    }
    const [given, inline] = splitOnce(arg, '=');
    const flag = findFlag(given, known);
    let value: string | true | undefined = inline;
    if (value === undefined) value = flag.value === undefined ? true : args[++index];
    if (value === undefined) throw new UsageError(`--${flag.name} needs a value: ${flag.value}`);
    line.flags.set(flag.name, [...(line.flags.get(flag.name) ?? []), value]);
  }
  return line;
}

/** The value of a flag that makes sense only once: the last one wins. */
export function lastValue(line: CommandLine, name: string): string | undefined {
  const value = line.flags.get(name)?.at(-1);
  return typeof value === 'string' ? value : undefined;
}

/** Whether a switch is on. It can be given a value too: `--read-only=false`. */
export function isOn(line: CommandLine, name: string): boolean {
  const value = line.flags.get(name)?.at(-1) ?? 'false';
  if (value === true || value === 'true') return true;
  if (value === 'false') return false;
  throw new UsageError(`--${name} is a switch, true or false: ${value}`);
}

function findFlag(given: string, known: readonly Flag[]): Flag {
  const flag = known.find(
    ({ name }) => given === `--${name}` || (given === '-h' && name === 'help'),
  );
  if (flag) return flag;
  const meant = nearest(
    given,
    known.map(({ name }) => `--${name}`),
  );
  throw new UsageError(`Unknown flag ${given}${meant ? `; did you mean ${meant}?` : ''}`);
}

function splitOnce(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

/** The flags as lines of a help text. */
export function describeFlags(flags: readonly Flag[]): string {
  const named = flags.map(({ name, value, help }) => ({
    usage: value === undefined ? `--${name}` : `--${name} ${value}`,
    help,
  }));
  const width = Math.max(...named.map(({ usage }) => usage.length));
  return named.map(({ usage, help }) => `  ${usage.padEnd(width)}  ${help}`.trimEnd()).join('\n');
}
