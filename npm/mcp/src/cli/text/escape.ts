/**
 * Makes texts safe for a terminal. A plan may come from anyone, and must not output control sequences or characters that
 * reverse the direction of the text.
 */

/** Control characters, and characters that reorder the text around them. */
const UNSAFE = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
const UNSAFE_IN_LINES = /(?!\n)[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** On one line; unsafe characters become escapes. */
export function escapeControl(text: string): string {
  return text.replace(UNSAFE, escaped);
}

/** The same for a text with several lines. */
export function escapeLines(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(/\t/g, '    ').replace(UNSAFE_IN_LINES, escaped);
}

/** A message of several lines as one line. */
export function oneLine(message: string): string {
  return escapeControl(message.trim().replace(/\s*[\r\n]+\s*/g, '; '));
}

function escaped(character: string): string {
  const code = character.charCodeAt(0);
  const hex = code.toString(16);
  return code < 0x100 ? `\\x${hex.padStart(2, '0')}` : `\\u${hex.padStart(4, '0')}`;
}
