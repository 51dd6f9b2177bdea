/** Two versions of a text: which words differ, and a proposal that keeps both. */

/** The pieces of `to` in order; `isNew` if `from` does not have them there. */
export interface Piece {
  text: string;
  isNew: boolean;
}

const WORDS = /\s+|[^\s]+/g;
const LINES = /[^\n]*\n|[^\n]+$/g;
/** Longer texts are compared by lines only: the comparison takes quadratic time. */
const MOST_WORDS = 600;

const piecesOf = (text: string, pattern: RegExp): string[] => text.match(pattern) ?? [];

export function changedPieces(from: string, to: string): Piece[] {
  const isLong = from.length + to.length > MOST_WORDS * 6;
  const pattern = isLong ? LINES : WORDS;
  const [before, after] = [piecesOf(from, pattern), piecesOf(to, pattern)];
  const kept = new Set(commonPairs(before, after).map(([, index]) => index));
  const pieces: Piece[] = [];
  for (const [index, text] of after.entries()) {
    const isNew = !kept.has(index);
    const last = pieces.at(-1);
    if (last?.isNew === isNew) last.text += text;
    else pieces.push({ text, isNew });
  }
  return pieces;
}

/** Index pairs of a longest common subsequence. */
function commonPairs(before: readonly string[], after: readonly string[]): [number, number][] {
  const width = after.length + 1;
  const lengths = new Uint32Array((before.length + 1) * width);
  for (let row = before.length - 1; row >= 0; row--) {
    for (let column = after.length - 1; column >= 0; column--) {
      const at = row * width + column;
      lengths[at] =
        before[row] === after[column]
          ? (lengths[at + width + 1] ?? 0) + 1
          : Math.max(lengths[at + width] ?? 0, lengths[at + 1] ?? 0);
    }
  }
  const pairs: [number, number][] = [];
  let [row, column] = [0, 0];
  while (row < before.length && column < after.length) {
    const at = row * width + column;
    if (before[row] === after[column]) pairs.push([row++, column++]);
    else if ((lengths[at + width] ?? 0) >= (lengths[at + 1] ?? 0)) row++;
    else column++;
  }
  return pairs;
}

/** What replaces the pieces from `start` to `end` of the base. */
interface Change {
  start: number;
  end: number;
  text: string;
}

function changesOf(base: readonly string[], after: readonly string[]): Change[] {
  const changes: Change[] = [];
  let [row, column] = [0, 0];
  for (const [keptRow, keptColumn] of [
    ...commonPairs(base, after),
    [base.length, after.length] as [number, number],
  ]) {
    if (keptRow > row || keptColumn > column) {
      changes.push({ start: row, end: keptRow, text: after.slice(column, keptColumn).join('') });
    }
    [row, column] = [keptRow + 1, keptColumn + 1];
  }
  return changes;
}

/** A text with the changes of both sides. Where both changed the same place, both are kept: mine first. */
export function combined(base: string, theirs: string, mine: string): string {
  const isOneLine = ![base, theirs, mine].some((text) => text.includes('\n'));
  const pattern = isOneLine ? WORDS : LINES;
  const pieces = piecesOf(base, pattern);
  const ours = changesOf(pieces, piecesOf(mine, pattern));
  const others = changesOf(pieces, piecesOf(theirs, pattern));
  let result = '';
  let at = 0;
  while (ours.length > 0 || others.length > 0) {
    const start = Math.min(ours[0]?.start ?? pieces.length, others[0]?.start ?? pieces.length);
    result += pieces.slice(at, start).join('');
    let end = start;
    const [taken, takenOthers]: [Change[], Change[]] = [[], []];
    for (let isGrowing = true; isGrowing; ) {
      isGrowing = false;
      for (const [list, into] of [
        [ours, taken],
        [others, takenOthers],
      ] as const) {
        const next = list[0];
        if (
          next === undefined ||
          next.start > end ||
          (next.start === end && end > start && next.end > end)
        )
          continue;
        list.shift();
        into.push(next);
        end = Math.max(end, next.end);
        isGrowing = true;
      }
    }
    const textOf = (changes: Change[]) => withChanges(pieces, start, end, changes);
    result += joined(
      taken.length > 0 ? textOf(taken) : '',
      takenOthers.length > 0 ? textOf(takenOthers) : '',
      isOneLine,
    );
    at = end;
  }
  return result + pieces.slice(at).join('');
}

function withChanges(
  pieces: readonly string[],
  start: number,
  end: number,
  changes: readonly Change[],
): string {
  let text = '';
  let at = start;
  for (const change of changes) {
    text += pieces.slice(at, change.start).join('') + change.text;
    at = change.end;
  }
  return text + pieces.slice(at, end).join('');
}

function joined(mine: string, theirs: string, isOneLine: boolean): string {
  if (mine === theirs || theirs.trim() === '') return mine || theirs;
  if (mine.trim() === '') return theirs;
  if (isOneLine) return `${mine.trimEnd()}, ${theirs.trimStart()}`;
  return mine.endsWith('\n') ? mine + theirs : `${mine}\n${theirs}`;
}
