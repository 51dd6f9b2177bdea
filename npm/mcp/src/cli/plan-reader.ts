/** A whole plan for the commands that show one. */
import {
  type Outline,
  sectionPaths,
  type Task,
  taskAttributes,
  taskDepths,
} from 'long-term-plan-core/slim';
import type { Invocation } from './invocation.ts';
import type { Stats } from './text/progress.ts';
import type { Details } from './text/task.ts';

export interface ShownTask extends Task {
  /** Names of the headings above it, level 1 left out. */
  sectionPath: string[];
  depth: number;
}

export interface ShownPlan {
  planId: string;
  title: string;
  stats: Stats;
  tasks: ShownTask[];
  sections: Outline['sections'];
  /** What keeps it from being written, a line each. */
  errors: string[];
}

/** What is wrong with the name or the file is told in the core's words. */
export async function readPlan(invocation: Invocation, planId: string): Promise<ShownPlan> {
  const session = invocation.session('plan');
  const got = await invocation.ask(session, {
    kind: 'tool',
    name: 'plan_get',
    args: { planId, limit: 1 },
  });
  const { diagnostics = [] } = got as { diagnostics?: Diagnostic[] };
  const { contents } = (await invocation.ask(session, {
    kind: 'resource',
    name: `plan://${planId}`,
    args: {},
  })) as { contents: { text: string }[] };
  const outline = session.outlineOf(new TextEncoder().encode(contents[0]?.text ?? ''));
  return shownPlan(planId, outline, diagnostics);
}

interface Diagnostic {
  code: string;
  line: number;
  message: string;
}

function shownPlan(planId: string, outline: Outline, diagnostics: Diagnostic[]): ShownPlan {
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
    stats: statsOf(tasks),
    tasks,
    sections: outline.sections,
    errors: diagnostics.map(({ code, line, message }) => `${code}@${line}: ${message}`),
  };
}

export function statsOf(tasks: readonly { status: string }[]): Stats {
  const stats: Stats = { total: tasks.length, todo: 0, doing: 0, done: 0 };
  for (const { status } of tasks) {
    if (status === 'todo' || status === 'doing' || status === 'done') stats[status] += 1;
  }
  return stats;
}

export type Named = 'state' | 'priority' | 'due' | 'assignee' | 'estimate' | 'type' | 'area';

/** The value of an attribute that has one. */
export function attribute(task: Task, key: Named): string | undefined {
  return task[key] || undefined;
}

export function tagsOf({ tags = [] }: Task): string[] {
  return tags;
}

/** What a line of the task shows beside its title. */
export function detailsOf(task: Task): Details {
  const details: Details = { tags: tagsOf(task) };
  for (const name of ['state', 'priority', 'due', 'assignee'] as const) {
    const value = attribute(task, name);
    if (value !== undefined) details[name] = value;
  }
  return details;
}

export function parentIdOf({ tasks }: ShownPlan, { parent }: ShownTask): string | undefined {
  return parent === undefined ? undefined : tasks[parent]?.id;
}

/** A task as JSON has it: attributes under the names of the tools' arguments. */
export function taskJson(task: ShownTask, parentId: string | undefined): Record<string, unknown> {
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
