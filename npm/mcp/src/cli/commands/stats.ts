import type { CommandBody } from '../command.ts';
import { ExitCode } from '../exit-code.ts';
import type { Invocation } from '../invocation.ts';
import {
  attribute,
  type Named,
  readPlan,
  type ShownPlan,
  type ShownTask,
  statsOf,
  tagsOf,
} from '../plan-reader.ts';
import { listedPlans } from '../plans.ts';
import { printable } from '../text/printable.ts';
import { progress, type Stats } from '../text/progress.ts';
import type { Style } from '../text/style.ts';
import { type Cell, type Column, table } from '../text/table.ts';

export const stats: CommandBody = {
  usage: '[plan] [flags]',
  about: `Without a plan, the progress of all plans. With one, its progress by section, and how its open tasks
divide by priority, assignee, tag and state. Overdue is what was due before today and is not done.`,
  examples: [
    { line: 'ltp stats', what: 'all plans' },
    { line: 'ltp stats demo', what: 'one plan in detail' },
    { line: 'ltp stats --json', what: 'for a script' },
  ],
  flags: [],
  places: ['plan'],
  run: async (invocation) => {
    invocation.atMost(1);
    const [planId] = invocation.words;
    await (planId === undefined ? statsOfAll(invocation) : statsOfOne(invocation, planId));
    return ExitCode.done;
  },
};

async function statsOfAll(invocation: Invocation): Promise<void> {
  const plans = await listedPlans(invocation, invocation.session('plan'));
  const total: Stats = { total: 0, todo: 0, doing: 0, done: 0 };
  for (const { stats } of plans) {
    for (const key of Object.keys(total) as (keyof Stats)[]) total[key] += stats[key];
  }
  await invocation.output.answer({ plans, total }, (style) => {
    if (plans.length === 0) return 'There are no plans yet; ltp init makes the first.\n';
    const rows = plans.map(({ planId, title, stats, error }): Cell[] => [
      { text: planId, isWhole: true },
      ...countCells(stats, style),
      { text: printable(title) },
      { text: error === undefined ? '' : printable(error), look: 'red' },
    ]);
    const columns = [
      { title: 'plan' },
      ...countColumns(style),
      { title: 'title' },
      { title: 'error' },
    ];
    const all = [{ text: 'all', look: 'bold' as const }, ...countCells(total, style)];
    return table(columns, plans.length > 1 ? [...rows, all] : rows, style);
  });
}

/** Narrower terminals show only the progress. */
const WIDE_ENOUGH = 72;

function countColumns({ width }: Style): Column[] {
  const counts = ['todo', 'doing', 'done'].map((title) => ({ title, isRight: true }));
  return [...(width < WIDE_ENOUGH ? [] : counts), { title: 'progress', isRight: true }];
}

function countCells(stats: Stats, { width }: Style): Cell[] {
  const counts: Cell[] = [
    { text: String(stats.todo), isWhole: true },
    { text: String(stats.doing), look: 'yellow', isWhole: true },
    { text: String(stats.done), look: 'green', isWhole: true },
  ];
  return [...(width < WIDE_ENOUGH ? [] : counts), { text: progress(stats), isWhole: true }];
}

/** Numbers of tasks by a word, the largest first. */
type Counts = Record<string, number>;

async function statsOfOne(invocation: Invocation, planId: string): Promise<void> {
  const plan = await readPlan(invocation, planId);
  const open = plan.tasks.filter(({ status }) => status !== 'done');
  const today = localDay(new Date());
  const isOverdue = (task: ShownTask) => (attribute(task, 'due') ?? today) < today;
  const single = (key: Named) => counts(open.flatMap((task) => attribute(task, key) ?? []));
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
  await invocation.output.answer(figures, (style) => {
    const { sections } = figures;
    const rows = sections.map(({ sectionPath, stats }): Cell[] => [
      { text: printable(sectionPath.join(' / ') || '(no section)') },
      ...countCells(stats, style),
    ]);
    const overdue = figures.overdue > 0 ? style.paint('red', `${figures.overdue} overdue\n`) : '';
    const parts = [
      `${style.paint('bold', printable(plan.title))}  ${progress(plan.stats)}\n${overdue}`,
      rows.length > 0 && table([{ title: 'section' }, ...countColumns(style)], rows, style),
      countsText('priority', figures.openByPriority, style),
      countsText('assignee', figures.openByAssignee, style),
      countsText('tag', figures.openByTag, style),
      countsText('state', figures.openByState, style),
    ];
    return parts.filter(Boolean).join('\n');
  });
}

/** `YYYY-MM-DD` where the user is. */
function localDay(date: Date): string {
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}

function bySection(plan: ShownPlan): { sectionPath: string[]; stats: Stats }[] {
  const groups = new Map<string, ShownTask[]>();
  for (const task of plan.tasks) {
    const key = JSON.stringify(task.sectionPath);
    const group = groups.get(key);
    if (group) group.push(task);
    else groups.set(key, [task]);
  }
  return [...groups].map(([key, tasks]) => ({
    sectionPath: JSON.parse(key),
    stats: statsOf(tasks),
  }));
}

function counts(words: readonly string[]): Counts {
  const numbers = new Map<string, number>();
  for (const word of words) numbers.set(word, (numbers.get(word) ?? 0) + 1);
  return Object.fromEntries([...numbers].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)));
}

function countsText(name: string, counted: Counts, style: Style): string {
  const rows = Object.entries(counted).map(([word, number]): Cell[] => [
    { text: printable(word) },
    { text: String(number) },
  ]);
  const columns = [{ title: `open by ${name}` }, { title: 'tasks', isRight: true }];
  return rows.length > 0 ? table(columns, rows, style) : '';
}
