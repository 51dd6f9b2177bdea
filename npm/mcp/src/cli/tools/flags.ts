/**
 * The flags that a tool's arguments become, and back. An argument's own name in kebab case is always
 * understood; where people would type something shorter, that is what the help shows:
 *
 * - a list is one flag that repeats, in the singular (`tags` is `--tag a --tag b`); its own name takes
 *   the whole list (`--tags a,b`, or a JSON array)
 * - another task is named by what it is to this one (`parentTaskId` is `--parent`)
 * - a long text is `--body`, or `--body-file` with a path or `-`
 * - what is made of objects is JSON, or `@FILE`, or `-` for standard input
 */
import type { Tool } from '@modelcontextprotocol/server';
import { type CommandLine, type Flag, UsageError } from '../../flags.ts';
import { type Argument, argumentsOf, isWrite, type Schema } from './schema.ts';
import { readSource } from './source.ts';

/** Arguments that are given by their place. All others are flags. */
const PLACED = ['planId', 'taskId'];

/** Where the rules would not give the English word. */
const SHORT_NAMES: Record<string, string> = { sectionPath: 'section' };

/** What the listing leaves to be guessed, because models guess it well. */
const HELP: Record<string, string> = {
  ifMatch: 'Refuse, with exit code 3, unless the file still has this etag.',
  bodyMarkdown: 'Markdown under it.',
  clearBody: 'Take the body away.',
  parentTaskId: 'The task it goes under.',
  beforeTaskId: 'The task it goes before.',
  afterTaskId: 'The task it goes after.',
  cursor: 'Go on after a page: what it gave as nextCursor.',
  limit: 'Most that are shown at once.',
  ops: 'Operations, as in the tool.',
};

/** Said by `ltp` itself of every command that writes, so that the answer carries what would change. */
const PREVIEW = 'dryRun';
export const DRY_RUN: Flag = { name: 'dry-run', help: 'write nothing; show what would change' };

interface ToolFlag extends Flag {
  argument: string;
  read(values: readonly (string | true)[]): unknown;
}

export function placedArguments(tool: Tool): Argument[] {
  const all = argumentsOf(tool);
  return PLACED.flatMap((name) => all.find((argument) => argument.name === name) ?? []);
}

export function flagsOf(tool: Tool): Flag[] {
  return [...toolFlags(tool), ...(isWrite(tool) ? [DRY_RUN] : [])];
}

/**
 * What cannot be read as the declared type is passed on as it was typed: the core checks every
 * argument, and its words are the same for all who call.
 */
export function argumentsIn(tool: Tool, line: CommandLine, words: string): Record<string, unknown> {
  const placed = placedArguments(tool);
  const extra = line.words[placed.length];
  if (extra !== undefined) throw new UsageError(`"${extra}" is one word too many for ltp ${words}`);
  const args: Record<string, unknown> = {};
  for (const [index, word] of line.words.entries()) args[placed[index]?.name ?? ''] = word;
  for (const { name, argument, read } of toolFlags(tool)) {
    const values = line.flags.get(name);
    if (values === undefined) continue;
    const value = read(values);
    const before = args[argument];
    args[argument] = Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value;
  }
  return args;
}

function toolFlags(tool: Tool): ToolFlag[] {
  const placed = placedArguments(tool);
  return argumentsOf(tool)
    .filter(({ name }) => name !== PREVIEW && !placed.some((other) => other.name === name))
    .flatMap(flagsOfArgument);
}

function flagsOfArgument({ name: argument, schema }: Argument): ToolFlag[] {
  const name = kebab(argument);
  const short = shortName(argument, schema);
  const help = schema.description ?? HELP[argument] ?? '';
  const flag = (given: Omit<ToolFlag, 'argument' | 'help'> & { help?: string }): ToolFlag => ({
    argument,
    help,
    ...given,
  });
  const choices = choicesOf(argument, schema);
  if (isStructured(schema)) {
    const read = (values: readonly (string | true)[]) => structured(name, schema, values);
    return [flag({ name, value: 'JSON|@FILE|-', choices: 'files', read })];
  }
  if (schema.type === 'array') {
    const item = (value: string | true) => typed(value, schema.items);
    const value = placeholder(schema.items ?? {});
    const list = (values: readonly (string | true)[]) => values.flatMap(listed).map(item);
    if (short === name) {
      return [flag({ name, value, ...choices, help: sentences(help, 'Repeats.'), read: list })];
    }
    const repeats = `Repeats; or --${name} A,B.`;
    return [
      flag({
        name: short,
        value,
        ...choices,
        help: sentences(help, repeats),
        read: (values) => values.map(item),
      }),
      flag({ name, value: 'A,B', isHidden: true, read: list }),
    ];
  }
  const last = (values: readonly (string | true)[]) => typed(values.at(-1), schema);
  const value = schema.type === 'boolean' ? {} : { value: placeholder(schema) };
  const own = flag({ name, ...value, ...choices, read: last });
  const shown = [flag({ name: short, ...value, ...choices, read: last })];
  if (isLongText(argument)) {
    const read = (values: readonly (string | true)[]) => withoutLastBreak(readSource(values));
    const file = { name: `${short}-file`, value: 'PATH|-', help: 'The same from a file.', read };
    shown.push(flag({ ...file, choices: 'files' }));
  }
  return short === name ? shown : [...shown, { ...own, isHidden: true }];
}

function shortName(argument: string, { type }: Schema): string {
  const short = SHORT_NAMES[argument];
  if (short !== undefined) return short;
  if (type === 'array') return kebab(argument).replace(/ies$/, 'y').replace(/s$/, '');
  return kebab(argument.replace(/(?<=.)TaskId$/, '').replace(/(?<=.)Markdown$/, ''));
}

function isLongText(argument: string): boolean {
  return argument.endsWith('Markdown') || argument === 'content';
}

function isStructured({ type, items }: Schema): boolean {
  return type === 'object' || (type === 'array' && items?.type === 'object');
}

function choicesOf(argument: string, schema: Schema): Pick<Flag, 'choices'> {
  const choices = schema.enum ?? schema.items?.enum;
  if (choices) return { choices: choices.filter((choice) => choice !== '') };
  return argument.endsWith('TaskId') || argument === 'dependsOn' ? { choices: 'tasks' } : {};
}

/** A list in one value: JSON, or words between commas. An empty value is an empty list. */
function listed(value: string | true): (string | true)[] {
  if (value === true) return [value];
  if (value.startsWith('[')) {
    const parsed = parsedOr(value, undefined);
    if (Array.isArray(parsed)) return parsed;
  }
  return value === '' ? [] : value.split(',').map((word) => word.trim());
}

/** JSON, from the command line, a file or standard input. Several lists are one. */
function structured(name: string, { type }: Schema, values: readonly (string | true)[]): unknown {
  const parsed = values.map((value) => {
    const text = value === '-' || String(value).startsWith('@') ? readSource([value]) : value;
    try {
      return JSON.parse(String(text)) as unknown;
    } catch (error) {
      throw new UsageError(`--${name} is not valid JSON: ${(error as Error).message}`);
    }
  });
  const isList = type === 'array' && parsed.every(Array.isArray);
  return isList ? parsed.flat() : parsed.at(-1);
}

function typed(value: unknown, schema: Schema | undefined): unknown {
  if (typeof value !== 'string' || schema?.type === 'string') return value;
  return parsedOr(value, value);
}

function parsedOr(text: string, otherwise: unknown): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** The line break that ends a file is no part of what is in it. */
function withoutLastBreak(text: string): string {
  return text.replace(/\r?\n$/, '');
}

function sentences(...texts: string[]): string {
  return texts.filter((text) => text !== '').join(' ');
}

export function placeholder({ type, enum: choices }: Schema): string {
  if (choices) return choices.filter((choice) => choice !== '').join('|');
  return type === 'integer' || type === 'number' ? 'N' : 'TEXT';
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
