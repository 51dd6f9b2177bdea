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

/** A task as `task_get` shows it. */
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
export function unmet(plan: Plan, { attributes }: Task): string[] {
  return (attributes.dependsOn ?? []).filter((id) => {
    const target = find(plan, id);
    return target !== undefined && target.task.status !== 'done';
  });
}

const PRIORITIES = ['highest', 'high', 'medium', 'low'];

/** The first ready task: in progress first, then by priority and order. */
export function nextTask(plan: Plan, assignee?: string): Found | undefined {
  const tasks = allTasks(plan);
  const parentOf = ({ parent }: Found) => tasks.find(({ task }) => task === parent);
  const line = (found: Found): Found[] => {
    const above = parentOf(found);
    return above ? [found, ...line(above)] : [found];
  };
  const isHeldUp = ({ task }: Found) =>
    ['blocked', 'deferred'].includes(task.attributes.state ?? '') || unmet(plan, task).length > 0;
  const isReady = (found: Found) =>
    found.task.status !== 'done' &&
    !found.task.children.some(({ status }) => status !== 'done') &&
    !line(found).some(isHeldUp);
  const isFree = ({ task }: Found) =>
    assignee === undefined || [undefined, assignee].includes(task.attributes.assignee);
  const rank = (found: Found): number => {
    const set = line(found).find(({ task }) => task.attributes.priority);
    const priority = PRIORITIES.indexOf(set?.task.attributes.priority ?? 'medium');
    return found.task.status === 'doing' ? priority - PRIORITIES.length : priority;
  };
  const ready = tasks.filter((found) => isReady(found) && isFree(found));
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
