/** What replies show of a plan, and which tasks they choose. */
import { allTasks, type Found, find, type Plan, type Status, type Task } from './plan.ts';

export const NOTHING_OPEN = 'No task is open; provide taskId';

/** A task as a row of the flat view. */
export function row({ task, parent, sectionPath }: Found): Record<string, unknown> {
  return {
    id: task.id,
    title: task.title,
    status: task.status,
    ...(task.attributes.state && { state: task.attributes.state }),
    sectionPath,
    ...(parent && { parentId: parent.id }),
    hasBody: task.body !== '',
    ...(task.body !== '' && { bodyMarkdown: task.body }),
  };
}

/** A task as `task_next` shows it; `task_get` adds who holds it and what blocks it. */
export function detail(found: Found): Record<string, unknown> {
  const { state: _, ...shown } = row(found);
  return { ...shown, childrenCount: found.task.children.length, ...found.task.attributes };
}

/** A task as a node of the tree view, without bodies. */
export function trees(plan: Plan): Record<string, unknown>[] {
  const tasks = allTasks(plan);
  const node = (found: Found): Record<string, unknown> => {
    const { bodyMarkdown: _, ...shown } = row(found);
    const children = tasks.filter(({ parent }) => parent === found.task);
    return { ...shown, children: children.map(node) };
  };
  return tasks.filter(({ parent }) => parent === undefined).map(node);
}

/** The task that a call without a taskId applies to. */
export function defaultTask(plan: Plan): Found | undefined {
  const tasks = allTasks(plan);
  const isDoing = ({ task }: Found) => task.status === 'doing';
  return tasks.find(isDoing) ?? tasks.find(({ task }) => task.status !== 'done');
}

/** The open dependencies of a task. */
function unmet(plan: Plan, { attributes }: Task): string[] {
  return (attributes.dependsOn ?? []).filter((id) => {
    const target = find(plan, id);
    return target !== undefined && target.task.status !== 'done';
  });
}

/** The task, the one that it is under, and so on. */
function line(plan: Plan, found: Found): Found[] {
  const above = allTasks(plan).find(({ task }) => task === found.parent);
  return above ? [found, ...line(plan, above)] : [found];
}

/** The open dependencies of a task and of those that it is under. */
export function unmetOfAll(plan: Plan, found: Found): string[] {
  if (found.task.status === 'done') return [];
  return [...new Set(line(plan, found).flatMap(({ task }) => unmet(plan, task)))];
}

/** The state that pauses a task, the outermost one. */
export function pausedBy(plan: Plan, found: Found): string | undefined {
  const states = line(plan, found).map(({ task }) => task.attributes.state ?? '');
  return states.findLast((state) => ['blocked', 'deferred'].includes(state));
}

/** Who holds an open task or the nearest one that it is under. */
export function holderOf(plan: Plan, found: Found): string | undefined {
  if (found.task.status === 'done') return undefined;
  for (const { task } of line(plan, found)) {
    if (task.status === 'doing' && task.attributes.assignee) return task.attributes.assignee;
    if (reservedFor(task) !== undefined) return undefined;
  }
  return undefined;
}

/** For whom a task is that no one has started. */
export function reservedFor({ status, attributes }: Task): string | undefined {
  return status === 'todo' ? attributes.assignee : undefined;
}

/** Whether a name is the caller's own, or that of one of its sub-agents. */
export function belongsTo(name: string, caller: string): boolean {
  return name === caller || name.startsWith(`${caller}/`);
}

const PRIORITIES = ['highest', 'high', 'medium', 'low'];

/** The first task that is ready and free: by priority, then what is due, then in order. */
export function nextTask(plan: Plan, name: string): Found | undefined {
  const isReady = (found: Found) =>
    found.task.status !== 'done' &&
    !found.task.children.some(({ status }) => status !== 'done') &&
    unmetOfAll(plan, found).length === 0 &&
    pausedBy(plan, found) === undefined;
  const isFree = (found: Found) =>
    holderOf(plan, found) === undefined && [undefined, name].includes(reservedFor(found.task));
  const rank = (found: Found): number => {
    const set = line(plan, found).find(({ task }) => task.attributes.priority);
    const priority = PRIORITIES.indexOf(set?.task.attributes.priority ?? 'medium');
    // All dates of the generator are in the past.
    return 2 * priority + (found.task.attributes.due === undefined ? 1 : 0);
  };
  const ready = allTasks(plan).filter((found) => isReady(found) && isFree(found));
  // The sort is stable, so equal tasks stay in document order.
  return ready.sort((one, other) => rank(one) - rank(other))[0];
}

/** The ids of the tasks that contain every word. */
export function search(plan: Plan, query: string, status?: Status): string[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const texts = ({ task, sectionPath }: Found) =>
    [task.title, task.body, ...sectionPath, ...(task.attributes.tags ?? [])].map((text) =>
      text.toLowerCase(),
    );
  return allTasks(plan)
    .filter(({ task }) => status === undefined || task.status === status)
    .filter((found) => words.every((word) => texts(found).some((text) => text.includes(word))))
    .map(({ task }) => task.id);
}
