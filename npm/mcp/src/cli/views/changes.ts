/** What changed, in words: `to do → in progress, @claude`. */
import { longDate, plainDate, shortDate } from '../dates.ts';
import { escapeControl } from '../text/escape.ts';

/** One thing that changed about a task, or about the plan itself. */
export interface Change {
  taskId?: string;
  title?: string;
  change: 'added' | 'deleted' | 'body' | 'field' | 'section' | 'text' | 'layout';
  field?: string;
  from?: string;
  to?: string;
  /** The lines that only one version has, after `-` or `+`. */
  lines?: string[];
}

export interface ChangeWords {
  now: number;
  /** Dates as in a calendar, or relative to today. */
  dates: 'relative' | 'absolute';
  /** The name of a task that is mentioned. */
  nameOf: (id: string) => string;
  /** Who is called `you`. */
  nameOfPerson: (name: string) => string;
}

export const STATUS_WORDS: Record<string, string> = {
  todo: 'to do',
  doing: 'in progress',
  done: 'done',
};

const statusWord = (status: string | undefined): string =>
  STATUS_WORDS[status ?? ''] ?? status ?? 'none';

/** The changes of one task as one phrase. */
export function changePhrase(changes: readonly Change[], words: ChangeWords): string {
  const isAdded = changes.some(({ change }) => change === 'added');
  // What a new task has is part of how it was added.
  const shown = isAdded ? changes.filter(({ change }) => change === 'added') : changes;
  const ordered = [...shown].sort((one, other) => rank(one) - rank(other));
  return ordered.flatMap((change) => phrases(change, words)).join(', ');
}

const ORDER = ['status', 'state', 'title', 'priority', 'due', 'assignee', 'tags'];

function rank({ change, field = '' }: Change): number {
  if (change === 'body') return ORDER.length + 1;
  const index = ORDER.indexOf(field);
  return index < 0 ? ORDER.length : index;
}

function phrases(one: Change, words: ChangeWords): string[] {
  switch (one.change) {
    case 'added':
      return [`added${one.to ? ` ${escapeControl(one.to)}` : ''}`];
    case 'deleted':
      return ['deleted'];
    case 'body':
      return [bodyPhrase(one.lines)];
    case 'field':
      return fieldPhrases(one, words);
    default:
      return [];
  }
}

export function bodyPhrase(lines: readonly string[] | undefined): string {
  if (lines === undefined) return 'body';
  const of = (sign: string) => lines.filter((line) => line.startsWith(sign)).length;
  const [added, removed] = [of('+'), of('-')];
  const parts = [added > 0 && `+${added}`, removed > 0 && `−${removed}`].filter(Boolean);
  return `body ${parts.join(' ')} ${added + removed === 1 ? 'line' : 'lines'}`;
}

function fieldPhrases({ field = '', from, to }: Change, words: ChangeWords): string[] {
  const shown = (value: string | undefined) =>
    value === undefined ? 'none' : escapeControl(value);
  switch (field) {
    case 'status':
      return [`${statusWord(from)} → ${statusWord(to)}`];
    case 'state':
      return [to === undefined ? `no longer ${shown(from)}` : shown(to)];
    case 'title':
      return [`title → "${shown(to)}"`];
    case 'priority':
      if (from === undefined) return [`!${shown(to)}`];
      return [to === undefined ? 'no priority' : `priority ${shown(from)} → ${shown(to)}`];
    case 'due':
      return [duePhrase(from, to, words)];
    case 'assignee':
      return [to === undefined ? 'unassigned' : `@${escapeControl(words.nameOfPerson(to))}`];
    case 'tags':
      return [listPhrase('tags', from, to, escapeControl)];
    case 'dependsOn':
      return [listPhrase('depends on', from, to, (id) => escapeControl(words.nameOf(id)))];
    case 'section':
      return [to === undefined ? 'moved out of its section' : `moved to ${shown(to)}`];
    case 'parent':
      return [to === undefined ? 'moved to the top level' : `moved under ${words.nameOf(to)}`];
    case 'position':
      return [to === undefined ? 'moved to the top' : `moved after ${words.nameOf(to)}`];
    default:
      if (from === undefined) return [`${field} ${shown(to)}`];
      return [to === undefined ? `no ${field}` : `${field} ${shown(from)} → ${shown(to)}`];
  }
}

export function duePhrase(
  from: string | undefined,
  to: string | undefined,
  { now, dates }: Pick<ChangeWords, 'now' | 'dates'>,
): string {
  const isRelative = dates === 'relative';
  const short = (iso: string) => escapeControl((isRelative ? shortDate : plainDate)(iso, now));
  const long = (iso: string) => escapeControl((isRelative ? longDate : plainDate)(iso, now));
  if (to === undefined) return 'no due date';
  return from === undefined ? `due ${long(to)}` : `due ${short(from)} → ${long(to)}`;
}

/** `tags +api −web` */
function listPhrase(
  name: string,
  from: string | undefined,
  to: string | undefined,
  shown: (item: string) => string,
): string {
  const items = (list: string | undefined) => (list ? list.split(',') : []);
  const [before, after] = [items(from), items(to)];
  const added = after.filter((item) => !before.includes(item)).map((item) => `+${shown(item)}`);
  const removed = before.filter((item) => !after.includes(item)).map((item) => `−${shown(item)}`);
  const changed = [...added, ...removed];
  return changed.length === 0 ? `${name} reordered` : `${name} ${changed.join(' ')}`;
}

/** The changes by task, in order of appearance; those of the plan itself have no task. */
export function byTask(changes: readonly Change[]): Change[][] {
  const groups = new Map<string, Change[]>();
  for (const [index, one] of changes.entries()) {
    const isOwnEntry = one.taskId === undefined && one.change !== 'field' && one.change !== 'body';
    const key = isOwnEntry ? `#${index}` : (one.taskId ?? '');
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()];
}
