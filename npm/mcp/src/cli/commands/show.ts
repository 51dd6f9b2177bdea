import { type Flag, isOn } from '../../flags.ts';
import type { CommandDefinition } from '../command.ts';
import { ExitCode } from '../exit-code.ts';
import { FILTER_FLAGS, filterOf } from '../filter.ts';
import {
  detailsOf,
  type PlanOutline,
  parentIdOf,
  readPlan,
  type TaskOutline,
  taskJson,
} from '../plans.ts';
import { escapeControl, escapeLines } from '../text/escape.ts';
import { progress } from '../text/progress.ts';
import type { Style } from '../text/style.ts';
import { checkboxOf, details } from '../text/task.ts';

const FLAGS: Flag[] = [
  ...FILTER_FLAGS,
  { name: 'body', help: "with the tasks' bodies" },
  { name: 'no-ids', help: 'without ids' },
];

export const show: CommandDefinition = {
  usage: '<plan> [flags]',
  about: `Show a plan as a tree: headings, tasks with their status and attributes. With filters, the tasks that match
and their parents. As JSON, the tasks that match, in order.`,
  examples: [
    { line: 'ltp show demo', what: 'all of it' },
    { line: 'ltp show demo --status open --tag api', what: 'what is left to do about the API' },
    { line: 'ltp show demo --section Milestones --section "Sprint 1"', what: 'one section' },
    { line: 'ltp show demo --status doing --json', what: 'what is in progress, for a script' },
  ],
  flags: FLAGS,
  positionals: ['plan'],
  run: async (context) => {
    const planId = context.word(0, 'The plan');
    context.atMost(1);
    const filter = filterOf(context.line);
    const hasBodies = isOn(context.line, 'body');
    const plan = await readPlan(context, planId);
    const matching = plan.tasks.map(filter.matches);
    const tasks = plan.tasks.filter((_, index) => matching[index]);
    const json = () => ({
      planId,
      title: plan.title,
      stats: plan.stats,
      ...(plan.errors.length > 0 && { errors: plan.errors }),
      ...(filter.isOn && { matched: tasks.length }),
      tasks: tasks.map((task) => ({
        ...taskJson(task, parentIdOf(plan, task)),
        ...(hasBodies && task.body !== undefined && { bodyMarkdown: task.body }),
      })),
    });
    const hasIds = !isOn(context.line, 'no-ids');
    await context.output.result(json, (style) =>
      planText(plan, { matching, isFiltered: filter.isOn, hasBodies, hasIds }, style),
    );
    return ExitCode.done;
  },
};

interface DisplayChoice {
  matching: boolean[];
  isFiltered: boolean;
  hasBodies: boolean;
  hasIds: boolean;
}

function planText(plan: PlanOutline, choice: DisplayChoice, style: Style): string {
  const visible = withAncestors(plan, choice.matching);
  const lines = [
    `${style.paint('bold', escapeControl(plan.title))}  ${progress(plan.stats)}`,
    ...sectionLines(plan, visible, choice, style),
  ];
  if (choice.isFiltered) {
    const count = choice.matching.filter(Boolean).length;
    lines.push('', style.paint('dim', `${count} of ${plan.stats.total} tasks`));
  }
  if (plan.errors.length > 0) {
    const errors = plan.errors.length === 1 ? 'an error' : `${plan.errors.length} errors`;
    lines.push(
      '',
      style.paint('red', `The file has ${errors}; ltp check ${plan.planId} shows more.`),
    );
  }
  return `${lines.join('\n')}\n`;
}

/** A task is shown with its parents. */
function withAncestors({ tasks }: PlanOutline, matching: readonly boolean[]): boolean[] {
  const visible = [...matching];
  for (let index = tasks.length - 1; index >= 0; index--) {
    const parent = tasks[index]?.parent;
    if (visible[index] && parent !== undefined) visible[parent] = true;
  }
  return visible;
}

/** Headings and tasks in the order of the file. With filters, headings without a visible task are omitted. */
function sectionLines(
  plan: PlanOutline,
  visible: readonly boolean[],
  choice: DisplayChoice,
  style: Style,
): string[] {
  const bySection = new Map<number | undefined, number[]>();
  for (const [index, { section }] of plan.tasks.entries()) {
    if (!visible[index]) continue;
    const indexes = bySection.get(section);
    if (indexes) indexes.push(index);
    else bySection.set(section, [index]);
  }
  const needed = neededSections(plan, bySection, choice.isFiltered);
  const lines: string[] = [];
  const tasksOf = (section: number | undefined) => {
    for (const line of treeLines(plan, bySection.get(section) ?? [], choice, style))
      lines.push(line);
  };
  if (bySection.has(undefined)) lines.push('');
  tasksOf(undefined);
  for (const [index, { name, level }] of plan.sections.entries()) {
    if (!needed[index]) continue;
    if (level > 1)
      lines.push('', style.paint('bold', `${'#'.repeat(level)} ${escapeControl(name)}`));
    else if (bySection.has(index)) lines.push('');
    tasksOf(index);
  }
  return lines;
}

function neededSections(
  { sections }: PlanOutline,
  bySection: Map<number | undefined, number[]>,
  isFiltered: boolean,
): boolean[] {
  const needed = sections.map((_, index) => !isFiltered || bySection.has(index));
  for (let index = sections.length - 1; index >= 0; index--) {
    const parent = sections[index]?.parent;
    if (needed[index] && parent !== undefined) needed[parent] = true;
  }
  return needed;
}

/** The tasks of one section, each followed by its subtasks. */
function treeLines(
  plan: PlanOutline,
  indexes: readonly number[],
  choice: DisplayChoice,
  style: Style,
): string[] {
  const isLast = lastSiblings(plan, indexes);
  /** By depth: the guide lines in front of deeper tasks. */
  const guides: string[] = [];
  const lines: string[] = [];
  for (const [position, index] of indexes.entries()) {
    const task = plan.tasks[index];
    if (!task) continue;
    const stem = task.depth === 0 ? '' : isLast[position] ? '└─ ' : '├─ ';
    const front = guides.slice(1, task.depth).join('');
    guides[task.depth] = task.depth === 0 ? '' : isLast[position] ? '   ' : '│  ';
    const isDim = choice.isFiltered && !choice.matching[index];
    lines.push(style.paint('dim', front + stem) + taskLine(task, isDim, choice, style));
    if (choice.hasBodies && task.body !== undefined) {
      const under = `${front}${guides[task.depth]}    `;
      const body = escapeLines(task.body.markdown).split('\n');
      for (const line of body) lines.push(style.paint('dim', `${under}${line}`.trimEnd()));
    }
  }
  return lines;
}

/** Whether each task is the last of its visible siblings. */
function lastSiblings({ tasks }: PlanOutline, indexes: readonly number[]): boolean[] {
  const seen = new Set<number | undefined>();
  const isLast: boolean[] = new Array(indexes.length).fill(false);
  for (let position = indexes.length - 1; position >= 0; position--) {
    const parent = tasks[indexes[position] ?? 0]?.parent;
    isLast[position] = !seen.has(parent);
    seen.add(parent);
  }
  return isLast;
}

function taskLine(
  task: TaskOutline,
  isDim: boolean,
  { hasIds }: DisplayChoice,
  style: Style,
): string {
  const title = escapeControl(task.title);
  const isFaint = isDim || task.status === 'done';
  return [
    `${checkboxOf(task.status, style)} ${isFaint ? style.paint('dim', title) : title}`,
    ...details(detailsOf(task), style),
    ...(hasIds ? [style.paint('dim', escapeControl(task.id))] : []),
  ].join('  ');
}
