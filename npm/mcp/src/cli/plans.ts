/** Lists plans, and reads a whole one for the commands that show it. */
import {
  type Outline,
  sectionPaths,
  type Task,
  taskAttributes,
  taskDepths,
} from 'long-term-plan-core/slim';
import type { Session } from '../session.ts';
import type { CommandContext } from './command.ts';
import type { StatusCounts } from './text/progress.ts';
import type { Details } from './text/task.ts';

export interface ListedPlan {
  planId: string;
  title: string;
  /** Relative to the root. */
  path: string;
  stats: StatusCounts;
  error?: string;
}

/** A Markdown file that is not read as a plan. */
export interface UnreadableFile {
  /** Relative to the root. */
  path: string;
  error: string;
}

const PAGE = 200;

export async function listPlans(context: CommandContext, session: Session): Promise<ListedPlan[]> {
  return (await listFiles(context, session)).plans;
}

/** All plans, and the files that may be meant as plans. */
export async function listFiles(
  context: CommandContext,
  session: Session,
): Promise<{ plans: ListedPlan[]; unreadable: UnreadableFile[] }> {
  const plans: ListedPlan[] = [];
  const unreadable: UnreadableFile[] = [];
  let cursor: unknown;
  do {
    const args = { limit: PAGE, ...(cursor !== undefined && { cursor }) };
    const page = await context.call(session, { kind: 'tool', name: 'plan_list', args });
    plans.push(...(page.plans as ListedPlan[]));
    unreadable.push(...((page.unreadable as UnreadableFile[] | undefined) ?? []));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return { plans, unreadable };
}

export interface TaskOutline extends Task {
  sectionPath: string[];
  depth: number;
}

export interface PlanOutline {
  planId: string;
  title: string;
  stats: StatusCounts;
  tasks: TaskOutline[];
  sections: Outline['sections'];
  /** The errors that prevent writes, one line each. */
  errors: string[];
}

/** Errors of the name or the file have the core's messages. */
export async function readPlan(context: CommandContext, planId: string): Promise<PlanOutline> {
  const session = context.session('plan');
  const result = await context.call(session, {
    kind: 'tool',
    name: 'plan_get',
    args: { planId, limit: 1 },
  });
  const { diagnostics = [] } = result as { diagnostics?: Diagnostic[] };
  const { contents } = (await context.call(session, {
    kind: 'resource',
    name: `plan://${planId}`,
    args: {},
  })) as { contents: { text: string }[] };
  const outline = session.outline(new TextEncoder().encode(contents[0]?.text ?? ''));
  return planOutline(planId, outline, diagnostics);
}

interface Diagnostic {
  code: string;
  line: number;
  message: string;
}

function planOutline(planId: string, outline: Outline, diagnostics: Diagnostic[]): PlanOutline {
  const paths = sectionPaths(outline);
  const depths = taskDepths(outline);
  const tasks = outline.tasks.map((task, index) => ({
    ...task,
    depth: depths[index] ?? 0,
    sectionPath: task.section === undefined ? [] : (paths[task.section] ?? []),
  }));
  return {
    planId,
    title: outline.title ?? planId,
    stats: countStatuses(tasks),
    tasks,
    sections: outline.sections,
    errors: diagnostics.map(({ code, line, message }) => `${code}@${line}: ${message}`),
  };
}

export function countStatuses(tasks: readonly { status: string }[]): StatusCounts {
  const counts: StatusCounts = { total: tasks.length, todo: 0, doing: 0, done: 0 };
  for (const { status } of tasks) {
    if (status === 'todo' || status === 'doing' || status === 'done') counts[status] += 1;
  }
  return counts;
}

export type SingleAttribute =
  | 'state'
  | 'priority'
  | 'due'
  | 'assignee'
  | 'estimate'
  | 'type'
  | 'area';

/** `undefined` also for an empty value. */
export function attribute(task: Task, key: SingleAttribute): string | undefined {
  return task[key] || undefined;
}

export function tagsOf({ tags = [] }: Task): string[] {
  return tags;
}

/** What a line of the task shows next to its title. */
export function detailsOf(task: Task): Details {
  const details: Details = { tags: tagsOf(task) };
  for (const name of ['state', 'priority', 'due', 'assignee'] as const) {
    const value = attribute(task, name);
    if (value !== undefined) details[name] = value;
  }
  return details;
}

export function parentIdOf({ tasks }: PlanOutline, { parent }: TaskOutline): string | undefined {
  return parent === undefined ? undefined : tasks[parent]?.id;
}

/** A task as JSON, with attributes by the names of the tools' arguments. */
export function taskJson(task: TaskOutline, parentId: string | undefined): Record<string, unknown> {
  return {
    id: task.id,
    title: task.title,
    status: task.status,
    ...Object.fromEntries(taskAttributes(task)),
    sectionPath: task.sectionPath,
    ...(parentId !== undefined && { parentId }),
    depth: task.depth,
    line: task.line,
    hasBody: task.body !== undefined,
  };
}
