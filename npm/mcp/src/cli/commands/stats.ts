import type { CommandContext, CommandDefinition } from '../command.ts';
import { ExitCode } from '../exit-code.ts';
import {
  attribute,
  countStatuses,
  listPlans,
  type PlanOutline,
  readPlan,
  type SingleAttribute,
  type TaskOutline,
  tagsOf,
} from '../plans.ts';
import { escapeControl } from '../text/escape.ts';
import { progress, type StatusCounts } from '../text/progress.ts';
import type { Style } from '../text/style.ts';
import { type Cell, type Column, table } from '../text/table.ts';

export const stats: CommandDefinition = {
  usage: '[plan] [flags]',
  about: `Without a plan, the progress of all plans. With one, its progress by section, and its open tasks by priority,
assignee, tag and state. A task is overdue if it was due before today and is not done.`,
  examples: [
    { line: 'ltp stats', what: 'all plans' },
    { line: 'ltp stats demo', what: 'one plan in detail' },
    { line: 'ltp stats --json', what: 'for a script' },
  ],
  flags: [],
  positionals: ['plan'],
  run: async (context) => {
    context.atMost(1);
    const [planId] = context.words;
    await (planId === undefined ? statsOfAll(context) : statsOfOne(context, planId));
    return ExitCode.done;
  },
};

async function statsOfAll(context: CommandContext): Promise<void> {
  const plans = await listPlans(context, context.session('plan'));
  const total: StatusCounts = { total: 0, todo: 0, doing: 0, done: 0 };
  for (const { stats } of plans) {
    for (const key of Object.keys(total) as (keyof StatusCounts)[]) total[key] += stats[key];
  }
  await context.output.result({ plans, total }, (style) => {
    if (plans.length === 0) return 'There are no plans yet; ltp init creates the first.\n';
    const rows = plans.map(({ planId, title, stats, error }): Cell[] => [
      { text: planId, isWhole: true },
      ...countCells(stats, style),
      { text: escapeControl(title) },
      { text: error === undefined ? '' : escapeControl(error), color: 'red' },
    ]);
    const columns = [
      { title: 'plan' },
      ...countColumns(style),
      { title: 'title' },
      { title: 'error' },
    ];
    const all = [{ text: 'all', color: 'bold' as const }, ...countCells(total, style)];
    return table(columns, plans.length > 1 ? [...rows, all] : rows, style);
  });
}

/** Narrower terminals show only the progress. */
const MIN_WIDTH_FOR_COUNTS = 72;

function countColumns({ width }: Style): Column[] {
  const counts = ['todo', 'doing', 'done'].map((title) => ({ title, isRight: true }));
  return [...(width < MIN_WIDTH_FOR_COUNTS ? [] : counts), { title: 'progress', isRight: true }];
}

function countCells(stats: StatusCounts, { width }: Style): Cell[] {
  const counts: Cell[] = [
    { text: String(stats.todo), isWhole: true },
    { text: String(stats.doing), color: 'yellow', isWhole: true },
    { text: String(stats.done), color: 'green', isWhole: true },
  ];
  return [
    ...(width < MIN_WIDTH_FOR_COUNTS ? [] : counts),
    { text: progress(stats), isWhole: true },
  ];
}

/** Numbers of tasks by a value, the largest first. */
type Counts = Record<string, number>;

async function statsOfOne(context: CommandContext, planId: string): Promise<void> {
  const plan = await readPlan(context, planId);
  const open = plan.tasks.filter(({ status }) => status !== 'done');
  const today = localDay(new Date());
  const isOverdue = (task: TaskOutline) => (attribute(task, 'due') ?? today) < today;
  const single = (key: SingleAttribute) =>
    counts(open.flatMap((task) => attribute(task, key) ?? []));
  const figures = {
    planId,
    title: plan.title,
    stats: plan.stats,
    overdue: open.filter(isOverdue).length,
    sections: bySection(plan),
    openByPriority: single('priority'),
    openByAssignee: single('assignee'),
    openByTag: counts(open.flatMap(tagsOf)),
    openByState: single('state'),
  };
  await context.output.result(figures, (style) => {
    const { sections } = figures;
    const rows = sections.map(({ sectionPath, stats }): Cell[] => [
      { text: escapeControl(sectionPath.join(' / ') || '(no section)') },
      ...countCells(stats, style),
    ]);
    const overdue = figures.overdue > 0 ? style.paint('red', `${figures.overdue} overdue\n`) : '';
    const parts = [
      `${style.paint('bold', escapeControl(plan.title))}  ${progress(plan.stats)}\n${overdue}`,
      rows.length > 0 && table([{ title: 'section' }, ...countColumns(style)], rows, style),
      countsText('priority', figures.openByPriority, style),
      countsText('assignee', figures.openByAssignee, style),
      countsText('tag', figures.openByTag, style),
      countsText('state', figures.openByState, style),
    ];
    return parts.filter(Boolean).join('\n');
  });
}

/** `YYYY-MM-DD` in the local time zone. */
function localDay(date: Date): string {
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}

function bySection(plan: PlanOutline): { sectionPath: string[]; stats: StatusCounts }[] {
  const groups = new Map<string, TaskOutline[]>();
  for (const task of plan.tasks) {
    const key = JSON.stringify(task.sectionPath);
    const group = groups.get(key);
    if (group) group.push(task);
    else groups.set(key, [task]);
  }
  return [...groups].map(([key, tasks]) => ({
    sectionPath: JSON.parse(key),
    stats: countStatuses(tasks),
  }));
}

function counts(words: readonly string[]): Counts {
  const numbers = new Map<string, number>();
  for (const word of words) numbers.set(word, (numbers.get(word) ?? 0) + 1);
  return Object.fromEntries([...numbers].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)));
}

function countsText(name: string, counted: Counts, style: Style): string {
  const rows = Object.entries(counted).map(([word, number]): Cell[] => [
    { text: escapeControl(word) },
    { text: String(number) },
  ]);
  const columns = [{ title: `open by ${name}` }, { title: 'tasks', isRight: true }];
  return rows.length > 0 ? table(columns, rows, style) : '';
}
