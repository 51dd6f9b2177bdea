/** The fields of a task that a person edits, and what happens if someone else changed one meanwhile. */
import type { Task } from 'long-term-plan-core/slim';
import type { Field } from '../words/labels.ts';

export type Value = string | readonly string[];
export type Values = Partial<Record<Field, Value>>;

export function fieldValue(task: Task, field: Field): Value {
  if (field === 'body') return task.body?.markdown ?? '';
  if (field === 'tags' || field === 'dependsOn') return task[field] ?? [];
  return task[field] ?? '';
}

const LISTS: readonly Field[] = ['tags', 'dependsOn'];
const TEXTS: readonly Field[] = ['title', 'body'];

/** Whether two versions of the field can be combined into one text. */
export const isText = (field: Field): boolean => TEXTS.includes(field);

export const sameValue = (one: Value, other: Value): boolean =>
  typeof one === 'string' || typeof other === 'string'
    ? one === other
    : one.length === other.length && one.every((item, index) => item === other[index]);

export const textOf = (value: Value): string =>
  typeof value === 'string' ? value : value.join(', ');

/** A field that two people changed differently. */
export interface FieldConflict {
  field: Field;
  base: Value;
  theirs: Value;
  mine: Value;
}

export interface Rebased {
  /** What to write: fields that are already as wanted are left out. */
  values: Values;
  conflicts: FieldConflict[];
}

/**
 * Applies an edit to the task as it is now. `base` is the task that the user saw when the edit began. Additions to and removals from
 * lists never conflict; another field does if it is no longer what the user saw, nor what the user wants.
 */
export function rebased(values: Values, base: Task, now: Task): Rebased {
  const result: Rebased = { values: {}, conflicts: [] };
  for (const [field, mine] of Object.entries(values) as [Field, Value][]) {
    const [before, theirs] = [fieldValue(base, field), fieldValue(now, field)];
    if (LISTS.includes(field)) {
      const merged = mergedList(before as string[], theirs as string[], mine as string[]);
      if (!sameValue(merged, theirs)) result.values[field] = merged;
    } else if (sameValue(theirs, mine)) {
      // The task already has it. A status is still written if it has to end a state.
      if (field === 'status' && now.state !== undefined && values.state === undefined) {
        result.values.status = mine;
      }
    } else if (sameValue(theirs, before)) result.values[field] = mine;
    else result.conflicts.push({ field, base: before, theirs, mine });
  }
  return result;
}

function mergedList(base: readonly string[], theirs: readonly string[], mine: readonly string[]) {
  if (sameValue(base, theirs)) return [...mine];
  const removed = base.filter((item) => !mine.includes(item));
  const added = mine.filter((item) => !base.includes(item) && !theirs.includes(item));
  return [...theirs.filter((item) => !removed.includes(item)), ...added];
}

/** The arguments of `task_update` that write these values. What is empty is cleared: an empty argument means "not given". */
export function updateArguments(values: Values): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  const clear: string[] = [];
  for (const [field, value] of Object.entries(values)) {
    if (value.length === 0) clear.push(field);
    else given[field === 'body' ? 'bodyMarkdown' : field] = value;
  }
  return { ...given, ...(clear.length > 0 && { clear }) };
}
