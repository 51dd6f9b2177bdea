/** Progress of a plan by section, priority and person. */
import { daysLate } from '../dates.ts';
import { isOpen, type PlanRows, type Row } from '../project-data.ts';
import { escapeControl } from '../text/escape.ts';
import { bar, percent, type StatusCounts } from '../text/progress.ts';
import { truncateToWidth, widthOf } from '../text/width.ts';
import { roomIn, type Screen } from './line.ts';
import { isBlocked } from './next.ts';
import { isInProgress } from './status.ts';
import { shownName } from './task-line.ts';

export interface PlanStats {
  planId: string;
  title: string;
  stats: StatusCounts;
  overdue: number;
  ready: number;
  blocked: number;
  deferred: number;
  sections: { sectionPath: string[]; stats: StatusCounts }[];
  openByPriority: Record<string, number>;
  openByAssignee: Record<string, number>;
  openByTag: Record<string, number>;
  openByState: Record<string, number>;
  doneInDays: { 7: number; 30: number };
}

export function statsOf(
  plan: PlanRows,
  now: number,
  doneInDays: { 7: number; 30: number },
): PlanStats {
  const tasks = plan.tasks ?? [];
  const open = tasks.filter(isOpen);
  const isLeaf = (row: Row) => row.subtasks === undefined || !hasOpenSubtask(row, open);
  return {
    planId: plan.planId,
    title: plan.title,
    stats: plan.stats,
    overdue: open.filter(({ due }) => daysLate(due, now) > 0).length,
    ready: open.filter(({ ready }) => ready).length,
    blocked: open.filter((row) => isBlocked(row) && !isInProgress(row) && isLeaf(row)).length,
    deferred: open.filter((row) => row.state === 'deferred' && isLeaf(row)).length,
    sections: sectionStats(plan, tasks),
    openByPriority: counted(open.flatMap(({ priority }) => priority ?? [])),
    openByAssignee: counted(open.flatMap((row) => row.heldBy ?? row.assignee ?? [])),
    openByTag: counted(open.flatMap(({ tags = [] }) => tags)),
    openByState: counted(open.flatMap(({ state }) => state ?? [])),
    doneInDays,
  };
}

const hasOpenSubtask = ({ id }: Row, open: readonly Row[]): boolean =>
  open.some(({ parentId }) => parentId === id);

function sectionStats(plan: PlanRows, tasks: readonly Row[]): PlanStats['sections'] {
  const paths = [[], ...plan.sections];
  return paths.flatMap((sectionPath) => {
    const key = sectionPath.join('\0');
    const own = tasks.filter((row) => row.sectionPath.join('\0') === key);
    return own.length > 0 ? [{ sectionPath, stats: countStatuses(own) }] : [];
  });
}

export function countStatuses(tasks: readonly { status: string }[]): StatusCounts {
  const counts: StatusCounts = { total: tasks.length, todo: 0, doing: 0, done: 0 };
  for (const { status } of tasks) {
    if (status === 'todo' || status === 'doing' || status === 'done') counts[status] += 1;
  }
  return counts;
}

/** The largest first. */
function counted(names: readonly string[]): Record<string, number> {
  const numbers = new Map<string, number>();
  for (const name of names) numbers.set(name, (numbers.get(name) ?? 0) + 1);
  return Object.fromEntries([...numbers].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)));
}

export function statsLines(plan: PlanRows, stats: PlanStats, screen: Screen): string[] {
  const { style, you } = screen;
  const open = (plan.tasks ?? []).filter(isOpen);
  const title = style.paint('bold', escapeControl(stats.title));
  const { done, total } = stats.stats;
  const lines = [
    `${title}  ${done} of ${total} done  ${bar(stats.stats)} ${percent(stats.stats)}%`,
  ];
  if (stats.sections.some(({ sectionPath }) => sectionPath.length > 0)) {
    lines.push('', ...sectionLines(stats.sections, style));
  }
  const parents = open.filter((row) => hasOpenSubtask(row, open) && !isInProgress(row)).length;
  const doing = open.filter(isInProgress).length;
  const kinds = [
    doing > 0 && `${doing} in progress`,
    stats.ready > 0 && `${stats.ready} ready`,
    stats.blocked > 0 && `${stats.blocked} blocked`,
    stats.deferred > 0 && `${stats.deferred} deferred`,
    parents > 0 && `${parents} ${parents === 1 ? 'parent' : 'parents'}`,
  ].filter(Boolean);
  const late = stats.overdue > 0 ? `; ${style.paint('red', `${stats.overdue} overdue`)}` : '';
  const row = (name: string, text: string) => `  ${name.padEnd(9)}  ${text}`;
  lines.push(
    '',
    row('open', `${open.length}${kinds.length > 0 ? `: ${kinds.join(', ')}` : ''}${late}`),
    ...(open.length > 0
      ? [
          row('priority', priorityText(stats, open.length)),
          row('who', whoText(stats, open.length, you)),
        ]
      : []),
    row(
      'done',
      `${stats.doneInDays[7]} in the last 7 days, ${stats.doneInDays[30]} in the last 30`,
    ),
  );
  return lines;
}

function sectionLines(sections: PlanStats['sections'], style: Screen['style']): string[] {
  const rows = sections.map(({ sectionPath, stats }) => ({
    name: escapeControl(sectionPath.join(' › ') || '(no section)'),
    counts: `${stats.done}/${stats.total}`,
    stats,
  }));
  const countWidth = Math.max(...rows.map(({ counts }) => counts.length));
  const room = Math.max(12, roomIn(style) - countWidth - 16);
  const names = rows.map(({ name }) => truncateToWidth(name, room));
  const nameWidth = Math.max(...names.map(widthOf));
  return rows.map(({ counts, stats }, index) => {
    const name = names[index] ?? '';
    const padding = ' '.repeat(nameWidth - widthOf(name));
    return `  ${name}${padding}  ${counts.padStart(countWidth)}  ${bar(stats)}`;
  });
}

const PRIORITIES = ['highest', 'high', 'medium', 'without', 'low'];

function priorityText({ openByPriority }: PlanStats, open: number): string {
  const known = Object.values(openByPriority).reduce((sum, number) => sum + number, 0);
  const counts: Record<string, number> = { ...openByPriority, without: open - known };
  const others = Object.keys(openByPriority).filter((name) => !PRIORITIES.includes(name));
  return [...PRIORITIES, ...others]
    .filter((name) => (counts[name] ?? 0) > 0)
    .map((name) => `${counts[name]} ${escapeControl(name)}`)
    .join(', ');
}

function whoText({ openByAssignee }: PlanStats, open: number, you: string): string {
  const known = Object.values(openByAssignee).reduce((sum, number) => sum + number, 0);
  const names = Object.entries(openByAssignee).map(
    ([name, count]) => `${shownName(name, you)} ${count}`,
  );
  return [...names, ...(open > known ? [`no one ${open - known}`] : [])].join(', ');
}
