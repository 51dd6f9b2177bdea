/** Examples of a tool's command for its help, made of a sample for each kind of argument. */
import type { Tool } from '@modelcontextprotocol/server';
import { placedArguments } from './flags.ts';
import { type Argument, argumentsOf, isWrite } from './schema.ts';

/** What could be typed, by the argument's name. Without one, the first of its choices is taken. */
const SAMPLES: Record<string, string> = {
  planId: 'demo',
  taskId: 't_parser',
  title: '--title "Write docs"',
  query: '--query parser',
  bodyMarkdown: '--body-file notes.md',
  sectionPath: '--section Milestones --section "Sprint 1"',
  tags: '--tag api',
  priority: '--priority high',
  status: '--status done',
  view: '--view flat',
  template: '--template basic',
  assignee: '--assignee ana',
  position: '--position first',
  includeBody: '--include-body',
  choices: '--choice 1=ours --choice 2.title=theirs',
  limit: '--limit 20',
  number: '--number 1',
  content: '--content "Found the cause."',
  context: '--context "Reads are slow."',
  decision: '--decision "Keep a cache."',
  rationale: '--rationale "It is simple."',
  ops: '--ops @ops.json',
  actions: '--action addMissingIds --action dedupeIds',
};

/** Arguments that name something, though not by their place. */
const NAMING = ['number'];

/** More than this does not make an example clearer. */
const MOST_OPTIONAL = 3;

export interface Sample {
  /** What follows the command's words, with a space before it. */
  args: string;
  what: string;
}

export function samplesOf(tool: Tool): Sample[] {
  const all = inTypingOrder(tool);
  const needed = all.filter(({ isRequired }) => isRequired);
  const optional = all
    .filter(({ name, isRequired }) => !isRequired && name in SAMPLES && name !== 'bodyMarkdown')
    .slice(0, MOST_OPTIONAL);
  const both = all.filter((argument) => needed.includes(argument) || optional.includes(argument));
  const samples: Sample[] = [];
  if (optional.length === 0 || isEnough(tool, needed)) {
    samples.push({ args: typed(needed), what: 'at its shortest' });
  }
  if (optional.length > 0) samples.push({ args: typed(both), what: 'with more said' });
  if (isWrite(tool)) {
    samples.push({ args: `${typed(both)} --dry-run`, what: 'only shows what it would change' });
  }
  return samples;
}

/**
 * Whether a tool does something when it is given no more than it has to be. One that changes something
 * which is named by its place has to be told what to change about it; unless it finds by itself what to do.
 */
function isEnough(tool: Tool, needed: readonly Argument[]): boolean {
  const placed = placedArguments(tool);
  const naming = [...NAMING, ...placed.map(({ name }) => name)];
  const isOnlyNamed = needed.every(({ name }) => naming.includes(name));
  const finds = placed.some(({ isRequired }) => !isRequired) && !tool.annotations?.destructiveHint;
  return !isWrite(tool) || !isOnlyNamed || finds;
}

/** What is given by its place comes first. */
function inTypingOrder(tool: Tool): Argument[] {
  const placed = placedArguments(tool).map(({ name }) => name);
  const rank = ({ name }: Argument) =>
    placed.includes(name) ? placed.indexOf(name) : placed.length;
  return argumentsOf(tool).sort((a, b) => rank(a) - rank(b));
}

function typed(args: readonly Argument[]): string {
  return args.map((argument) => ` ${sampleOf(argument)}`).join('');
}

/** A sample is none where other words are the choice. */
function sampleOf({ name, schema: { enum: choices } }: Argument): string {
  const sample = SAMPLES[name] ?? `--${name}`;
  const [flag, word = ''] = sample.split(' ');
  return choices && word !== '' && !choices.includes(word) ? `${flag} ${choices[0]}` : sample;
}
