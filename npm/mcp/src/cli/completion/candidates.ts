/** What can follow on a command line that is being typed. */
import { type CommandLine, type Flag, lastValue, parseCommandLine } from '../../flags.ts';
import {
  type Command,
  CommandContext,
  type CommandDefinition,
  type Positional,
  type Program,
} from '../command.ts';
import { allCommands, verbsOf } from '../commands.ts';
import { allFlags, LEADING_FLAGS } from '../help.ts';
import { logWords, readLog } from '../history.ts';
import { isOpen, type ProjectData, type Row, readProjectData } from '../project-data.ts';
import { escapeControl } from '../text/escape.ts';
import { byTask } from '../views/changes.ts';
import { phraseOf } from '../views/log.ts';

export interface Candidate {
  value: string;
  what?: string;
  /** A text whose words can be typed instead of the value. */
  words?: string;
}

/** Makes the shell's script complete the names of files. */
const FILES: Candidate = { value: ':files' };
const DIRECTORIES: Candidate = { value: ':directories' };

export async function candidates(typed: readonly string[], program: Program): Promise<Candidate[]> {
  const words = withoutSplitFlags(typed);
  const current = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const found = await allCandidates(before, current, program);
  const named = found.filter(
    (candidate) => isSpecial(candidate) || startsWith(candidate.value, current),
  );
  return named.length > 0 ? named : found.filter(({ words: text }) => beginsWord(text, current));
}

/** The case of a short name does not matter. */
function startsWith(value: string, typed: string): boolean {
  return value.toLowerCase().startsWith(typed.toLowerCase());
}

function beginsWord(text: string | undefined, typed: string): boolean {
  const words = text?.toLowerCase().split(/[^\p{L}\p{N}]+/u) ?? [];
  return typed !== '' && words.some((word) => word.startsWith(typed.toLowerCase()));
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
  const isGroup = command !== undefined && verbsOf(command.words, allCommands()).length > 0;
  if (isGroup && line.words.length === 0) return commandCandidates([command.words]);
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
    const name = typed.join(' ');
    const command = commands.find((one) => one.words === name || one.aliases?.includes(name));
    if (command && typed.length === length) {
      return { command, leading: words.slice(0, at), rest: words.slice(at + length) };
    }
  }
  return { command: undefined, leading: [], rest: [...words] };
}

/** The flag whose value is being typed. */
function openFlag(before: readonly string[], flags: readonly Flag[]): Flag | undefined {
  const last = before.at(-1);
  return flags.find(
    ({ name, short, value }) =>
      value !== undefined && (last === `--${name}` || last === `-${short}`),
  );
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
  #data: Promise<ProjectData> | undefined;

  constructor(program: Program, line: CommandLine, flags: readonly Flag[]) {
    this.#context = new CommandContext(program, { line, flags });
  }

  async ofFlag({ choices, value }: Flag): Promise<Candidate[]> {
    if (choices === undefined) return value === 'DIR' ? [DIRECTORIES] : [];
    if (typeof choices !== 'string') return choices.map((choice) => ({ value: choice }));
    switch (choices) {
      case 'plans':
        return this.#plans();
      case 'tasks':
        return this.#tasks(() => true);
      case 'files':
        return [FILES];
      case 'directories':
        return [DIRECTORIES];
      case 'sections':
        return this.#names(({ sectionPath }) => sectionPath.slice(-1), { withEmpty: true });
      case 'tags':
        return this.#names(({ tags = [] }) => tags);
      case 'people':
        return this.#names((row) => row.heldBy ?? row.assignee ?? []);
    }
  }

  async at({ positionals = [] }: CommandDefinition, index: number): Promise<Candidate[]> {
    const last: Positional | undefined = positionals.at(-1);
    const isRepeated = typeof last === 'string' && last.endsWith('…');
    const positional = positionals[index] ?? (isRepeated ? last : undefined);
    if (positional === undefined) return [];
    if (typeof positional !== 'string') return positional.map((value) => ({ value }));
    switch (positional) {
      case 'plan':
        return this.#plans();
      case 'plan…':
        return [...(await this.#plans()), FILES];
      case 'planOrTask':
        return [...(await this.#plans()), ...(await this.#tasks(() => true))];
      case 'task':
        return this.#idsOfPlan();
      case 'task…':
        return this.#tasks(() => true);
      case 'openTask…':
        return this.#tasks(isOpen);
      case 'doneTask…':
        return this.#tasks((row) => !isOpen(row));
      case 'change':
        return this.#changes();
      case 'file':
        return [FILES];
    }
  }

  get #project(): Promise<ProjectData> {
    this.#data ??= readProjectData(this.#context);
    return this.#data;
  }

  async #plans(): Promise<Candidate[]> {
    const { plans } = await this.#project;
    return plans.map(({ planId, title }) => ({ value: planId, what: escapeControl(title) }));
  }

  /** Short names. A word of a title that fits one task becomes its name. */
  async #tasks(isWanted: (row: Row) => boolean): Promise<Candidate[]> {
    const planId = lastValue(this.#context.line, 'plan');
    const rows = [...(await this.#project).rows()].filter(
      (row) => isWanted(row) && (planId === undefined || row.planId === planId),
    );
    return rows.map(({ short, title }) => ({
      value: escapeControl(short),
      what: escapeControl(title),
      words: title,
    }));
  }

  /** The ids of the plan that the first word names, for commands that scripts use. */
  async #idsOfPlan(): Promise<Candidate[]> {
    const tasks = (await this.#project).plan(this.#context.words[0] ?? '')?.tasks ?? [];
    return tasks.map(({ id, title }) => ({ value: id, what: escapeControl(title) }));
  }

  async #names(
    namesOf: (row: Row) => string | readonly string[],
    { withEmpty = false } = {},
  ): Promise<Candidate[]> {
    const data = await this.#project;
    const planId =
      lastValue(this.#context.line, 'plan') ?? this.#context.settings('plan').defaultPlan;
    const isWanted = (id: string) => planId === undefined || planId === id;
    const ofRows = [...data.rows()].filter((row) => isWanted(row.planId)).flatMap(namesOf);
    const empty = data.plans
      .filter((plan) => isWanted(plan.planId))
      .flatMap(({ sections }) => sections.flatMap((path) => path.slice(-1)));
    const names = new Set([...ofRows, ...(withEmpty ? empty : [])]);
    return [...names].sort().map((name) => ({ value: escapeControl(name) }));
  }

  async #changes(): Promise<Candidate[]> {
    const changes = await readLog(this.#context);
    const log = logWords(this.#context, await this.#project);
    const undoable = changes.filter(
      ({ by, undoneBy }) => by !== undefined && undoneBy === undefined,
    );
    return undoable.slice(0, MAX_CHANGES).map(({ short, planId, changes: all }) => {
      const [group = []] = byTask(all);
      const title = group[0]?.taskId === undefined ? planId : (group[0]?.title ?? '');
      return { value: short, what: escapeControl(`${title}: ${phraseOf(planId, group, log)}`) };
    });
  }
}

/** The latest ones. */
const MAX_CHANGES = 20;

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
      const what = tail === undefined ? summary : `Commands about a ${head}`;
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
