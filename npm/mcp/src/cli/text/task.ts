/** A task on one line. */
import { escapeControl } from './escape.ts';
import type { Color, Style } from './style.ts';

const CHECKBOXES: Record<string, { checkbox: string; color: Color }> = {
  todo: { checkbox: '[ ]', color: 'dim' },
  doing: { checkbox: '[*]', color: 'yellow' },
  done: { checkbox: '[√]', color: 'green' },
};

export function checkboxOf(status: string, { paint }: Style): string {
  const { checkbox, color } = CHECKBOXES[status] ?? { checkbox: '[?]', color: 'red' };
  return paint(color, checkbox);
}

export function statusColor(status: string): Color {
  return CHECKBOXES[status]?.color ?? 'red';
}

export interface Details {
  state?: string;
  priority?: string;
  due?: string;
  assignee?: string;
  tags?: string[];
}

const PRIORITIES: Record<string, Color> = { highest: 'red', high: 'red', medium: 'yellow' };

/** What is shown next to a title: `blocked !high @ana due 2026-12-01 #api`. */
export function details(
  { state, priority, due, assignee, tags = [] }: Details,
  { paint }: Style,
): string[] {
  const all = [
    state && paint('magenta', escapeControl(state)),
    priority && paint(PRIORITIES[priority] ?? 'dim', `!${escapeControl(priority)}`),
    assignee && paint('cyan', `@${escapeControl(assignee)}`),
    due && paint('blue', `due ${escapeControl(due)}`),
    ...tags.map((tag) => paint('blue', `#${escapeControl(tag)}`)),
  ];
  return all.filter((text): text is string => Boolean(text));
}
