/** The words for statuses, states, priorities and fields. */
import type { Status, Task } from 'long-term-plan-core/slim';

export const STATUSES: readonly Status[] = ['todo', 'doing', 'done'];
export const STATES = ['blocked', 'deferred', 'cancelled', 'archived'] as const;
export const PRIORITIES = ['highest', 'high', 'medium', 'low'] as const;

const NAMES: Record<string, string> = {
  todo: 'To do',
  doing: 'In progress',
  done: 'Done',
  waiting: 'To do, blocked by an open task',
};

/** `in progress` for `doing`, and so on; an unknown word is shown capitalized. */
export const labelOf = (word: string): string =>
  NAMES[word] ?? word.charAt(0).toUpperCase() + word.slice(1);

export const FIELDS = [
  'title',
  'status',
  'state',
  'priority',
  'due',
  'assignee',
  'estimate',
  'type',
  'area',
  'tags',
  'dependsOn',
  'body',
] as const;
export type Field = (typeof FIELDS)[number];

const FIELD_NAMES: Partial<Record<Field, string>> = {
  due: 'due date',
  body: 'notes',
  dependsOn: 'dependencies',
};

export const fieldName = (field: string): string => FIELD_NAMES[field as Field] ?? field;

export type DiscKind = Status | 'waiting' | 'blocked' | 'deferred' | 'cancelled' | 'archived';

/** What the disc of a task shows: its state if it has one, dashes if an open task blocks it, else its status. */
export function discOf(task: Task, isBlocked: boolean): DiscKind {
  if (STATES.some((state) => state === task.state)) return task.state as DiscKind;
  return task.status === 'todo' && isBlocked ? 'waiting' : task.status;
}

/** The part of a task id that people use to name it: enough to tell tasks of a plan apart. */
export const shortName = (taskId: string): string => taskId.replace(/^t_/, '').slice(-4);
