/** Tables with aligned columns, within the width of the terminal. */
import type { Color, Style } from './style.ts';
import { truncateToWidth, widthOf } from './width.ts';

export interface Cell {
  /** Escaped, on one line. */
  text: string;
  color?: Color;
  /** Not truncated when the table is too wide. */
  isWhole?: boolean;
}

export interface Column {
  title: string;
  isRight?: boolean;
}

const GAP = '  ';
/** No column is truncated to less than this. */
const MIN_COLUMN = 8;

/** Empty columns are omitted. */
export function table(given: readonly Column[], filled: readonly Cell[][], style: Style): string {
  const used = given.map((_, index) => filled.some((row) => (row[index]?.text ?? '') !== ''));
  const columns = given.filter((_, index) => used[index]);
  const rows = filled.map((row) => row.filter((_, index) => used[index]));
  const all = columns.map(({ title }, index) => [
    { text: title, color: 'dim' as const },
    ...rows.map((row) => row[index] ?? { text: '' }),
  ]);
  const widths = narrowed(
    all.map((cells) => Math.max(...cells.map(({ text }) => widthOf(text)))),
    all.map((cells) => cells.some(({ isWhole }) => isWhole)),
    style.width,
  );
  const lines = Array.from({ length: rows.length + 1 }, (_, line) =>
    all
      .map((cells, index) => {
        const last = index === all.length - 1 && !columns[index]?.isRight;
        return aligned(
          cells[line] ?? { text: '' },
          widths[index] ?? 0,
          columns[index]?.isRight,
          last,
          style,
        );
      })
      .join(GAP)
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}

function aligned(
  { text, color }: Cell,
  width: number,
  isRight: boolean | undefined,
  isLast: boolean,
  { paint }: Style,
): string {
  const cut = truncateToWidth(text, width);
  const painted = color ? paint(color, cut) : cut;
  const space = ' '.repeat(Math.max(0, width - widthOf(cut)));
  if (isLast) return painted;
  return isRight ? space + painted : painted + space;
}

/** Shrinks the widest column until all fit. */
function narrowed(widths: number[], isWhole: boolean[], available: number): number[] {
  const result = [...widths];
  let excess = sum(result) + GAP.length * (result.length - 1) - available;
  while (excess > 0) {
    const cuttable = result.map((width, index) => (isWhole[index] ? 0 : width));
    const widest = cuttable.indexOf(Math.max(...cuttable));
    if ((cuttable[widest] ?? 0) <= MIN_COLUMN) break;
    result[widest] = (result[widest] ?? 0) - 1;
    excess -= 1;
  }
  return result;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
