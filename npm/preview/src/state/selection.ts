/** Several tasks at once. */
import type { Task } from 'long-term-plan-core/slim';
import { tasksOf } from './actions.ts';
import { active, address, found, model, selection } from './store.ts';

/** The selected tasks if this one is among them, else this one. */
export const targetTasks = (taskId: string): Task[] =>
  tasksOf(selection.value.has(taskId) ? selection.value : [taskId]);

/** What a command is about: the selection, the active row, or the open task. */
export function currentTasks(): Task[] {
  if (selection.value.size > 0) return tasksOf(selection.value);
  const focused = document.activeElement;
  const isInRail = focused?.closest('.rail') != null;
  const [row] = tasksOf([active.value]);
  const [open] = tasksOf([address.value.taskId]);
  const task = isInRail ? (open ?? row) : (row ?? open);
  return task ? [task] : [];
}

export function toggleSelected(taskId: string): void {
  const next = new Set(selection.value);
  if (!next.delete(taskId)) next.add(taskId);
  selection.value = next;
}

/** Selects from one row to another, both included. */
export function setSelectionTo(keys: readonly string[], from: string, to: string): void {
  const [one, other] = [keys.indexOf(from), keys.indexOf(to)];
  const next = new Set(selection.value);
  for (const key of keys.slice(Math.min(one, other), Math.max(one, other) + 1)) {
    if (model.value?.indexOf.has(key)) next.add(key);
  }
  selection.value = next;
}

export function selectAll(): void {
  const tasks = model.value?.outline.tasks ?? [];
  selection.value = new Set(
    tasks.filter((_, index) => found.value?.[index] !== 0).map(({ id }) => id),
  );
}

export const clearSelection = (): void => {
  selection.value = new Set();
};
