/** What a command line that is being typed can go on with. */
import { type CommandLine, type Flag, parseCommandLine } from '../../flags.ts';
import type { Command, CommandBody, Place } from '../command.ts';
import { allCommands } from '../commands.ts';
import { FIRST_FLAGS } from '../common-flags.ts';
import { Invocation, type Program } from '../invocation.ts';
import { withCommon } from '../ltp.ts';
import { readPlan } from '../plan-reader.ts';
import { listedPlans } from '../plans.ts';
import { printable } from '../text/printable.ts';

export interface Candidate {
  value: string;
  what?: string;
}

/** Says to the shell's script: complete the names of files. */
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
  const { command, rest, first } = commandIn(before);
  const body = command?.define();
  const flags = body ? withCommon(body) : FIRST_FLAGS;
  const opened = openFlag(rest, flags);
  const line = lenientLine([...first, ...rest.slice(0, opened ? -1 : undefined)], flags);
  const context = new Context(program, line, flags);
  if (opened) return context.valuesOf(opened);
  const [name = '', value] = current.split('=', 2);
  const flag = value === undefined ? undefined : flags.find((one) => `--${one.name}` === name);
  if (flag) {
    const values = await context.valuesOf(flag);
    return values.map((one) => (isSpecial(one) ? one : { ...one, value: `${name}=${one.value}` }));
  }
  if (current.startsWith('-')) return flagCandidates(flags);
  if (body) return context.valuesAt(body, line.words.length);
  return commandCandidates(line.words);
}

interface Typed {
  command: Command | undefined;
  /** Flags before the command. */
  first: string[];
  /** What follows the command's words, or all if there is none yet. */
  rest: string[];
}

function commandIn(words: readonly string[]): Typed {
  const commands = allCommands();
  let at = 0;
  while (at < words.length && words[at]?.startsWith('-')) {
    const flag = FIRST_FLAGS.find(({ name }) => words[at] === `--${name}`);
    at += flag?.value === undefined ? 1 : 2;
  }
  for (const length of [2, 1]) {
    const typed = words.slice(at, at + length);
    const command = commands.find((one) => one.words === typed.join(' '));
    if (command && typed.length === length) {
      return { command, first: words.slice(0, at), rest: words.slice(at + length) };
    }
  }
  return { command: undefined, first: [], rest: [...words] };
}

/** The flag whose value the current word is. */
function openFlag(before: readonly string[], flags: readonly Flag[]): Flag | undefined {
  const last = before.at(-1);
  return flags.find(({ name, value }) => last === `--${name}` && value !== undefined);
}

/** What is typed so far may have mistakes, which are not to be told now. */
function lenientLine(words: readonly string[], flags: readonly Flag[]): CommandLine {
  try {
    return parseCommandLine(words, flags);
  } catch {
    return { flags: new Map(), words: words.filter((word) => !word.startsWith('-')) };
  }
}

class Context {
  readonly #invocation: Invocation;

  constructor(program: Program, line: CommandLine, flags: readonly Flag[]) {
    this.#invocation = new Invocation(program, line, flags);
  }

  async valuesOf({ choices, value }: Flag): Promise<Candidate[]> {
    if (choices === undefined) return value === 'DIR' ? [DIRECTORIES] : [];
    if (choices === 'plans') return this.#plans();
    if (choices === 'tasks') return this.#tasks();
    if (choices === 'files') return [FILES];
    if (choices === 'directories') return [DIRECTORIES];
    return choices.map((choice) => ({ value: choice }));
  }

  async valuesAt({ places = [] }: CommandBody, index: number): Promise<Candidate[]> {
    const last: Place | undefined = places.at(-1);
    const place = places[index] ?? (last === 'plan…' ? last : undefined);
    if (place === undefined) return [];
    if (place === 'plan') return this.#plans();
    if (place === 'plan…') return [...(await this.#plans()), FILES];
    if (place === 'task') return this.#tasks();
    if (place === 'file') return [FILES];
    return place.map((value) => ({ value }));
  }

  async #plans(): Promise<Candidate[]> {
    const plans = await listedPlans(this.#invocation, this.#invocation.session('plan'));
    return plans.map(({ planId, title }) => ({ value: planId, what: printable(title) }));
  }

  /** Of the plan that the first word names. */
  async #tasks(): Promise<Candidate[]> {
    const { tasks } = await readPlan(this.#invocation, this.#invocation.word(0, 'The plan'));
    return tasks.map(({ id, title }) => ({ value: id, what: printable(title) }));
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

/** bash hands over `--flag=value` as three words. */
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
