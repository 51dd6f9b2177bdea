/**
 * Texts of plans, made safe for a terminal. A plan may come from anybody, and what a terminal takes
 * for a command, or what turns the direction of the text around, must not come out of it raw.
 */

/** Control characters of both sets, and those that reorder what is around them. */
const UNSAFE = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
const UNSAFE_IN_LINES = /(?!\n)[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** On one line, with everything unsafe shown as an escape. */
export function printable(text: string): string {
  return text.replace(UNSAFE, escaped);
}

/** The same of a text that may have lines. */
export function printableLines(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(/\t/g, '    ').replace(UNSAFE_IN_LINES, escaped);
}

/** A message that may have lines as one line. */
export function oneLine(message: string): string {
  return printable(message.trim().replace(/\s*[\r\n]+\s*/g, '; '));
}

function escaped(character: string): string {
  const code = character.charCodeAt(0);
  const hex = code.toString(16);
  return code < 0x100 ? `\\x${hex.padStart(2, '0')}` : `\\u${hex.padStart(4, '0')}`;
}
