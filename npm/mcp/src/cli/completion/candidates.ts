/** What can follow on a command line that is being typed. */
import { type CommandLine, type Flag, parseCommandLine } from '../../flags.ts';
import {
  type Command,
  CommandContext,
  type CommandDefinition,
  type Positional,
  type Program,
} from '../command.ts';
import { allCommands } from '../commands.ts';
import { allFlags, LEADING_FLAGS } from '../help.ts';
import { listPlans, readPlan } from '../plans.ts';
import { escapeControl } from '../text/escape.ts';

export interface Candidate {
  value: string;
  what?: string;
}

/** Makes the shell's script complete the names of files. */
const FILES: Candidate = { value: ':files' };
const DIRECTORIES: Candidate = { value: ':directories' };

export async function candidates(typed: readonly string[], program: Program): Promise<Candidate[]> {
  const words = withoutSplitFlags(typed);
  const current = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const found = await allCandidates(before, current, program);
  return found.filter((candidate) => isSpecial(candidate) || candidate.value.startsWith(current));
}

function isSpecial(candidate: Candidate): boolean {
  return candidate === FILES || candidate === DIRECTORIES;
}

async function allCandidates(
  before: readonly string[],
  current: string,
  program: Program,
): Promise<Candidate[]> {
  const { command, rest, leading } = commandIn(before);
  const definition = command?.define();
  const flags = definition ? allFlags(definition) : LEADING_FLAGS;
  const open = openFlag(rest, flags);
  const line = parseLeniently([...leading, ...rest.slice(0, open ? -1 : undefined)], flags);
  const values = new Values(program, line, flags);
  if (open) return values.ofFlag(open);
  const [name = '', value] = current.split('=', 2);
  const flag = value === undefined ? undefined : flags.find((one) => `--${one.name}` === name);
  if (flag) {
    const all = await values.ofFlag(flag);
    return all.map((one) => (isSpecial(one) ? one : { ...one, value: `${name}=${one.value}` }));
  }
  if (current.startsWith('-')) return flagCandidates(flags);
  if (definition) return values.at(definition, line.words.length);
  return commandCandidates(line.words);
}

interface Typed {
  command: Command | undefined;
  /** Flags before the command. */
  leading: string[];
  /** What follows the command's words, or everything if there is no command yet. */
  rest: string[];
}

function commandIn(words: readonly string[]): Typed {
  const commands = allCommands();
  let at = 0;
  while (at < words.length && words[at]?.startsWith('-')) {
    const flag = LEADING_FLAGS.find(({ name }) => words[at] === `--${name}`);
    at += flag?.value === undefined ? 1 : 2;
  }
  for (const length of [2, 1]) {
    const typed = words.slice(at, at + length);
    const command = commands.find((one) => one.words === typed.join(' '));
    if (command && typed.length === length) {
      return { command, leading: words.slice(0, at), rest: words.slice(at + length) };
    }
  }
  return { command: undefined, leading: [], rest: [...words] };
}

/** The flag whose value is being typed. */
function openFlag(before: readonly string[], flags: readonly Flag[]): Flag | undefined {
  const last = before.at(-1);
  return flags.find(({ name, value }) => last === `--${name}` && value !== undefined);
}

/** Mistakes in an unfinished line are not reported. */
function parseLeniently(words: readonly string[], flags: readonly Flag[]): CommandLine {
  try {
    return parseCommandLine(words, flags);
  } catch {
    return { flags: new Map(), words: words.filter((word) => !word.startsWith('-')) };
  }
}

/** The possible values of flags and words. */
class Values {
  readonly #context: CommandContext;

  constructor(program: Program, line: CommandLine, flags: readonly Flag[]) {
    this.#context = new CommandContext(program, { line, flags });
  }

  async ofFlag({ choices, value }: Flag): Promise<Candidate[]> {
    if (choices === undefined) return value === 'DIR' ? [DIRECTORIES] : [];
    if (choices === 'plans') return this.#plans();
    if (choices === 'tasks') return this.#tasks();
    if (choices === 'files') return [FILES];
    if (choices === 'directories') return [DIRECTORIES];
    return choices.map((choice) => ({ value: choice }));
  }

  async at({ positionals = [] }: CommandDefinition, index: number): Promise<Candidate[]> {
    const last: Positional | undefined = positionals.at(-1);
    const positional = positionals[index] ?? (last === 'plan…' ? last : undefined);
    if (positional === undefined) return [];
    if (positional === 'plan') return this.#plans();
    if (positional === 'plan…') return [...(await this.#plans()), FILES];
    if (positional === 'task') return this.#tasks();
    if (positional === 'file') return [FILES];
    return positional.map((value) => ({ value }));
  }

  async #plans(): Promise<Candidate[]> {
    const plans = await listPlans(this.#context, this.#context.session('plan'));
    return plans.map(({ planId, title }) => ({ value: planId, what: escapeControl(title) }));
  }

  /** The tasks of the plan that the first word names. */
  async #tasks(): Promise<Candidate[]> {
    const { tasks } = await readPlan(this.#context, this.#context.word(0, 'The plan'));
    return tasks.map(({ id, title }) => ({ value: id, what: escapeControl(title) }));
  }
}

function flagCandidates(flags: readonly Flag[]): Candidate[] {
  return flags
    .filter(({ isHidden }) => !isHidden)
    .map(({ name, help }) => ({ value: `--${name}`, what: help }));
}

/** Commands by their next word. */
function commandCandidates([first, ...more]: readonly string[]): Candidate[] {
  if (more.length > 0) return [];
  const seen = new Map<string, Candidate>();
  for (const { words, summary } of allCommands()) {
    const [head = '', tail] = words.split(' ');
    if (first === undefined) {
      const what = tail === undefined ? summary : `Commands about a ${head}.`;
      if (!seen.has(head)) seen.set(head, { value: head, what });
    } else if (first === head && tail !== undefined) {
      seen.set(tail, { value: tail, what: summary });
    }
  }
  return [...seen.values()];
}

/** bash passes `--flag=value` as three words. */
function withoutSplitFlags(words: readonly string[]): string[] {
  const joined: string[] = [];
  for (const [index, word] of words.entries()) {
    const isAfterEquals = words[index - 1] === '=' && joined.at(-1)?.startsWith('--');
    const isEquals = word === '=' && joined.at(-1)?.startsWith('--');
    if (isAfterEquals || isEquals) joined.push(`${joined.pop()}${word}`);
    else joined.push(word);
  }
  return joined;
}
