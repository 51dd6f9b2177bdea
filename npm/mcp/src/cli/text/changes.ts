/** Differences of a plan for people: one line per task, and the lines of text that changed below it. */
import type { Difference } from 'long-term-plan-core/slim';
import { escapeControl } from './escape.ts';

export function changesText(differences: readonly Difference[], indent = ''): string {
  const groups = new Map<string, Difference[]>();
  for (const [index, difference] of differences.entries()) {
    const { taskId, change } = difference;
    const isOwnEntry = taskId === undefined && (change === 'section' || change === 'text');
    const key = isOwnEntry ? `${index}` : `task ${taskId ?? ''}`;
    groups.set(key, [...(groups.get(key) ?? []), difference]);
  }
  const lines = [...groups.values()].flatMap((group) => [
    `${subject(group[0])}: ${group.map(describe).join(', ')}`,
    ...group.flatMap(({ lines = [] }) => lines.map((line) => `    ${line}`)),
  ]);
  if (lines.length === 0) return `${indent}Nothing changed.\n`;
  return `${lines.map((line) => `${indent}${escapeControl(line)}`).join('\n')}\n`;
}

function subject(first: Difference | undefined): string {
  const { taskId, title, change, from, to } = first ?? {};
  const quoted = title ? ` “${title}”` : '';
  if (taskId !== undefined) return `${taskId}${quoted}`;
  if (change === 'section') return `section “${from ?? to ?? ''}”`;
  if (change === 'text') return title ? `text in${quoted}` : 'text before the sections';
  return change === 'layout' ? 'the file' : `the plan${quoted}`;
}

function describe({ change, field = '', from, to, lines = [] }: Difference): string {
  const count = (sign: string) => lines.filter((line) => line.startsWith(sign)).length;
  const counts = `+${count('+')} −${count('-')}`;
  switch (change) {
    case 'added':
    case 'deleted':
      return [change, to ?? from].filter(Boolean).join(', ');
    case 'body':
      return `body ${counts}`;
    case 'text':
      return counts;
    case 'layout':
      return 'white space or line endings';
    case 'section':
      if (from === undefined) return 'added';
      return to === undefined ? 'deleted' : `renamed to “${to}”`;
    default:
      return describeField(field, from, to);
  }
}

function describeField(field: string, from: string | undefined, to: string | undefined): string {
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
