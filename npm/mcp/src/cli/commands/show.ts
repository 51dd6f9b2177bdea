import { type Flag, isOn } from '../../flags.ts';
import type { CommandBody } from '../command.ts';
import { ExitCode } from '../exit-code.ts';
import { FILTER_FLAGS, filterOf } from '../filter.ts';
import {
  detailsOf,
  parentIdOf,
  readPlan,
  type ShownPlan,
  type ShownTask,
  taskJson,
} from '../plan-reader.ts';
import { printable, printableLines } from '../text/printable.ts';
import { progress } from '../text/progress.ts';
import type { Style } from '../text/style.ts';
import { details, statusMark } from '../text/task.ts';

const FLAGS: Flag[] = [
  ...FILTER_FLAGS,
  { name: 'body', help: "with the tasks' bodies" },
  { name: 'no-ids', help: 'without ids' },
];

export const show: CommandBody = {
  usage: '<plan> [flags]',
  about: `Show a plan as a tree: headings, tasks with their status, and what they say of themselves. With
filters, the tasks that match and those they are under. As JSON, the tasks that match, in order.`,
  examples: [
    { line: 'ltp show demo', what: 'all of it' },
    { line: 'ltp show demo --status open --tag api', what: 'what is left to do about the API' },
    { line: 'ltp show demo --section Milestones --section "Sprint 1"', what: 'one section' },
    { line: 'ltp show demo --status doing --json', what: 'what is in progress, for a script' },
  ],
  flags: FLAGS,
  places: ['plan'],
  run: async (invocation) => {
    const planId = invocation.word(0, 'The plan');
    invocation.atMost(1);
    const filter = filterOf(invocation.line);
    const hasBodies = isOn(invocation.line, 'body');
    const plan = await readPlan(invocation, planId);
    const matching = plan.tasks.map(filter.matches);
    const tasks = plan.tasks.filter((_, number) => matching[number]);
    const answer = () => ({
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
    const hasIds = !isOn(invocation.line, 'no-ids');
    await invocation.output.answer(answer, (style) =>
      planText(plan, { matching, isFiltered: filter.isOn, hasBodies, hasIds }, style),
    );
    return ExitCode.done;
  },
};

interface Choice {
  matching: boolean[];
  isFiltered: boolean;
  hasBodies: boolean;
  hasIds: boolean;
}

function planText(plan: ShownPlan, choice: Choice, style: Style): string {
  const visible = withAncestors(plan, choice.matching);
  const lines = [
    `${style.paint('bold', printable(plan.title))}  ${progress(plan.stats)}`,
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
      style.paint('red', `The file has ${errors}; ltp check ${plan.planId} tells more.`),
    );
  }
  return `${lines.join('\n')}\n`;
}

/** A task is not shown without those it is under. */
function withAncestors({ tasks }: ShownPlan, matching: readonly boolean[]): boolean[] {
  const visible = [...matching];
  for (let number = tasks.length - 1; number >= 0; number--) {
    const parent = tasks[number]?.parent;
    if (visible[number] && parent !== undefined) visible[parent] = true;
  }
  return visible;
}

/** Headings and tasks in the order of the file. A heading without anything to show under it is left out of a filtered plan. */
function sectionLines(
  plan: ShownPlan,
  visible: readonly boolean[],
  choice: Choice,
  style: Style,
): string[] {
  const bySection = new Map<number | undefined, number[]>();
  for (const [number, { section }] of plan.tasks.entries()) {
    if (!visible[number]) continue;
    const numbers = bySection.get(section);
    if (numbers) numbers.push(number);
    else bySection.set(section, [number]);
  }
  const needed = neededSections(plan, bySection, choice.isFiltered);
  const lines: string[] = [];
  const tasksOf = (section: number | undefined) => {
    for (const line of treeLines(plan, bySection.get(section) ?? [], choice, style))
      lines.push(line);
  };
  if (bySection.has(undefined)) lines.push('');
  tasksOf(undefined);
  for (const [number, { name, level }] of plan.sections.entries()) {
    if (!needed[number]) continue;
    if (level > 1) lines.push('', style.paint('bold', `${'#'.repeat(level)} ${printable(name)}`));
    else if (bySection.has(number)) lines.push('');
    tasksOf(number);
  }
  return lines;
}

function neededSections(
  { sections }: ShownPlan,
  bySection: Map<number | undefined, number[]>,
  isFiltered: boolean,
): boolean[] {
  const needed = sections.map((_, number) => !isFiltered || bySection.has(number));
  for (let number = sections.length - 1; number >= 0; number--) {
    const parent = sections[number]?.parent;
    if (needed[number] && parent !== undefined) needed[parent] = true;
  }
  return needed;
}

/** The tasks of one section, whose subtasks follow them. */
function treeLines(
  plan: ShownPlan,
  numbers: readonly number[],
  choice: Choice,
  style: Style,
): string[] {
  const isLast = lastSiblings(plan, numbers);
  /** For each depth, what stands there in front of deeper tasks. */
  const guides: string[] = [];
  const lines: string[] = [];
  for (const [index, number] of numbers.entries()) {
    const task = plan.tasks[number];
    if (!task) continue;
    const stem = task.depth === 0 ? '' : isLast[index] ? '└─ ' : '├─ ';
    const front = guides.slice(1, task.depth).join('');
    guides[task.depth] = task.depth === 0 ? '' : isLast[index] ? '   ' : '│  ';
    const isDim = choice.isFiltered && !choice.matching[number];
    lines.push(style.paint('dim', front + stem) + taskLine(task, isDim, choice, style));
    if (choice.hasBodies && task.body !== undefined) {
      const under = `${front}${guides[task.depth]}    `;
      const body = printableLines(task.body.markdown).split('\n');
      for (const line of body) lines.push(style.paint('dim', `${under}${line}`.trimEnd()));
    }
  }
  return lines;
}

/** For each of the tasks, whether no sibling follows that is shown. */
function lastSiblings({ tasks }: ShownPlan, numbers: readonly number[]): boolean[] {
  const seen = new Set<number | undefined>();
  const isLast: boolean[] = new Array(numbers.length).fill(false);
  for (let index = numbers.length - 1; index >= 0; index--) {
    const parent = tasks[numbers[index] ?? 0]?.parent;
    isLast[index] = !seen.has(parent);
    seen.add(parent);
  }
  return isLast;
}

function taskLine(task: ShownTask, isDim: boolean, { hasIds }: Choice, style: Style): string {
  const title = printable(task.title);
  const isFaint = isDim || task.status === 'done';
  return [
    `${statusMark(task.status, style)} ${isFaint ? style.paint('dim', title) : title}`,
    ...details(detailsOf(task), style),
    ...(hasIds ? [style.paint('dim', printable(task.id))] : []),
  ].join('  ');
}
