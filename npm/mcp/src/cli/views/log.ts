/** Who changed what, and when: one line for each task that a change concerns. */
import { clockTime, dayHeading } from '../dates.ts';
import { escapeControl } from '../text/escape.ts';
import { byTask, type Change, type ChangeWords, changePhrase } from './changes.ts';
import { type Part, part, type Screen, words, wrapped } from './line.ts';
import { shownName } from './task-line.ts';

/** A change as the history has it. */
export interface LoggedChange {
  changeId: string;
  /** `c` and the shortest unique ending. */
  short: string;
  planId: string;
  at: string;
  by?: string;
  tool?: string;
  switched?: boolean;
  undoes?: string;
  undoneBy?: string;
  differing?: number;
  changes: Change[];
}

export interface LogWords extends ChangeWords {
  /** The short name of a task, if it exists. */
  shortOf: (planId: string, id: string) => string | undefined;
  /** Where a new task was added. */
  addedWhere: (planId: string, id: string) => string | undefined;
}

/** By day, or with the day on each line. */
export function logLines(
  changes: readonly LoggedChange[],
  log: LogWords,
  screen: Screen,
  { byDay }: { byDay: boolean },
): string[] {
  const authorWidth = Math.max(0, ...changes.map((change) => authorOf(change, screen.you).length));
  let day = '';
  return changes.flatMap((change) => {
    const at = Date.parse(change.at);
    const heading = dayHeading(at, screen.now);
    const lines = changeLines(change, log, screen, {
      time: byDay ? clockTime(at) : `${heading} ${clockTime(at)}`,
      authorWidth,
    });
    if (!byDay || heading === day) return lines;
    day = heading;
    return [screen.style.paint('bold', heading), ...lines];
  });
}

function authorOf({ by, switched }: LoggedChange, you: string): string {
  if (switched) return 'git';
  return by === undefined ? 'by hand' : shownName(by, you);
}

function changeLines(
  change: LoggedChange,
  log: LogWords,
  screen: Screen,
  { time, authorWidth }: { time: string; authorWidth: number },
): string[] {
  const { style, you } = screen;
  const author = authorOf(change, you);
  // A hand edit is undone in an editor, and a checkout with git.
  const id = change.by === undefined ? '' : change.short;
  const start: Part[] = [
    { text: time, colors: ['dim'], gap: 2 },
    { text: author.padEnd(authorWidth), gap: 2, ...(author === 'you' ? {} : { colors: ['cyan'] }) },
  ];
  if (change.switched) {
    const tasks = change.differing === 1 ? '1 task differs' : `${change.differing} tasks differ`;
    return wrapped(start, [part(`switched to other contents (${tasks})`)], 0, style);
  }
  const idPart: Part = { text: id.padEnd(5), colors: ['dim'], gap: 2 };
  const indent = 2 + time.length + 2 + authorWidth + 2 + Math.max(5, id.length) + 3;
  const groups = byTask(change.changes);
  const undoing = change.undoes ? [part(`undoes ${log.nameOf(change.undoes)}`, 'dim')] : [];
  const undone = change.undoneBy ? [part(`undone by ${log.nameOf(change.undoneBy)}`, 'dim')] : [];
  return groups.flatMap((group, index) => {
    const head = index === 0 ? [...start, idPart] : [{ text: '', gap: indent - 3 }];
    const parts = [...subjectParts(change, group, log), ...undoing, ...undone];
    const [first, ...more] = parts;
    return wrapped(head, first ? [{ ...first, gap: 3 }, ...more] : [], indent, style);
  });
}

/** `9SMZ Address form  to do → in progress, @claude` */
export function subjectParts(
  { planId }: Pick<LoggedChange, 'planId'>,
  group: readonly Change[],
  log: LogWords,
): Part[] {
  const { taskId, title = '' } = group[0] ?? {};
  const phrase = phraseOf(planId, group, log);
  if (taskId === undefined) {
    return [{ text: escapeControl(planId), colors: ['bold'], gap: 0 }, ...phraseParts(phrase)];
  }
  const name = log.shortOf(planId, taskId);
  return [
    ...(name ? [{ text: escapeControl(name), colors: ['cyan' as const], gap: 0 }] : []),
    ...words(title).map((one, index) => (index === 0 && name ? { ...one, gap: 1 } : one)),
    ...phraseParts(phrase),
  ];
}

const phraseParts = (phrase: string): Part[] =>
  phrase.split(', ').map((text, index, all) => ({
    text: index < all.length - 1 ? `${text},` : text,
    gap: index === 0 ? 2 : 1,
  }));

export function phraseOf(planId: string, group: readonly Change[], log: LogWords): string {
  const phrase = changePhrase(group, log);
  const [first] = group;
  if (first?.change !== 'added' || first.taskId === undefined) return phrase;
  const where = log.addedWhere(planId, first.taskId);
  return where === undefined ? phrase : where;
}
