/** A task in a line. */
import { printable } from './printable.ts';
import type { Look, Style } from './style.ts';

const MARKS: Record<string, { mark: string; look: Look }> = {
  todo: { mark: '[ ]', look: 'dim' },
  doing: { mark: '[*]', look: 'yellow' },
  done: { mark: '[√]', look: 'green' },
};

export function statusMark(status: string, { paint }: Style): string {
  const { mark, look } = MARKS[status] ?? { mark: '[?]', look: 'red' };
  return paint(look, mark);
}

export function statusLook(status: string): Look {
  return MARKS[status]?.look ?? 'red';
}

export interface Details {
  state?: string;
  priority?: string;
  due?: string;
  assignee?: string;
  tags?: string[];
}

const PRIORITIES: Record<string, Look> = { highest: 'red', high: 'red', medium: 'yellow' };

/** What is worth seeing beside a title: `blocked !high @ana due 2026-12-01 #api`. */
export function details(
  { state, priority, due, assignee, tags = [] }: Details,
  { paint }: Style,
): string[] {
  const all = [
    state && paint('magenta', printable(state)),
    priority && paint(PRIORITIES[priority] ?? 'dim', `!${printable(priority)}`),
    assignee && paint('cyan', `@${printable(assignee)}`),
    due && paint('blue', `due ${printable(due)}`),
    ...tags.map((tag) => paint('blue', `#${printable(tag)}`)),
  ];
  return all.filter((text): text is string => Boolean(text));
}
