/** What a person can do to a plan, apart from changing fields. */
import type { Task } from 'long-term-plan-core/slim';
import { taskOf } from '../plan/model.ts';
import { newTask } from '../plan/new-task.ts';
import { changeTask, changeTasks, copyText } from './edits.ts';
import { refresh } from './live.ts';
import { linkTo, openTaskById, showPlan } from './navigation.ts';
import {
  type Adding,
  active,
  adding,
  address,
  me,
  model,
  selection,
  source,
  today,
} from './store.ts';
import { confirmed, inTurn, ToolFailure, write } from './writes.ts';

export const tasksOf = (ids: Iterable<string>): Task[] =>
  [...ids].flatMap((id) => taskOf(model.value, id) ?? []);

/** Adds a task from what was typed, and keeps the line open for the next one. */
export function addTask(typed: string, { attributes: given, ...place }: Adding): Promise<void> {
  const { title, ...attributes } = newTask(typed, today.value);
  if (title === '') return Promise.resolve();
  return inTurn(async () => {
    const result = await write('task_add', () => ({ title, ...given, ...attributes, ...place }));
    confirmed(`Added “${title}”`, result);
    const taskId = result?.taskId;
    if (taskId === undefined) return;
    active.value = taskId;
    if (adding.value === undefined) return;
    // The next one goes below it.
    adding.value = {
      ...(place.parentTaskId === undefined ? { afterTaskId: taskId } : place),
      ...(given && { attributes: given }),
    };
  });
}

export function toggleDone(tasks: readonly Task[]): Promise<void> {
  const isDone = tasks.every(({ status }) => status === 'done');
  const status = isDone ? 'todo' : 'done';
  const [only] = tasks;
  if (only && tasks.length === 1) return changeTask(only, { status });
  return changeTasks(
    tasks,
    { status },
    `${isDone ? 'Reopened' : 'Finished'} ${tasks.length} tasks`,
  );
}

/** Leaves out tasks whose parent is among them: they move and go with it. */
function topmost(tasks: readonly Task[]): Task[] {
  const plan = model.value;
  const chosen = new Set(tasks.map(({ id }) => plan?.indexOf.get(id)));
  return tasks.filter(({ parent }) => {
    for (let at = parent; at !== undefined; at = plan?.outline.tasks[at]?.parent) {
      if (chosen.has(at)) return false;
    }
    return true;
  });
}

/** The next row that stays, for the focus after tasks are gone. */
function neighborOf(task: Task): string {
  const plan = model.value;
  const at = plan?.indexOf.get(task.id) ?? -1;
  const next = plan?.outline.tasks.find((other, index) => index > at && other.line > task.endLine);
  return next?.id ?? plan?.outline.tasks[at - 1]?.id ?? '';
}

export function deleteTasks(tasks: readonly Task[]): Promise<void> {
  const all = topmost(tasks);
  const [only] = all;
  if (only === undefined) return Promise.resolve();
  const next = neighborOf(only);
  return inTurn(async () => {
    const said = all.length === 1 ? `Deleted “${only.title}”` : `Deleted ${all.length} tasks`;
    const isThere = ({ id }: Task) => taskOf(model.value, id) !== undefined;
    const result =
      all.length === 1
        ? await write('task_delete', () => (isThere(only) ? { taskId: only.id } : undefined))
        : await write('task_batch', () => ({
            ops: all.filter(isThere).map(({ id }) => ({ op: 'delete', taskId: id })),
          }));
    if (all.some(({ id }) => id === address.value.taskId)) openTaskById('');
    selection.value = new Set();
    active.value = next;
    confirmed(said, result);
  });
}

/** Where a task goes. */
export interface Target {
  beforeTaskId?: string;
  afterTaskId?: string;
  parentTaskId?: string;
  sectionPath?: string[];
  position?: 'first' | 'last';
}

export function moveTasks(tasks: readonly Task[], target: Target, where: string): Promise<void> {
  const all = topmost(tasks);
  const [only] = all;
  if (only === undefined) return Promise.resolve();
  return inTurn(async () => {
    const place = placeOf(target);
    const result =
      all.length === 1
        ? await write('task_move', () => ({ taskId: only.id, ...place }))
        : await write('task_batch', () => ({ ops: batchMoves(all, place) }));
    const what = all.length === 1 ? `“${only.title}”` : `${all.length} tasks`;
    confirmed(`Moved ${what}${where === '' ? '' : ` ${where}`}`, result);
  });
}

/** An empty section path means the part before all sections, and needs to be said explicitly. */
function placeOf({ sectionPath, ...rest }: Target): Record<string, unknown> {
  if (sectionPath === undefined) return rest;
  return sectionPath.length === 0 ? { ...rest, clear: ['section'] } : { ...rest, sectionPath };
}

function batchMoves(tasks: readonly Task[], place: Record<string, unknown>) {
  return tasks.map(({ id }, index) => {
    const previous = tasks[index - 1]?.id;
    const follows =
      previous !== undefined &&
      (place.afterTaskId !== undefined || place.beforeTaskId !== undefined);
    return { op: 'move', taskId: id, ...(follows ? { afterTaskId: previous } : place) };
  });
}

/** The tasks next to it under the same parent or in the same section. */
function siblingsOf(task: Task): Task[] {
  return (model.value?.outline.tasks ?? []).filter(
    ({ parent, section }) => parent === task.parent && section === task.section,
  );
}

export function moveBy(task: Task, step: -1 | 1): Promise<void> {
  const siblings = siblingsOf(task);
  const at = siblings.findIndex(({ id }) => id === task.id);
  const other = siblings[at + step];
  if (other === undefined) return Promise.resolve();
  const target = step < 0 ? { beforeTaskId: other.id } : { afterTaskId: other.id };
  return moveTasks([task], target, step < 0 ? 'up' : 'down');
}

/** Makes it a subtask of the task above. */
export function indent(task: Task): Promise<void> {
  const siblings = siblingsOf(task);
  const above = siblings[siblings.findIndex(({ id }) => id === task.id) - 1];
  if (above === undefined) return Promise.resolve();
  return moveTasks([task], { parentTaskId: above.id }, `under “${above.title}”`);
}

/** Lifts it out of its parent. */
export function outdent(task: Task): Promise<void> {
  const parent = task.parent === undefined ? undefined : model.value?.outline.tasks[task.parent];
  if (parent === undefined) return Promise.resolve();
  return moveTasks([task], { afterTaskId: parent.id }, `out of “${parent.title}”`);
}

export function claim(task: Task, force = false): Promise<void> {
  return inTurn(async () => {
    const result = await write('task_start', () => ({ taskId: task.id, ...(force && { force }) }));
    confirmed(`Claimed “${task.title}”`, result);
  });
}

export function release(task: Task): Promise<void> {
  return inTurn(async () => {
    const result = await write('task_start', () => ({ taskId: task.id, release: true }));
    confirmed(`Released “${task.title}”`, result);
  });
}

export const claimOrRelease = (task: Task): Promise<void> =>
  task.assignee === me.value && task.status === 'doing' ? release(task) : claim(task);

/** Appends a paragraph to the notes; it never conflicts. */
export function addNote(task: Task, note: string): Promise<void> {
  return inTurn(async () => {
    const result = await write('task_update', () => ({ taskId: task.id, appendBody: note }));
    confirmed(`Added a note to “${task.title}”`, result);
  });
}

export function renameSection(section: number, name: string): Promise<void> {
  return inTurn(async () => {
    const sectionPath = model.value?.paths[section];
    if (sectionPath === undefined || sectionPath.at(-1) === name) return;
    const result = await write('section_rename', () => ({ sectionPath, name }));
    confirmed(`Renamed the section to “${name}”`, result);
  });
}

/** Adds a section at the end, and opens the line for its first task. */
export function addSection(name: string): Promise<void> {
  return inTurn(async () => {
    const sectionPath = [name];
    confirmed(`Added the section “${name}”`, await write('section_add', () => ({ sectionPath })));
    adding.value = { sectionPath };
  });
}

export function changePlan(changes: {
  title?: string;
  bodyMarkdown?: string;
  clearBody?: boolean;
}): Promise<void> {
  return inTurn(async () => {
    confirmed('Changed the plan', await write('plan_update', () => changes));
  });
}

/** The id that a plan with this title gets. */
export function planIdFor(title: string): string {
  const id = title
    .normalize('NFKD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 64);
  return id === '' ? 'plan' : id;
}

export async function createPlan(title: string, template: 'empty' | 'basic'): Promise<void> {
  const planId = planIdFor(title);
  const reply = await source.value?.call('plan_create', { planId, title: title.trim(), template });
  if (reply && 'error' in reply) throw new ToolFailure(reply.error);
  await refresh();
  showPlan(planId);
}

/** Applies the repairs that fix the errors of the plan. */
export function repairPlan(actions: readonly string[]): Promise<void> {
  return inTurn(async () => {
    const before = model.value?.findings.errors.length ?? 0;
    const result = await write('doc_repair', () => ({ actions }));
    const left = model.value?.findings.errors.length ?? 0;
    confirmed(`Fixed ${before - left} ${before - left === 1 ? 'problem' : 'problems'}`, result);
  });
}

export const copyLink = (task: Task): Promise<void> => copyText(linkTo(task.id), 'Copied the link');
