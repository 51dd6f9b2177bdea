/** Changes of a plan for people: one line per task. */
import type { TaskChange } from 'long-term-plan-core/slim';
import { escapeControl } from './escape.ts';

export function changesText(changes: readonly TaskChange[]): string {
  const byTask = new Map<string, TaskChange[]>();
  for (const change of changes) {
    const key = change.taskId ?? '';
    byTask.set(key, [...(byTask.get(key) ?? []), change]);
  }
  const lines = [...byTask].map(([taskId, all]) => {
    const name = taskId === '' ? 'the plan' : taskId;
    const title = all[0]?.title ? ` “${all[0].title}”` : '';
    return escapeControl(`${name}${title}: ${all.map(describe).join(', ')}`);
  });
  return lines.length === 0 ? 'No task changed.\n' : `${lines.join('\n')}\n`;
}

function describe({ change, field = '', from, to }: TaskChange): string {
  if (change === 'added' || change === 'deleted') return change;
  if (change === 'body') return 'another body';
  switch (field) {
    case 'status':
      return to ?? '';
    case 'title':
      return `was “${from ?? ''}”`;
    case 'section':
      return to === undefined ? 'moved before the sections' : `moved to ${to}`;
    case 'parent':
      return to === undefined ? `moved out of ${from}` : `moved under ${to}`;
    case 'position':
      return to === undefined ? 'moved to the top' : `moved after ${to}`;
    default:
      if (from === undefined) return `${field} ${to}`;
      return to === undefined ? `no ${field} (was ${from})` : `${field} ${from} → ${to}`;
  }
}
