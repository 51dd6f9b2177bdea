/** Our lines in a file that belongs to the user, between two markers. The rest of the file stays. */

export interface Markers {
  start: string;
  end: string;
}

export const IN_MARKDOWN: Markers = {
  start: '<!-- ltp: start -->',
  end: '<!-- ltp: end -->',
};

/** Git reads a `#` as a comment. */
export const IN_GIT: Markers = { start: '# ltp: start', end: '# ltp: end' };

/** The text with these lines between the markers: where they are already, otherwise at the end. */
export function withBlock(text: string | undefined, lines: string[], markers: Markers): string {
  const before = text ?? '';
  const eol = before.includes('\r\n') ? '\r\n' : '\n';
  const block = [markers.start, ...lines, markers.end].join(eol);
  const found = findBlock(before, markers);
  if (found) return before.slice(0, found.start) + block + before.slice(found.end);
  if (before.trim() === '') return `${block}${eol}`;
  // A blank line, so that Markdown does not take the block for a part of the paragraph above it.
  const gap = before.endsWith('\n') ? eol : eol + eol;
  return `${before}${gap}${block}${eol}`;
}

/** The text without the block and the blank line before it; `undefined` if nothing is left. */
export function withoutBlock(text: string, markers: Markers): string | undefined {
  const found = findBlock(text, markers);
  if (!found) return text;
  const before = text.slice(0, found.start).replace(/\r?\n(?=\r?\n$)|^\r?\n$/, '');
  const after = text.slice(found.end).replace(/^\r?\n/, '');
  const left = before + after;
  return left.trim() === '' ? undefined : left;
}

/** How many lines the block has, its markers aside; 0 without one. */
export function blockLines(text: string, markers: Markers): number {
  const found = findBlock(text, markers);
  return found ? text.slice(found.start, found.end).split('\n').length - 2 : 0;
}

/** A start without an end is not a block of ours, or not any more. */
function findBlock(text: string, { start, end }: Markers) {
  const from = text.indexOf(start);
  const to = from < 0 ? -1 : text.indexOf(end, from);
  return to < 0 ? undefined : { start: from, end: to + end.length };
}
