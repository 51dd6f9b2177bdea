/** Lines of text whose parts have colors, wrapped to the width of the terminal. */
import { escapeControl } from '../text/escape.ts';
import type { Color, Style } from '../text/style.ts';
import { truncateToWidth, widthOf } from '../text/width.ts';

/** A part of a line that is not broken, and how far it is from the one before. */
export interface Part {
  text: string;
  colors?: readonly Color[];
  /** Spaces before it. */
  gap: number;
}

/** What a view needs to know about where it is shown. */
export interface Screen {
  style: Style;
  /** When it is shown, in milliseconds since 1970. */
  now: number;
  /** The name of the reader, who is called `you`. */
  you: string;
}

/** Two spaces before a part that is not the next word of a sentence. */
export const part = (text: string, ...colors: Color[]): Part => ({ text, colors, gap: 2 });

/** The words of a text, which can be broken between them. */
export function words(text: string, ...colors: Color[]): Part[] {
  const all = escapeControl(text).split(' ');
  return all.map((word, index) => ({ text: word, colors, gap: index === 0 ? 0 : 1 }));
}

/** The last column stays free: some terminals break the line there. */
export const roomIn = ({ width }: Style): number => width - 1;

/** The parts after `start`, whose further lines are indented below its end. */
export function hanging(start: readonly Part[], parts: readonly Part[], style: Style): string[] {
  const indent = start.reduce((width, { text, gap }) => width + gap + widthOf(text), 0);
  return wrapped(start, parts, indent, style);
}

/** The parts after `start`; further lines have this indentation. */
export function wrapped(
  start: readonly Part[],
  parts: readonly Part[],
  indent: number,
  style: Style,
): string[] {
  const lines: string[] = [];
  let line = start.map((one) => painted(one, style)).join('');
  let used = start.reduce((width, { text, gap }) => width + gap + widthOf(text), 0);
  let isFirst = true;
  for (const one of parts) {
    const gap = isFirst && lines.length > 0 ? 0 : one.gap;
    const width = widthOf(one.text);
    if (used + gap + width > roomIn(style) && used > indent) {
      lines.push(line);
      line = `${' '.repeat(indent)}${painted({ ...one, gap: 0 }, style)}`;
      used = indent + width;
    } else {
      line += painted({ ...one, gap }, style);
      used += gap + width;
    }
    isFirst = false;
  }
  return [...lines, line];
}

export function painted({ text, colors = [], gap }: Part, { paint }: Style): string {
  return ' '.repeat(gap) + colors.reduce((shown, color) => paint(color, shown), text);
}

/** A title within a sentence, which may be long. */
export function cutTitle(title: string, { width }: Style): string {
  return Number.isFinite(width) ? truncateToWidth(escapeControl(title), 22) : escapeControl(title);
}

export function count(number: number, word: string, plural = `${word}s`): string {
  return `${number} ${number === 1 ? word : plural}`;
}
