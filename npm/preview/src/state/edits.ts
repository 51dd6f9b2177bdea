/** Changes of fields. Each keeps the task that the user saw, so that no change of someone else is overwritten silently. */
import type { Task } from 'long-term-plan-core/slim';
import {
  type FieldConflict,
  rebased,
  textOf,
  updateArguments,
  type Value,
  type Values,
} from '../plan/fields.ts';
import { taskOf } from '../plan/model.ts';
import { type Field, fieldName, labelOf } from '../words/labels.ts';
import { type Conflict, conflict, drafts, log, model } from './store.ts';
import { addToast } from './toasts.ts';
import { confirmed, inTurn, type WriteResult, write } from './writes.ts';

/** Writes new values of one task; `base` is the task when the user began. */
export function changeTask(
  base: Task,
  values: Values,
  said = describe(base, values),
): Promise<void> {
  return inTurn(async () => {
    let met: Conflict | undefined;
    const result = await write('task_update', () => {
      const now = taskOf(model.value, base.id);
      if (now === undefined) {
        met = deleted(base, values);
        return undefined;
      }
      const { values: toWrite, conflicts } = rebased(values, base, now);
      if (conflicts.length > 0) {
        met = conflictOf(now, toWrite, conflicts);
        return undefined;
      }
      if (Object.keys(toWrite).length === 0) return undefined;
      return { taskId: base.id, ...updateArguments(toWrite) };
    });
    if (met) conflict.value = met;
    confirmed(said, result);
    warnOfOpenSubtasks(base, result);
  });
}

/** Writes new values of several tasks as one change. Tasks whose fields someone else changed meanwhile are left out and named. */
export function changeTasks(bases: readonly Task[], values: Values, said: string): Promise<void> {
  const [only] = bases;
  if (only && bases.length === 1) return changeTask(only, values, said);
  return inTurn(async () => {
    let left: string[] = [];
    const result = await write('task_batch', () => {
      left = [];
      const ops = bases.flatMap((base) => {
        const now = taskOf(model.value, base.id);
        if (now === undefined) return [];
        const { values: toWrite, conflicts } = rebased(values, base, now);
        if (conflicts.length > 0) left.push(now.title);
        const isWritten = conflicts.length === 0 && Object.keys(toWrite).length > 0;
        return isWritten ? [{ op: 'update', taskId: base.id, ...updateArguments(toWrite) }] : [];
      });
      return ops.length > 0 ? { ops } : undefined;
    });
    confirmed(said, result);
    if (left.length > 0) {
      addToast({
        kind: 'error',
        text: `Someone else changed ${left.join(', ')} meanwhile; look at it first.`,
      });
    }
  });
}

function describe({ title }: Task, values: Values): string {
  const [[field, value] = ['', '']] = Object.entries(values) as [Field, Value][];
  const name = `“${title}”`;
  if (field === 'status' || field === 'state') {
    return value === '' ? `Cleared the state of ${name}` : `${labelOf(textOf(value))}: ${name}`;
  }
  if (field === 'title') return `Renamed to “${textOf(value)}”`;
  return `Changed the ${fieldName(field)} of ${name}`;
}

function warnOfOpenSubtasks(base: Task, result: WriteResult | undefined): void {
  const open = result?.openSubtasks;
  if (open === undefined || open === 0) return;
  addToast({
    kind: 'notice',
    text: open === 1 ? '1 subtask is still open.' : `${open} subtasks are still open.`,
    action: { label: 'Finish them too', run: () => void finishSubtasks(base.id) },
  });
}

function finishSubtasks(taskId: string): Promise<void> {
  const plan = model.value;
  const top = plan?.indexOf.get(taskId);
  if (!plan || top === undefined) return Promise.resolve();
  const below: Task[] = [];
  const inside = new Set([top]);
  for (const [index, task] of plan.outline.tasks.entries()) {
    if (task.parent === undefined || !inside.has(task.parent)) continue;
    inside.add(index);
    if (task.status !== 'done') below.push(task);
  }
  return changeTasks(below, { status: 'done' }, `Finished ${below.length} subtasks`);
}

function deleted(base: Task, values: Values): Conflict {
  const entry = log.value.find(({ parts }) =>
    parts.some(({ kind, taskId }) => kind === 'deleted' && taskId === base.id),
  );
  return {
    taskId: base.id,
    title: base.title,
    values,
    by: entry?.by ?? '',
    ...(entry && { at: entry.at, deletion: entry.changeId }),
  };
}

function conflictOf(now: Task, values: Values, fields: FieldConflict[]): Conflict {
  const names = fields.map(({ field }) => field);
  const entry = log.value.find(({ parts }) =>
    parts.some(
      ({ taskId, kind, field }) =>
        taskId === now.id &&
        (kind === 'body' ? names.includes('body') : names.includes(field as Field)),
    ),
  );
  return {
    taskId: now.id,
    title: now.title,
    fields,
    values,
    by: entry?.by ?? '',
    ...(entry && { at: entry.at }),
  };
}

/** What the user decided for each field that conflicts; what was not chosen is kept for a day. */
export async function resolveConflict(chosen: ReadonlyMap<Field, Value>): Promise<void> {
  const met = conflict.value;
  const now = taskOf(model.value, met?.taskId);
  conflict.value = undefined;
  if (met?.fields === undefined) return;
  const values: Values = { ...met.values };
  for (const { field, theirs, mine } of met.fields) {
    const choice = chosen.get(field) ?? theirs;
    if (textOf(choice) !== textOf(mine)) keepText(mine);
    else keepText(theirs);
    if (textOf(choice) !== textOf(theirs)) values[field] = choice;
    if (field === 'body') dropDraft(met.taskId);
  }
  if (now && Object.keys(values).length > 0) await changeTask(now, values);
}

/** The deleted task comes back with the change, or the text of the change is kept for a day. */
export async function resolveDeletion(putBack: boolean): Promise<void> {
  const met = conflict.value;
  conflict.value = undefined;
  if (met === undefined) return;
  const texts = Object.values(met.values);
  if (!putBack || met.deletion === undefined) {
    for (const value of texts) keepText(value);
    dropDraft(met.taskId);
    return;
  }
  const { deletion } = met;
  await inTurn(async () => {
    confirmed(`Restored “${met.title}”`, await write('plan_undo', () => ({ changeId: deletion })));
  });
  const restored = taskOf(model.value, met.taskId);
  dropDraft(met.taskId);
  if (restored) await changeTask(restored, met.values);
}

const KEPT_KEY = 'ltp-kept';
const KEPT_MS = 86_400_000;

interface KeptText {
  text: string;
  at: number;
}

/** Texts that were not chosen in a conflict, the latest first. */
export function keptTexts(): KeptText[] {
  try {
    const kept: KeptText[] = JSON.parse(localStorage.getItem(KEPT_KEY) ?? '[]');
    return kept.filter(({ at }) => Date.now() - at < KEPT_MS);
  } catch {
    return [];
  }
}

function keepText(value: Value): void {
  const text = textOf(value);
  if (text === '') return;
  const kept = [{ text, at: Date.now() }, ...keptTexts()].slice(0, 20);
  localStorage.setItem(KEPT_KEY, JSON.stringify(kept));
  addToast({
    kind: 'notice',
    text: 'The version you did not keep can be copied for a day.',
    action: { label: 'Copy it', run: () => void copyText(text) },
  });
}

export async function copyText(text: string, said = 'Copied'): Promise<void> {
  await navigator.clipboard.writeText(text);
  addToast({ kind: 'own', text: said });
}

/** The draft of a text; it survives closing the task, and the task being missing for a moment. */
export function setDraft(base: Task, text: string): void {
  drafts.value = new Map(drafts.value).set(base.id, { text, base });
}

export function dropDraft(taskId: string): void {
  if (!drafts.value.has(taskId)) return;
  const next = new Map(drafts.value);
  next.delete(taskId);
  drafts.value = next;
}
