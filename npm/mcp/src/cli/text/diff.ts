import { printableLines } from './printable.ts';
import type { Look, Style } from './style.ts';

/** By how a line starts; the first that fits counts. */
const LOOKS: [string, Look][] = [
  ['+++', 'bold'],
  ['---', 'bold'],
  ['@@', 'cyan'],
  ['+', 'green'],
  ['-', 'red'],
];

/** A unified diff, coloured. */
export function diffText(diff: string, { paint }: Style): string {
  if (diff === '') return 'Nothing would change.\n';
  const lines = printableLines(diff.replace(/\n$/, '')).split('\n');
  const painted = lines.map((line) => {
    const look = LOOKS.find(([start]) => line.startsWith(start))?.[1];
    return look ? paint(look, line) : line;
  });
  return `${painted.join('\n')}\n`;
}
