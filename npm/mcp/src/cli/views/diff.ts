/** What differs between two versions of a plan, one line for each task, section or text. */
import type { Difference } from 'long-term-plan-core/slim';
import { plainDate } from '../dates.ts';
import { escapeControl } from '../text/escape.ts';
import { byTask, type Change, type ChangeWords, changePhrase } from './changes.ts';
import { type Part, type Screen, words, wrapped } from './line.ts';

/** What a line says about a task that only the newer version has. */
export interface NewTask {
  section?: string | undefined;
  due?: string | undefined;
}

export interface DiffWords extends ChangeWords {
  newTask: (id: string) => NewTask | undefined;
}

export function diffLines(
  differences: readonly Difference[],
  diff: DiffWords,
  { style }: Pick<Screen, 'style'>,
  indent = 2,
): string[] {
  const groups = byTask(differences as Change[]);
  if (groups.length === 0) return [`${' '.repeat(indent)}Nothing changed.`];
  return groups.flatMap((group) => {
    const [first, ...more] = lineParts(group, diff);
    return first
      ? wrapped([{ text: '', gap: indent }], [{ ...first, gap: 0 }, ...more], indent + 5, style)
      : [];
  });
}

/** How many lines there are. */
export const countDifferences = (differences: readonly Difference[]): number =>
  byTask(differences as Change[]).length;

function lineParts(group: readonly Change[], diff: DiffWords): Part[] {
  const [first] = group;
  if (first === undefined) return [];
  const { taskId, title = '' } = first;
  const phrase = (text: string): Part[] =>
    text.split(/(?<=,) /).map((part, index) => ({ text: part, gap: index === 0 ? 2 : 1 }));
  if (taskId !== undefined) {
    const name: Part = { text: escapeControl(diff.nameOf(taskId)), colors: ['cyan'], gap: 0 };
    const titleWords = words(title).map((one, index) => (index === 0 ? { ...one, gap: 1 } : one));
    return [name, ...titleWords, ...phrase(taskPhrase(group, taskId, diff))];
  }
  return words(planText(first, group, diff));
}

function taskPhrase(group: readonly Change[], taskId: string, diff: DiffWords): string {
  if (group[0]?.change !== 'added') return changePhrase(group, diff);
  const { section, due } = diff.newTask(taskId) ?? {};
  const to = section === undefined ? 'added' : `added to ${escapeControl(section)}`;
  return due === undefined ? to : `${to}, due ${escapeControl(plainDate(due, diff.now))}`;
}

function planText(first: Change, group: readonly Change[], diff: DiffWords): string {
  const { change, title, from, to, lines = [] } = first;
  const of = (sign: string) => lines.filter((line) => line.startsWith(sign)).length;
  switch (change) {
    case 'section':
      if (from === undefined) return `section ${to} added`;
      return to === undefined ? `section ${from} deleted` : `section ${from} renamed to ${to}`;
    case 'text':
      return `text ${title ? `in ${title}` : 'before the sections'}  +${of('+')} −${of('-')} lines`;
    case 'layout':
      return 'white space or line endings';
    default:
      return `the plan  ${changePhrase(group, diff)}`;
  }
}
