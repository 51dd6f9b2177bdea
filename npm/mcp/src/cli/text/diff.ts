import { escapeLines } from './escape.ts';
import type { Color, Style } from './style.ts';

/** By the start of a line; the first match counts. */
const COLORS: [string, Color][] = [
  ['+++', 'bold'],
  ['---', 'bold'],
  ['@@', 'cyan'],
  ['+', 'green'],
  ['-', 'red'],
];

/** A unified diff in colors. */
export function diffText(diff: string, { paint }: Style): string {
  if (diff === '') return 'Nothing would change.\n';
  const lines = escapeLines(diff.replace(/\n$/, '')).split('\n');
  const painted = lines.map((line) => {
    const color = COLORS.find(([start]) => line.startsWith(start))?.[1];
    return color ? paint(color, line) : line;
  });
  return `${painted.join('\n')}\n`;
}
