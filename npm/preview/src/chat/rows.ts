/** The tasks in the result of a tool that lists them. */

export type Status = 'todo' | 'doing' | 'done';

export interface Row {
  planId: string;
  id: string;
  title: string;
  status: Status;
  /** The headings above it. */
  section: string;
  depth: number;
  /** What is worth saying besides. */
  details: string[];
}

export interface Shown {
  title: string;
  /** How many tasks are done, of how many, if it is a whole plan. */
  progress?: { done: number; total: number };
  rows: Row[];
  /** How many tasks match, if that is more than the rows. */
  count?: number;
  nextCursor?: string;
}

interface ListedTask {
  id: string;
  title: string;
  status?: Status;
  sectionPath?: string[];
  in?: string;
  planId?: string;
  children?: ListedTask[];
  state?: string;
  priority?: string;
  due?: string;
  assignee?: string;
  blockedBy?: string[];
}

interface ListedPlan {
  planId: string;
  title: string;
  stats: { total: number; done: number };
  tasks: ListedTask[];
}

/** `undefined` for a result that has no tasks. `args` are those of the call. */
export function shownOf(
  result: Record<string, unknown>,
  args: Record<string, unknown>,
): Shown | undefined {
  const { plan, tasks, count, nextCursor } = result as {
    plan?: ListedPlan;
    tasks?: ListedTask[];
    count?: number;
    nextCursor?: string;
  };
  const more = nextCursor === undefined ? {} : { nextCursor };
  if (plan) {
    const { planId, title, stats } = plan;
    const rows = plan.tasks.flatMap((task) => rowsOf(task, planId, 0));
    return { title, progress: { done: stats.done, total: stats.total }, rows, ...more };
  }
  if (!tasks) return undefined;
  const planId = String(args.planId ?? '');
  const rows = tasks.flatMap((task) => rowsOf(task, planId, 0));
  return {
    title: planId === '*' ? 'Tasks' : planId,
    rows,
    ...(count !== undefined && { count }),
    ...more,
  };
}

function rowsOf(task: ListedTask, planId: string, depth: number): Row[] {
  const { id, title, status = 'todo', sectionPath = [], children = [] } = task;
  const row: Row = {
    planId: task.planId ?? planId,
    id,
    title,
    status,
    section: task.in ?? sectionPath.join(' / '),
    depth,
    details: detailsOf(task),
  };
  return [row, ...children.flatMap((child) => rowsOf(child, planId, depth + 1))];
}

function detailsOf({ state, priority, due, assignee, blockedBy = [] }: ListedTask): string[] {
  return [
    state,
    blockedBy.length > 0 ? 'blocked' : undefined,
    priority === undefined ? undefined : `${priority} priority`,
    due === undefined ? undefined : `due ${due}`,
    assignee === undefined ? undefined : `@${assignee}`,
  ].filter((detail) => detail !== undefined);
}
