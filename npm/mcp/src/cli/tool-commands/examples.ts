/** Examples of a tool's command, composed of a sample value for each argument. */
import type { Tool } from '@modelcontextprotocol/server';
import { type Argument, argumentsOf, isWrite } from './arguments.ts';
import { positionalArguments } from './flags.ts';

/** By the argument's name. An argument without a sample has its first choice. */
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

/** For tools that need other tasks than the rest: one can be started only while no one else holds it. */
const SAMPLES_OF_TOOLS: Record<string, Record<string, string>> = {
  task_start: { taskId: 't_zero' },
};

/** Arguments that identify something, but are flags. */
const NAMING = ['number'];

/** More would not make an example clearer. */
const MAX_OPTIONAL = 3;

export interface ExampleArguments {
  /** What follows the command's words, with a space before it. */
  args: string;
  what: string;
}

export function exampleArguments(tool: Tool): ExampleArguments[] {
  const all = inTypingOrder(tool);
  const needed = all.filter(({ isRequired }) => isRequired);
  const optional = all
    .filter(({ name, isRequired }) => !isRequired && name in SAMPLES && name !== 'bodyMarkdown')
    .slice(0, MAX_OPTIONAL);
  const both = all.filter((argument) => needed.includes(argument) || optional.includes(argument));
  const examples: ExampleArguments[] = [];
  if (optional.length === 0 || isEnough(tool, needed)) {
    examples.push({ args: typed(tool, needed), what: 'at its shortest' });
  }
  if (optional.length > 0) examples.push({ args: typed(tool, both), what: 'with more flags' });
  if (isWrite(tool)) {
    examples.push({
      args: `${typed(tool, both)} --dry-run`,
      what: 'only shows what it would change',
    });
  }
  return examples;
}

/**
 * Whether a tool does something with only its required arguments. A tool that changes what its positional arguments name
 * needs to know what to change, unless it finds that out itself without being allowed to.
 */
function isEnough(tool: Tool, needed: readonly Argument[]): boolean {
  const positional = positionalArguments(tool);
  const naming = [...NAMING, ...positional.map(({ name }) => name)];
  const isOnlyNamed = needed.every(({ name }) => naming.includes(name));
  const finds =
    positional.some(({ isRequired }) => !isRequired) &&
    !argumentsOf(tool).some(({ name }) => name === 'allowDefaultTarget');
  return !isWrite(tool) || !isOnlyNamed || finds;
}

/** Positional arguments come first. */
function inTypingOrder(tool: Tool): Argument[] {
  const positional = positionalArguments(tool).map(({ name }) => name);
  const rank = ({ name }: Argument) =>
    positional.includes(name) ? positional.indexOf(name) : positional.length;
  return argumentsOf(tool).sort((a, b) => rank(a) - rank(b));
}

function typed({ name }: Tool, args: readonly Argument[]): string {
  return args.map((argument) => ` ${sampleOf(argument, SAMPLES_OF_TOOLS[name])}`).join('');
}

/** A sample that is not among the argument's choices is replaced by the first of them. */
function sampleOf(
  { name, schema: { enum: choices } }: Argument,
  samples: Record<string, string> = {},
): string {
  const sample = samples[name] ?? SAMPLES[name] ?? `--${name}`;
  const [flag, word = ''] = sample.split(' ');
  return choices && word !== '' && !choices.includes(word) ? `${flag} ${choices[0]}` : sample;
}
