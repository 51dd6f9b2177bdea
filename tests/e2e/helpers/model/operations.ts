/** What the operations do to a plan of plain objects. */
import {
  type Attributes,
  allTasks,
  type Found,
  find,
  madeSection,
  type Plan,
  type State,
  type Status,
  subtree,
  type Task,
} from './plan.ts';
import { closesCycle, isInCycle, newTaskClosesCycle } from './schedule.ts';

/** Everything that is wrong with a call; its error names one of these. */
export type Faults = (string | RegExp)[];

export interface TaskArguments extends Omit<Attributes, 'state'> {
  taskId?: string;
  title?: string;
  status?: Status;
  state?: State | '';
  bodyMarkdown?: string;
  clearBody?: boolean;
  clear?: (keyof Attributes | 'parent')[];
  sectionPath?: string[];
  parentTaskId?: string;
  beforeTaskId?: string;
  afterTaskId?: string;
  position?: 'first' | 'last';
}

const DEEPEST_PATH = 5;
const SINGLE = ['priority', 'due', 'estimate', 'assignee', 'type', 'area'] as const;

export function notFound(id: string): string {
  return `Task not found: ${id}`;
}

export function oneLine(title: string): string {
  return title
    .replaceAll('\r\n', ' ')
    .replaceAll(/[\n\r\u0085\u2028\u2029]/g, ' ')
    .trim();
}

export function plainBody(markdown: string): string {
  return markdown.replaceAll(/\r\n?/g, '\n');
}

export function add(plan: Plan, args: TaskArguments, id: () => string): Faults {
  const task: Task = { id: '', title: '', status: 'todo', body: '', attributes: {}, children: [] };
  const faults = change(plan, task, args);
  const place = placeForAdd(plan, args);
  if (Array.isArray(place)) return [...faults, ...place];
  if (faults.length > 0) return faults;
  task.id = id();
  place(task);
  return [];
}

export function update(plan: Plan, args: TaskArguments): Faults {
  const found = find(plan, args.taskId ?? '');
  return found ? change(plan, found.task, args) : [notFound(args.taskId ?? '')];
}

export function remove(plan: Plan, id: string): Faults {
  const found = find(plan, id);
  if (!found) return [notFound(id)];
  takeOut(found);
  return [];
}

export function move(plan: Plan, args: TaskArguments): Faults {
  const found = find(plan, args.taskId ?? '');
  if (!found) return [notFound(args.taskId ?? '')];
  const place = placeForMove(plan, args, found);
  if (Array.isArray(place)) return place;
  if (movesIntoCycle(structuredClone(plan), args, found.parent?.id)) {
    return [/^task \S+ under \S+ would create a cycle: /];
  }
  place(found.task);
  return [];
}

/** Moves the task in a copy, because only its new position shows what blocks it. */
function movesIntoCycle(copy: Plan, args: TaskArguments, oldParent?: string): boolean {
  const id = args.taskId ?? '';
  const found = find(copy, id);
  const place = found && placeForMove(copy, args, found);
  if (!found || !place || Array.isArray(place)) return false;
  place(found.task);
  return find(copy, id)?.parent?.id !== oldParent && isInCycle(copy, id);
}

function takeOut({ siblings, task }: Found): void {
  siblings.splice(siblings.indexOf(task), 1);
}

/** Sets the given fields, if all of them are valid. */
function change(plan: Plan, task: Task, args: TaskArguments): Faults {
  const faults: Faults = [];
  const next = structuredClone({ ...task, children: [] });
  if (args.title !== undefined || task.id === '') next.title = oneLine(args.title ?? '');
  if (next.title === '') faults.push('title must not be empty');
  if (args.bodyMarkdown !== undefined) next.body = plainBody(args.bodyMarkdown);
  if (args.clearBody) next.body = '';
  for (const key of args.clear ?? []) delete next.attributes[key as keyof Attributes];
  for (const key of SINGLE) {
    const value = args[key];
    if (value === undefined) continue;
    if (value === '') delete next.attributes[key];
    else next.attributes[key] = value;
  }
  if (args.due && !isDay(args.due)) faults.push(/^due is ".*"; expected a date as YYYY-MM-DD$/);
  for (const key of ['tags', 'dependsOn'] as const) {
    const values = args[key];
    if (values === undefined) continue;
    if (values.length === 0) delete next.attributes[key];
    else next.attributes[key] = [...new Set(values)];
  }
  if (args.tags?.some((tag) => tag.trim() === '')) {
    faults.push('tags is ""; expected a value that is not empty');
  }
  const parent = args.parentTaskId ?? parentOf(plan, args.beforeTaskId ?? args.afterTaskId);
  faults.push(...dependencyFaults(plan, task, args.dependsOn ?? [], parent), ...settle(next, args));
  if (faults.length === 0) Object.assign(task, next, { children: task.children });
  return faults;
}

function parentOf(plan: Plan, id?: string): string | undefined {
  return find(plan, id ?? '')?.parent?.id;
}

function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text;
}

/** A status removes the state, and a state sets its status. */
function settle(task: Task, { status, state }: TaskArguments): Faults {
  if (status !== undefined) task.status = status;
  if (status !== undefined || state !== undefined) delete task.attributes.state;
  if (!state) return [];
  const isOver = state === 'cancelled' || state === 'archived';
  if (status === undefined && isOver) task.status = 'done';
  if (status === undefined && !isOver && task.status === 'done') task.status = 'todo';
  task.attributes.state = state;
  const fits = isOver === (task.status === 'done');
  const rule = 'blocked and deferred are open, cancelled and archived are done';
  return fits ? [] : [`state ${state} does not fit status ${task.status}; ${rule}`];
}

/** `parent` is given for a task that is about to be added. */
function dependencyFaults(plan: Plan, task: Task, ids: string[], parent?: string): Faults {
  const faults: Faults = ids
    .filter((id) => !find(plan, id))
    .map((id) => `dependsOn names ${id}, which this plan does not have`);
  const isCycle = task.id
    ? closesCycle(plan, task.id, ids)
    : parent !== undefined && newTaskClosesCycle(plan, parent, ids);
  if (isCycle) faults.push(/^dependsOn would create a cycle: /);
  return faults;
}

/** Inserts a task, after removing it from its old position if it has one. */
type Place = (task: Task) => void;

function nextTo(plan: Plan, id: string, offset: 0 | 1): Place | undefined {
  const found = find(plan, id);
  if (!found) return undefined;
  return (task) => {
    detach(plan, task);
    found.siblings.splice(found.siblings.indexOf(found.task) + offset, 0, task);
  };
}

function into(plan: Plan, list: () => Task[], position: 'first' | 'last'): Place {
  return (task) => {
    detach(plan, task);
    if (position === 'first') list().unshift(task);
    else list().push(task);
  };
}

function detach(plan: Plan, task: Task): void {
  const found = allTasks(plan).find((each) => each.task === task);
  if (found) takeOut(found);
}

function placeForAdd(plan: Plan, args: TaskArguments): Place | Faults {
  const { sectionPath, parentTaskId, beforeTaskId, afterTaskId } = args;
  const references = [parentTaskId, beforeTaskId, afterTaskId].filter((id) => id !== undefined);
  const faults: Faults = [];
  if (references.length > 1) {
    faults.push('only one of parentTaskId, beforeTaskId and afterTaskId can be given');
  }
  if (references.length > 0 && sectionPath) {
    faults.push(/^sectionPath cannot be combined with parentTaskId, beforeTaskId or afterTaskId: /);
  }
  faults.push(...references.filter((id) => !find(plan, id)).map(notFound));
  if (faults.length > 0) return faults;
  if (beforeTaskId !== undefined) return nextTo(plan, beforeTaskId, 0) ?? [];
  if (afterTaskId !== undefined) return nextTo(plan, afterTaskId, 1) ?? [];
  if (parentTaskId !== undefined) {
    return into(plan, () => find(plan, parentTaskId)?.task.children ?? [], 'last');
  }
  return inPath(plan, sectionPath ?? [], 'last');
}

function inPath(plan: Plan, path: string[], position: 'first' | 'last'): Place | Faults {
  const [first, ...rest] = path;
  // A path may start with the plan's title.
  const isSection = plan.top.sections.some(({ name }) => name === first);
  if (first === plan.title && !isSection) return inPath(plan, rest, position);
  if (path.some((name) => name.trim() === '')) return [/^sectionPath .* an empty name/];
  if (path.length > DEEPEST_PATH) return [/^sectionPath needs a heading below level 6/];
  return into(plan, () => madeSection(plan, path).tasks, position);
}

function placeForMove(plan: Plan, args: TaskArguments, moved: Found): Place | Faults {
  const { taskId, sectionPath, parentTaskId, beforeTaskId, afterTaskId } = args;
  const isFreed = args.clear?.includes('parent') ?? false;
  const namesContainer = isFreed || parentTaskId !== undefined || sectionPath !== undefined;
  const besides = [beforeTaskId, afterTaskId].filter((id) => id !== undefined);
  const faults: Faults = [];
  if (besides.length > 1) faults.push('only one of beforeTaskId and afterTaskId can be given');
  if (isFreed && parentTaskId !== undefined) {
    faults.push('parentTaskId cannot be both set and cleared');
  }
  if (besides.length > 0 && namesContainer) {
    faults.push(
      'beforeTaskId and afterTaskId cannot be combined with parentTaskId, sectionPath or clear',
    );
  }
  if (besides.length === 0 && !namesContainer && args.position === undefined) {
    faults.push(
      'At least one of beforeTaskId, afterTaskId, position, parentTaskId, sectionPath, or clear is required',
    );
  }
  if (parentTaskId !== undefined && sectionPath) {
    faults.push('sectionPath cannot be combined with parentTaskId');
  }
  const own = new Set(subtree(moved.task).map(({ id }) => id));
  for (const id of [...besides, ...(parentTaskId === undefined ? [] : [parentTaskId])]) {
    if (!find(plan, id)) faults.push(notFound(id));
    if (own.has(id)) faults.push(`task ${taskId} cannot be moved next to or under itself`);
  }
  if (faults.length > 0) return faults;
  if (beforeTaskId !== undefined) return nextTo(plan, beforeTaskId, 0) ?? [];
  if (afterTaskId !== undefined) return nextTo(plan, afterTaskId, 1) ?? [];
  const position = args.position ?? 'last';
  if (parentTaskId !== undefined) {
    return into(plan, () => find(plan, parentTaskId)?.task.children ?? [], position);
  }
  if (sectionPath) return inPath(plan, sectionPath, position);
  const staysUnder = isFreed ? undefined : moved.parent;
  return into(plan, () => (staysUnder ? staysUnder.children : moved.section.tasks), position);
}
