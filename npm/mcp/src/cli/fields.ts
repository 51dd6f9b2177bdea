/** The fields of a task as flags, the same for `add`, `edit` and as filters of `list`. */
import { allValues, type Flag, isOn, lastValue, UsageError } from '../flags.ts';
import type { CommandContext } from './command.ts';
import { DATE_EXAMPLES, type Direction, parseDate } from './dates.ts';

export const PRIORITIES = ['highest', 'high', 'medium', 'low'];

export const FIELD_FLAGS: Flag[] = [
  {
    name: 'section',
    short: 's',
    value: 'NAME',
    help: 'the heading it is under',
    choices: 'sections',
  },
  {
    name: 'tag',
    short: 't',
    value: 'TAG',
    help: 'a tag; can be given several times',
    choices: 'tags',
  },
  { name: 'due', short: 'd', value: 'DATE', help: 'fri, tomorrow, +3d, "1 dec", 2026-12-01' },
  {
    name: 'priority',
    short: 'P',
    value: 'PRIORITY',
    help: PRIORITIES.join(', '),
    choices: PRIORITIES,
  },
  { name: 'assignee', short: 'a', value: 'NAME', help: 'who it is for', choices: 'people' },
  { name: 'estimate', value: 'TEXT', help: 'how long it takes, in any words' },
  { name: 'type', value: 'TEXT', help: 'what kind of task it is' },
  { name: 'area', value: 'TEXT', help: 'which part of the product it is about' },
];

export const PLAN_FLAG: Flag = {
  name: 'plan',
  short: 'p',
  value: 'PLAN',
  help: 'the plan',
  choices: 'plans',
};
export const ALL_PLANS_FLAG: Flag = { name: 'all-plans', short: 'A', help: 'all plans' };
export const DRY_RUN_FLAG: Flag = {
  name: 'dry-run',
  short: 'n',
  help: 'show the diff, change nothing',
};
export const YES_FLAG: Flag = { name: 'yes', short: 'y', help: 'answer every question with yes' };
export const NEW_SECTION_FLAG: Flag = {
  name: 'new-section',
  help: 'make the section if it does not exist',
};
export const NOTE_FLAG: Flag = { name: 'note', value: 'TEXT', help: 'a paragraph for its notes' };

export const isDryRun = (context: CommandContext): boolean => isOn(context.line, 'dry-run');

/** The value of a flag that is a date, `YYYY-MM-DD`. */
export function dateFlag(
  context: CommandContext,
  name: string,
  direction: Direction = 'next',
): string | undefined {
  const given = lastValue(context.line, name);
  if (given === undefined) return undefined;
  const date = parseDate(given, context.now, direction);
  if (date !== undefined) return date;
  throw new UsageError(`"${given}" is not a date. ${DATE_EXAMPLES}`);
}

/** The value of a flag that has choices. */
export function choiceFlag(
  context: CommandContext,
  name: string,
  choices: readonly string[],
): string | undefined {
  const given = lastValue(context.line, name);
  if (given === undefined) return undefined;
  const chosen = choices.find((choice) => choice === given.toLowerCase());
  if (chosen !== undefined) return chosen;
  const or = `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`;
  throw new UsageError(`--${name} takes ${or}, not "${given}"`);
}

/** The fields that were given, by the names of the tools' arguments. */
export function fieldArguments(context: CommandContext): Record<string, unknown> {
  const { line } = context;
  const due = dateFlag(context, 'due');
  const priority = choiceFlag(context, 'priority', PRIORITIES);
  const tags = tagValues(context, 'tag');
  const args: Record<string, unknown> = {
    ...(due !== undefined && { due }),
    ...(priority !== undefined && { priority }),
    ...(tags.length > 0 && { tags }),
  };
  for (const name of ['assignee', 'estimate', 'type', 'area']) {
    const value = lastValue(line, name);
    if (value !== undefined) args[name] = value;
  }
  return args;
}

/** `--tag a --tag b` or `--tag a,b`, with or without `#`. */
export function tagValues({ line }: CommandContext, name: string): string[] {
  return allValues(line, name)
    .flatMap((value) => value.split(','))
    .map((tag) => tag.trim().replace(/^#/, ''))
    .filter((tag) => tag !== '');
}
