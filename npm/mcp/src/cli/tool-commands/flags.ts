/**
 * The flags of a tool's command, from the tool's arguments. The argument's name in kebab case is always accepted; where
 * people would type something shorter, the help shows that:
 *
 * - a list is one flag that repeats, in the singular (`tags` is `--tag a --tag b`); the full name takes the whole list
 *   (`--tags a,b`, or a JSON array)
 * - another task is named by its relation to this one (`parentTaskId` is `--parent`)
 * - a long text is `--body`, or `--body-file` with a path or `-`
 * - objects are JSON, or `@FILE`, or `-` for standard input
 */
import type { Tool } from '@modelcontextprotocol/server';
import { type Flag, UsageError } from '../../flags.ts';
import type { CommandContext } from '../command.ts';
import { type Argument, argumentsOf, isWrite, type Schema } from './arguments.ts';

/** All other arguments are flags. */
const POSITIONAL = ['planId', 'taskId'];

/** Where the rules would not give the English word. */
const SHORT_NAMES: Record<string, string> = { sectionPath: 'section' };

/** For arguments that the listing does not describe, because models understand them without. */
const HELP: Record<string, string> = {
  ifMatch: 'Refuse, with exit code 3, unless the file still has this etag.',
  bodyMarkdown: 'Markdown under it.',
  clearBody: 'Remove the body.',
  parentTaskId: 'The task it goes under.',
  beforeTaskId: 'The task it goes before.',
  afterTaskId: 'The task it goes after.',
  cursor: 'Continue after a page: its nextCursor.',
  limit: 'Most that are shown at once.',
  ops: 'Operations, as in the tool.',
};

/** Every command that writes has it from `ltp`, whose reply contains the diff. */
const DRY_RUN_ARGUMENT = 'dryRun';
export const DRY_RUN: Flag = { name: 'dry-run', help: 'write nothing; show what would change' };

type Values = readonly (string | true)[];
type ReadText = (source: string) => string;

interface ToolFlag extends Flag {
  argument: string;
  read(values: Values, readText: ReadText): unknown;
}

export function positionalArguments(tool: Tool): Argument[] {
  const all = argumentsOf(tool);
  return POSITIONAL.flatMap((name) => all.find((argument) => argument.name === name) ?? []);
}

export function flagsOf(tool: Tool): Flag[] {
  return [...toolFlags(tool), ...(isWrite(tool) ? [DRY_RUN] : [])];
}

/** A value that does not have the declared type is passed on: the core checks every argument. */
export function argumentsIn(
  tool: Tool,
  context: Pick<CommandContext, 'line' | 'readText'>,
  words: string,
): Record<string, unknown> {
  const { line } = context;
  const positional = positionalArguments(tool);
  const extra = line.words[positional.length];
  if (extra !== undefined) throw new UsageError(`"${extra}" is one word too many for ltp ${words}`);
  const args: Record<string, unknown> = {};
  for (const [index, word] of line.words.entries()) args[positional[index]?.name ?? ''] = word;
  for (const { name, argument, read } of toolFlags(tool)) {
    const values = line.flags.get(name);
    if (values === undefined) continue;
    const value = read(values, (source) => context.readText(source));
    const before = args[argument];
    args[argument] = Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value;
  }
  return args;
}

function toolFlags(tool: Tool): ToolFlag[] {
  const positional = positionalArguments(tool).map(({ name }) => name);
  return argumentsOf(tool)
    .filter(({ name }) => name !== DRY_RUN_ARGUMENT && !positional.includes(name))
    .flatMap(flagsOfArgument);
}

function flagsOfArgument({ name: argument, schema }: Argument): ToolFlag[] {
  const name = kebabCase(argument);
  const short = shortName(argument, schema);
  const help = schema.description ?? HELP[argument] ?? '';
  const flag = (given: Omit<ToolFlag, 'argument' | 'help'> & { help?: string }): ToolFlag => ({
    argument,
    help,
    ...given,
  });
  const choices = choicesOf(argument, schema);
  if (isStructured(schema)) {
    const read = (values: Values, readText: ReadText) =>
      parseStructured(name, schema, values, readText);
    return [flag({ name, value: 'JSON|@FILE|-', choices: 'files', read })];
  }
  if (schema.type === 'array') {
    const item = (value: string | true) => parseValue(value, schema.items);
    const value = placeholder(schema.items ?? {});
    const list = (values: Values) => values.flatMap(splitList).map(item);
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
  const last = (values: Values) => parseValue(values.at(-1), schema);
  const value = schema.type === 'boolean' ? {} : { value: placeholder(schema) };
  const own = flag({ name, ...value, ...choices, read: last });
  const shown = [flag({ name: short, ...value, ...choices, read: last })];
  if (isLongText(argument)) {
    const read = (values: Values, readText: ReadText) =>
      withoutFinalNewline(readText(String(values.at(-1))));
    const file = { name: `${short}-file`, value: 'PATH|-', help: 'The same from a file.', read };
    shown.push(flag({ ...file, choices: 'files' }));
  }
  return short === name ? shown : [...shown, { ...own, isHidden: true }];
}

function shortName(argument: string, { type }: Schema): string {
  const short = SHORT_NAMES[argument];
  if (short !== undefined) return short;
  if (type === 'array') return kebabCase(argument).replace(/ies$/, 'y').replace(/s$/, '');
  return kebabCase(argument.replace(/(?<=.)TaskId$/, '').replace(/(?<=.)Markdown$/, ''));
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

/** A list in one value: JSON, or items separated by commas. An empty value is an empty list. */
function splitList(value: string | true): (string | true)[] {
  if (value === true) return [value];
  if (value.startsWith('[')) {
    const parsed = parseJson(value, undefined);
    if (Array.isArray(parsed)) return parsed;
  }
  return value === '' ? [] : value.split(',').map((item) => item.trim());
}

/** JSON from the command line, a file or standard input. Several lists become one. */
function parseStructured(
  name: string,
  { type }: Schema,
  values: Values,
  readText: ReadText,
): unknown {
  const parsed = values.map(String).map((value) => {
    const text = value === '-' || value.startsWith('@') ? readText(value) : value;
    try {
      return JSON.parse(text) as unknown;
    } catch (error) {
      throw new UsageError(`--${name} is not valid JSON: ${(error as Error).message}`);
    }
  });
  const isList = type === 'array' && parsed.every(Array.isArray);
  return isList ? parsed.flat() : parsed.at(-1);
}

function parseValue(value: unknown, schema: Schema | undefined): unknown {
  if (typeof value !== 'string' || schema?.type === 'string') return value;
  return parseJson(value, value);
}

function parseJson(text: string, otherwise: unknown): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** The newline at the end of a file is not part of its content. */
function withoutFinalNewline(text: string): string {
  return text.replace(/\r?\n$/, '');
}

function sentences(...texts: string[]): string {
  return texts.filter((text) => text !== '').join(' ');
}

function placeholder({ type, enum: choices }: Schema): string {
  if (choices) return choices.filter((choice) => choice !== '').join('|');
  return type === 'integer' || type === 'number' ? 'N' : 'TEXT';
}

function kebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
