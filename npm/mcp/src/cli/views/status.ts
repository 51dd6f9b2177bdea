/** Where things stand: the plans, what is in progress, what is late, and what comes next. */
import { daysLate } from '../dates.ts';
import { isOpen, type PlanRows, type ProjectData, type Row } from '../project-data.ts';
import { escapeControl } from '../text/escape.ts';
import { bar } from '../text/progress.ts';
import { truncateToWidth, widthOf } from '../text/width.ts';
import { roomIn, type Screen } from './line.ts';
import { nameWidthOf, taskLines } from './task-line.ts';

export interface Overview {
  inProgress: Row[];
  overdue: Row[];
  next: Row[];
}

export function overviewOf(data: ProjectData, now: number, you: string): Overview {
  const rows = [...data.rows()];
  const late = rows.filter((row) => isOpen(row) && daysLate(row.due, now) > 0);
  return {
    inProgress: yoursFirst(rows.filter(isInProgress), you),
    overdue: late.sort((one, other) => ((one.due ?? '') < (other.due ?? '') ? -1 : 1)),
    next: data.ready,
  };
}

export const isInProgress = (row: Row): boolean =>
  isOpen(row) && (row.status === 'doing' || row.heldBy !== undefined);

/** Your own tasks before those of others. */
export function yoursFirst(rows: readonly Row[], you: string): Row[] {
  const isYours = (row: Row) => (row.heldBy ?? row.assignee) === you;
  return [...rows.filter(isYours), ...rows.filter((row) => !isYours(row))];
}

/** How many of each are shown if there is room. */
const MOST = { plans: 5, inProgress: 5, overdue: 3, next: 3 };
/** Headings, blank lines and the hint. */
const FRAME_ROWS = 9;

export function statusLines(
  data: ProjectData,
  { inProgress, overdue, next }: Overview,
  screen: Screen,
  rows = Number.POSITIVE_INFINITY,
): string[] {
  const { style } = screen;
  const most = fittingCounts({ plans: data.plans, inProgress, overdue, next }, rows);
  const nameWidth = nameWidthOf([...inProgress, ...overdue, ...next]);
  const block = (heading: string, all: readonly Row[], limit: number, more: string) => {
    if (all.length === 0) return [];
    const shown = all.slice(0, limit);
    const left = all.length - shown.length;
    return [
      '',
      style.paint('bold', heading),
      ...shown.flatMap((row) => taskLines(data, row, screen, { nameWidth, place: row.planId })),
      ...(left > 0 && heading !== 'Next' ? [`  … ${left} more: ${more}`] : []),
    ];
  };
  return [
    ...planTable(data.plans, screen, most.plans),
    ...block('In progress', inProgress, most.inProgress, 'ltp claims'),
    ...block('Overdue', overdue, most.overdue, 'ltp list --overdue -A'),
    ...block('Next', next, most.next, 'ltp next --limit 10'),
  ];
}

type Lists = Record<keyof typeof MOST, readonly unknown[]>;

/** Fewer on a small screen, the longest list first. */
function fittingCounts(lists: Lists, rows: number): typeof MOST {
  const most = { ...MOST };
  const names = Object.keys(most) as (keyof typeof MOST)[];
  const shown = (name: keyof typeof MOST) => Math.min(most[name], lists[name].length);
  const used = () => names.reduce((sum, name) => sum + shown(name), 0);
  while (used() + FRAME_ROWS > rows) {
    const longest = names.reduce((one, other) => (shown(other) > shown(one) ? other : one));
    if (shown(longest) <= 1) break;
    most[longest] = shown(longest) - 1;
  }
  return most;
}

/** `  shop      Shop relaunch     ██░░░░░░░░   2/11  1 overdue` */
export function planTable(plans: readonly PlanRows[], screen: Screen, limit: number): string[] {
  const { style, now } = screen;
  const shown = plans.slice(0, limit);
  const idWidth = Math.max(...shown.map(({ planId }) => widthOf(planId)));
  const counts = shown.map(({ stats }) => `${stats.done}/${stats.total}`);
  const doneWidth = Math.max(...shown.map(({ stats }) => String(stats.done).length));
  const totalWidth = Math.max(...shown.map(({ stats }) => String(stats.total).length));
  const room = roomIn(style) - idWidth - doneWidth - totalWidth - 36;
  const titles = shown.map(({ title }) =>
    truncateToWidth(escapeControl(title), Math.max(12, room)),
  );
  const titleWidth = Math.max(...titles.map(widthOf));
  const lines = shown.map((plan, index) => {
    const title = titles[index] ?? '';
    const [done = '', total = ''] = (counts[index] ?? '').split('/');
    const late = (plan.tasks ?? []).filter((row) => isOpen(row) && daysLate(row.due, now) > 0);
    const notes = [
      late.length > 0 && style.paint('red', `${late.length} overdue`),
      plan.errors &&
        style.paint(
          'red',
          `${plan.errors.length} ${plan.errors.length === 1 ? 'error' : 'errors'}: ltp check ${plan.planId}`,
        ),
    ].filter(Boolean);
    const padded = (text: string, width: number) => text + ' '.repeat(width - widthOf(text));
    return [
      `  ${style.paint('bold', escapeControl(plan.planId))}${' '.repeat(idWidth - widthOf(plan.planId))}`,
      padded(title, titleWidth + 1),
      bar(plan.stats),
      `${done.padStart(doneWidth)}/${total.padEnd(totalWidth)}`,
      ...notes,
    ]
      .join('  ')
      .trimEnd();
  });
  const left = plans.length - shown.length;
  return left > 0 ? [...lines, `  … ${left} more: ltp plan`] : lines;
}
