/**
 * How many columns of a terminal a text takes. It has its own table because `string-width` with `wrap-ansi` adds 31 ms of
 * CPU to every start.
 */

/**
 * Characters of two columns: Wide and Fullwidth of Unicode's EastAsianWidth, with unassigned gaps closed. The first and
 * last character of each range, in order.
 */
const WIDE = [
  0x1100, 0x115f, 0x231a, 0x231b, 0x2329, 0x232a, 0x23e9, 0x23ec, 0x23f0, 0x23f0, 0x23f3, 0x23f3,
  0x25fd, 0x25fe, 0x2614, 0x2615, 0x2630, 0x2637, 0x2648, 0x2653, 0x267f, 0x267f, 0x268a, 0x268f,
  0x2693, 0x2693, 0x26a1, 0x26a1, 0x26aa, 0x26ab, 0x26bd, 0x26be, 0x26c4, 0x26c5, 0x26ce, 0x26ce,
  0x26d4, 0x26d4, 0x26ea, 0x26ea, 0x26f2, 0x26f3, 0x26f5, 0x26f5, 0x26fa, 0x26fa, 0x26fd, 0x26fd,
  0x2705, 0x2705, 0x270a, 0x270b, 0x2728, 0x2728, 0x274c, 0x274c, 0x274e, 0x274e, 0x2753, 0x2755,
  0x2757, 0x2757, 0x2795, 0x2797, 0x27b0, 0x27b0, 0x27bf, 0x27bf, 0x2b1b, 0x2b1c, 0x2b50, 0x2b50,
  0x2b55, 0x2b55, 0x2e80, 0x303e, 0x3041, 0x4dbf, 0x4e00, 0xa4cf, 0xa960, 0xa97f, 0xac00, 0xd7a3,
  0xf900, 0xfaff, 0xfe10, 0xfe19, 0xfe30, 0xfe6f, 0xff01, 0xff60, 0xffe0, 0xffe6, 0x16fe0, 0x18dff,
  0x1aff0, 0x1b2ff, 0x1d300, 0x1d376, 0x1f004, 0x1f004, 0x1f0cf, 0x1f0cf, 0x1f18e, 0x1f18e, 0x1f191,
  0x1f19a, 0x1f200, 0x1f320, 0x1f32d, 0x1f335, 0x1f337, 0x1f37c, 0x1f37e, 0x1f393, 0x1f3a0, 0x1f3ca,
  0x1f3cf, 0x1f3d3, 0x1f3e0, 0x1f3f0, 0x1f3f4, 0x1f3f4, 0x1f3f8, 0x1f43e, 0x1f440, 0x1f440, 0x1f442,
  0x1f4fc, 0x1f4ff, 0x1f53d, 0x1f54b, 0x1f54e, 0x1f550, 0x1f567, 0x1f57a, 0x1f57a, 0x1f595, 0x1f596,
  0x1f5a4, 0x1f5a4, 0x1f5fb, 0x1f64f, 0x1f680, 0x1f6c5, 0x1f6cc, 0x1f6cc, 0x1f6d0, 0x1f6d2, 0x1f6d5,
  0x1f6d8, 0x1f6dc, 0x1f6df, 0x1f6eb, 0x1f6ec, 0x1f6f4, 0x1f6fc, 0x1f7e0, 0x1f7eb, 0x1f7f0, 0x1f7f0,
  0x1f90c, 0x1f93a, 0x1f93c, 0x1f945, 0x1f947, 0x1f9ff, 0x1fa70, 0x1faff, 0x20000, 0x3fffd,
];

/** Characters that combine with the one before them, or are not shown. Jamo vowels and finals join a syllable. */
const INVISIBLE = /^[\p{Mn}\p{Me}\p{Cf}\u1160-\u11ff]$/u;
const JOINER = 0x200d;
/** Selects the emoji form of a character that also has a text form. */
const EMOJI_SELECTOR = 0xfe0f;
/** Everything up to the first combining mark is one column wide. */
const FIRST_SPECIAL = 0x300;

/** Of a text without control characters and colors. */
export function widthOf(text: string): number {
  let width = 0;
  for (const { columns } of cells(text)) width += columns;
  return width;
}

/** The text in at most `width` columns. */
export function truncateToWidth(text: string, width: number): string {
  if (text.length * 2 <= width || widthOf(text) <= width) return text;
  return `${headOf(text, width - 1)}…`;
}

/** The words of a text in lines of at most `width` columns. A longer word is broken. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (let word of text.split(/\s+/)) {
    if (line !== '' && widthOf(line) + 1 + widthOf(word) > width) {
      lines.push(line);
      line = '';
    }
    while (line === '' && widthOf(word) > width) {
      const head = headOf(word, width) || String.fromCodePoint(word.codePointAt(0) ?? 32);
      lines.push(head);
      word = word.slice(head.length);
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  if (line !== '') lines.push(line);
  return lines;
}

/** The longest start of the text that fits. */
function headOf(text: string, width: number): string {
  let head = '';
  let used = 0;
  for (const { character, columns } of cells(text)) {
    used += columns;
    if (used > width) break;
    head += character;
  }
  return head;
}

interface Cell {
  character: string;
  columns: number;
}

function* cells(text: string): Generator<Cell> {
  let isJoined = false;
  let before = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    let columns = isJoined ? 0 : columnsOf(character, code);
    if (code === EMOJI_SELECTOR) columns = before === 1 ? 1 : 0;
    isJoined = code === JOINER;
    before = columns;
    yield { character, columns };
  }
}

function columnsOf(character: string, code: number): number {
  if (code < FIRST_SPECIAL) return 1;
  if (INVISIBLE.test(character)) return 0;
  return isWide(code) ? 2 : 1;
}

/** Binary search: an odd number of range ends before the code means that it is in a range. */
function isWide(code: number): boolean {
  let low = 0;
  let high = WIDE.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((WIDE[middle] ?? 0) <= code) low = middle + 1;
    else high = middle;
  }
  return low % 2 === 1 || WIDE[low - 1] === code;
}
