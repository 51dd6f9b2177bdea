/** From words and flags to a tool and its arguments, by what the tools declare of themselves. */
import type { Tool } from '@modelcontextprotocol/server';
import { type CommandLine, type Flag, UsageError } from '../flags.ts';
import type { Toolset } from '../listing.ts';
import { nearest } from '../nearest.ts';

export interface Command {
  /** As it is typed: `plan list`. */
  words: string;
  toolset: string;
  tool: Tool;
}

/** Arguments that are given by their place. All others are flags. */
const PLACED = ['planId', 'taskId'];

export function commandsOf(toolsets: readonly Toolset[]): Command[] {
  return toolsets.flatMap(({ name, tools }) =>
    tools.map((tool) => ({ words: wordsOf(tool.name), toolset: name, tool })),
  );
}

/** `<group>_<verb>` is typed as two words, whatever the verb is made of. */
function wordsOf(toolName: string): string {
  return toolName.replace('_', ' ').replaceAll('_', '-');
}

export function findCommand(words: readonly string[], commands: readonly Command[]): Command {
  const typed = words.slice(0, 2).join(' ');
  const command = commands.find((candidate) => candidate.words === typed);
  if (command) return command;
  const meant = nearest(
    typed,
    commands.map((candidate) => candidate.words),
  );
  throw new UsageError(`Unknown command "${typed}"${meant ? `; did you mean ${meant}?` : ''}`);
}

export function placedArguments({ tool }: Command): string[] {
  return PLACED.filter((name) => name in propertiesOf(tool));
}

export function flagsOf(command: Command): Flag[] {
  const placed = placedArguments(command);
  return Object.entries(propertiesOf(command.tool))
    .filter(([name]) => !placed.includes(name))
    .map(([name, schema]) => ({
      name: kebab(name),
      ...(schema.type === 'boolean' ? {} : { value: placeholder(schema) }),
      help: schema.description ?? '',
    }));
}

/**
 * What cannot be read as the declared type is passed on as it was typed: the core checks every
 * argument, and its words are the same for all who call.
 */
export function argumentsOf(command: Command, line: CommandLine): Record<string, unknown> {
  const placed = placedArguments(command);
  if (line.words.length > placed.length) {
    const extra = line.words[placed.length];
    throw new UsageError(`"${extra}" is one word too many for ltp ${command.words}`);
  }
  const args: Record<string, unknown> = {};
  for (const [index, word] of line.words.entries()) args[placed[index] ?? ''] = word;
  for (const [name, schema] of Object.entries(propertiesOf(command.tool))) {
    const values = line.flags.get(kebab(name));
    if (values === undefined) continue;
    args[name] =
      schema.type === 'array'
        ? values.map((value) => typed(value, schema.items))
        : typed(values.at(-1), schema);
  }
  return args;
}

interface Schema {
  type?: string;
  description?: string;
  enum?: string[];
  items?: Schema;
}

function propertiesOf(tool: Tool): Record<string, Schema> {
  return (tool.inputSchema.properties ?? {}) as Record<string, Schema>;
}

function typed(value: string | true | undefined, schema: Schema | undefined): unknown {
  if (typeof value !== 'string' || schema?.type === 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function placeholder({ type, enum: choices, items }: Schema): string {
  if (choices) return choices.join('|');
  if (type === 'array' && items) return `${placeholder(items)}…`;
  return type === 'integer' || type === 'number' ? 'N' : type === 'object' ? 'JSON' : 'TEXT';
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
