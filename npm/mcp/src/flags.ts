/** Command lines: `--name value`, `--name=value`, switches and words. */
import { closestMatch, isTypo } from './closest-match.ts';

export interface Flag {
  name: string;
  /** One letter: `-p`. */
  short?: string;
  /** What the help calls the value. A flag without it is a switch. */
  value?: string;
  help: string;
  /** For completion: all possible values, or where they come from. */
  choices?:
    | readonly string[]
    | 'plans'
    | 'tasks'
    | 'files'
    | 'directories'
    | 'sections'
    | 'tags'
    | 'people';
  /** Accepted, but neither listed in the help nor completed. */
  isHidden?: boolean;
}

export interface CommandLine {
  /** The values of each flag, in order; `true` for a switch without a value. */
  flags: Map<string, (string | true)[]>;
  words: string[];
  /** How many words came before `--`, if there was one. */
  separator?: number;
}

/** The command line is wrong; the message is one line. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export interface ParseOptions {
  /** Parsing ends before the first word, and `words` is the unparsed rest. */
  stopAtWord?: boolean;
  /** What messages call the command. */
  command?: string;
}

export function parseCommandLine(
  args: readonly string[],
  known: readonly Flag[],
  { stopAtWord = false, command }: ParseOptions = {},
): CommandLine {
  const line: CommandLine = { flags: new Map(), words: [] };
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] ?? '';
    if (arg === '--') {
      line.separator = line.words.length;
      line.words.push(...args.slice(index + 1));
      break;
    }
    if (!arg.startsWith('-') || arg === '-') {
      if (stopAtWord) return { ...line, words: args.slice(index) };
      line.words.push(arg);
      continue;
    }
    const [given, inline] = splitFlag(arg, known);
    const { flag, isOff } = findFlag(given, known, command);
    let value: string | true | undefined = inline;
    if (isOff && inline !== undefined) throw new UsageError(`${given} takes no value`);
    if (isOff) value = 'false';
    else if (value === undefined) value = flag.value === undefined ? true : args[++index];
    if (value === undefined) throw new UsageError(`--${flag.name} needs a value: ${flag.value}`);
    line.flags.set(flag.name, [...(line.flags.get(flag.name) ?? []), value]);
  }
  return line;
}

/** The value of a flag that does not repeat: the last one wins. */
export function lastValue(line: CommandLine, name: string): string | undefined {
  const value = line.flags.get(name)?.at(-1);
  return typeof value === 'string' ? value : undefined;
}

/** All values of a flag that can repeat. */
export function allValues(line: CommandLine, name: string): string[] {
  return (line.flags.get(name) ?? []).filter((value) => value !== true);
}

/** The value of a flag that has choices. */
export function chosenValue<Choice extends string>(
  line: CommandLine,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const given = lastValue(line, name);
  const chosen = choices.find((choice) => choice === given);
  if (given === undefined || chosen !== undefined) return chosen;
  throw new UsageError(`--${name} must be one of ${choices.join(', ')}: ${given}`);
}

/** Whether a switch is on. It can have a value: `--read-only=false`. */
export function isOn(line: CommandLine, name: string): boolean {
  const value = line.flags.get(name)?.at(-1) ?? 'false';
  if (value === true || value === 'true') return true;
  if (value === 'false') return false;
  throw new UsageError(`--${name} is a switch, true or false: ${value}`);
}

/** `--no-name` turns a switch off. */
function findFlag(
  given: string,
  known: readonly Flag[],
  command: string | undefined,
): { flag: Flag; isOff: boolean } {
  const named = (wanted: string) => known.find(({ name }) => wanted === `--${name}`);
  const short = known.find((flag) => flag.short !== undefined && given === `-${flag.short}`);
  const flag = short ?? named(given === '-h' ? '--help' : given);
  if (flag) return { flag, isOff: false };
  const off = given.startsWith('--no-') ? named(`--${given.slice(5)}`) : undefined;
  if (off && off.value === undefined) return { flag: off, isOff: true };
  const names = known.filter(({ isHidden }) => !isHidden).map(({ name }) => `--${name}`);
  if (command === undefined) {
    const match = closestMatch(given, names);
    throw new UsageError(`Unknown flag ${given}${match ? `; did you mean ${match}?` : ''}`);
  }
  const meant = names.find((name) => isTypo(name, given));
  throw new UsageError(`${command} has no flag ${given}.${meant ? ` Did you mean ${meant}?` : ''}`);
}

/** `--name=value`, and `-pVALUE` for a letter that takes a value. */
function splitFlag(arg: string, known: readonly Flag[]): [string, string | undefined] {
  const letter = /^-[A-Za-z](?=.)/.exec(arg)?.[0];
  const flag = letter && known.find(({ short }) => short === letter.slice(1));
  if (flag && flag.value !== undefined) return [letter, arg.slice(2).replace(/^=/, '')];
  return splitOnce(arg, '=');
}

function splitOnce(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

/** The flags as lines of a help text. */
export function describeFlags(flags: readonly Flag[]): string {
  const shown = flags.filter(({ isHidden }) => !isHidden);
  const hasShort = shown.some(({ short }) => short !== undefined);
  const named = shown.map(({ name, short, value, help }) => {
    const letter = short === undefined ? (hasShort ? '    ' : '') : `-${short}, `;
    return { usage: `${letter}--${name}${value === undefined ? '' : ` ${value}`}`, help };
  });
  const width = Math.max(...named.map(({ usage }) => usage.length));
  return named.map(({ usage, help }) => `  ${usage.padEnd(width)}  ${help}`.trimEnd()).join('\n');
}

/** The value of a flag that is a whole number. */
export function chosenNumber(line: CommandLine, name: string): number | undefined {
  const given = lastValue(line, name);
  if (given === undefined) return undefined;
  if (!/^\d{1,9}$/.test(given)) throw new UsageError(`--${name} must be a whole number: ${given}`);
  return Number(given);
}
