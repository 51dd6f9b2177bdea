/** Which tasks a search and filters leave. */
import type { Task } from 'long-term-plan-core/slim';
import type { PlanModel } from './model.ts';

export const QUICK = ['doing', 'ready', 'overdue', 'mine'] as const;
export type Quick = (typeof QUICK)[number];

export interface Filters {
  query: string;
  quick: Quick | '';
  status: string;
  priority: string;
  tag: string;
  assignee: string;
}

export const NO_FILTERS: Filters = {
  query: '',
  quick: '',
  status: '',
  priority: '',
  tag: '',
  assignee: '',
};

/** What filters need to know besides the plan. */
export interface Viewer {
  today: string;
  me: string;
  /** Who holds a task, by task id. */
  holders: ReadonlyMap<string, string>;
}

export const isLate = ({ status, due }: Task, today: string): boolean =>
  status !== 'done' && due !== undefined && due < today;

export function matchesQuick(
  model: PlanModel,
  index: number,
  quick: Quick,
  { today, me, holders }: Viewer,
): boolean {
  const task = model.outline.tasks[index];
  if (task === undefined || task.status === 'done') return false;
  const holder = holders.get(task.id);
  switch (quick) {
    case 'doing':
      return task.status === 'doing' || holder !== undefined;
    case 'ready':
      return model.relations.ready[index] === 1 && (holder === undefined || holder === me);
    case 'overdue':
      return isLate(task, today);
    case 'mine':
      return task.assignee === me || holder === me;
  }
}

export function countQuick(model: PlanModel, viewer: Viewer): Record<Quick, number> {
  const counts = { doing: 0, ready: 0, overdue: 0, mine: 0 };
  for (let index = 0; index < model.outline.tasks.length; index++) {
    for (const quick of QUICK) if (matchesQuick(model, index, quick, viewer)) counts[quick]++;
  }
  return counts;
}

/** A flag for each task that matches; `undefined` without search and filters. */
export function matching(
  model: PlanModel,
  filters: Filters,
  viewer: Viewer,
): Uint8Array | undefined {
  const { quick } = filters;
  const words = filters.query.trim();
  const isFiltered = quick !== '' || hasFieldFilter(filters);
  if (words === '' && !isFiltered) return undefined;
  const { tasks } = model.outline;
  const found = new Uint8Array(tasks.length);
  if (words === '') found.fill(1);
  else for (const index of model.open.find(words)) found[index] = 1;
  if (!isFiltered) return found;
  for (let index = 0; index < tasks.length; index++) {
    const task = tasks[index];
    if (!found[index] || task === undefined) continue;
    const fits =
      hasFields(task, filters) && (quick === '' || matchesQuick(model, index, quick, viewer));
    if (!fits) found[index] = 0;
  }
  return found;
}

export const hasFieldFilter = ({ status, priority, tag, assignee }: Filters): boolean =>
  status !== '' || priority !== '' || tag !== '' || assignee !== '';

function hasFields(task: Task, { status, priority, tag, assignee }: Filters): boolean {
  return (
    (status === '' || task.status === status || task.state === status) &&
    (priority === '' || task.priority === priority) &&
    (tag === '' || (task.tags?.includes(tag) ?? false)) &&
    (assignee === '' || task.assignee === assignee)
  );
}

/** The distinct values of the tasks, in order. */
export function valuesOf(tasks: readonly Task[], of: (task: Task) => readonly string[]): string[] {
  return [...new Set(tasks.flatMap(of))].sort((one, other) => one.localeCompare(other));
}
