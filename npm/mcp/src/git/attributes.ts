/**
 * The line of `.gitattributes` that assigns plans to the merge driver. The rest of the file stays byte for byte, so its text and
 * the pattern have one character for each byte.
 */

export const DRIVER = 'long-term-plan';
const MERGE = `merge=${DRIVER}`;
const DIFF = `diff=${DRIVER}`;
/** Otherwise Git for Windows changes all line endings at each checkout, and every tool sees a plan that is new. */
const LINE_ENDINGS = ['text', 'eol=lf'];

/** The pattern for the plans in a directory, which is `/`-separated and relative to the top of the repository. */
export function patternFor(directory: string): string {
  const escaped = Buffer.from(directory)
    .toString('latin1')
    .replace(/[\\*?[\]]/g, '\\$&');
  const pattern = `/${escaped === '' ? '' : `${escaped}/`}*.md`;
  // In quotes, git expects a pattern with the escapes of C.
  if (!/[ \t\r\n\v\f"]/.test(pattern)) return pattern;
  return `"${pattern.replace(/[\\"]/g, '\\$&').replace(/\t/g, '\\t').replace(/\n/g, '\\n')}"`;
}

/** The file with the line. */
export function withPlans(text: string, pattern: string, hasDiff: boolean): string {
  const wanted = [...LINE_ENDINGS, MERGE, ...(hasDiff ? [DIFF] : [])];
  const lines = linesOf(text);
  const at = lines.findLastIndex((line) => patternOf(line) === pattern);
  const found = lines[at];
  if (found !== undefined) {
    const present = attributesOf(found);
    // Line endings that someone has chosen stay.
    const chosen = present.some(isAboutLineEndings) ? LINE_ENDINGS : [];
    const missing = wanted.filter((one) => !present.includes(one) && !chosen.includes(one));
    lines[at] = found.replace(/[ \t\r\n]*$/, (end) =>
      [...missing.map((one) => ` ${one}`), end].join(''),
    );
    return missing.length === 0 ? text : lines.join('');
  }
  const eol = /\r\n/.test(text) ? '\r\n' : '\n';
  const start = text === '' || /\n$/.test(text) ? text : `${text}${eol}`;
  return `${start}${[pattern, ...wanted].join(' ')}${eol}`;
}

/** The file without what {@link withPlans} added. */
export function withoutPlans(text: string, pattern: string): string {
  return linesOf(text)
    .map((line) => {
      if (patternOf(line) !== pattern) return line;
      const attributes = attributesOf(line);
      const rest = attributes.filter((one) => one !== MERGE && one !== DIFF);
      if (rest.length === attributes.length) return line;
      const others = rest.join(' ') === LINE_ENDINGS.join(' ') ? [] : rest;
      const eol = /\r?\n?$/.exec(line)?.[0] ?? '';
      return others.length === 0 ? '' : `${[pattern, ...others].join(' ')}${eol}`;
    })
    .join('');
}

/** The pattern as a person reads it. */
export function displayPattern(pattern: string): string {
  return Buffer.from(pattern, 'latin1').toString();
}

/** Whether any pattern in the file names the driver. */
export function namesDriver(text: string): boolean {
  return linesOf(text).some(
    (line) => patternOf(line) !== undefined && attributesOf(line).includes(MERGE),
  );
}

export function isListed(text: string, pattern: string): boolean {
  return withoutPlans(text, pattern) !== text;
}

function isAboutLineEndings(attribute: string): boolean {
  return /^[-!]?(?:text|eol|crlf|binary)(?:=|$)/.test(attribute);
}

/** Each with its line ending. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function patternOf(line: string): string | undefined {
  return /^[ \t\r]*("(?:[^"\\]|\\.)*"|[^ \t\r\n"#][^ \t\r\n]*)/.exec(line)?.[1];
}

function attributesOf(line: string): string[] {
  const pattern = patternOf(line) ?? '';
  return line
    .slice(line.indexOf(pattern) + pattern.length)
    .split(/[ \t\r\n]+/)
    .filter(Boolean);
}
