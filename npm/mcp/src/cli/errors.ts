/** How a failure is shown: `ltp: what is wrong`, then a line to paste. */
import type { Io } from '../io.ts';
import type { Failure } from './exit-code.ts';
import type { Row } from './project-data.ts';
import { escapeControl } from './text/escape.ts';
import { createStyle } from './text/style.ts';

export function describeFailure(failure: Failure, isJson: boolean, io: Io): string {
  return isJson ? failureJson(failure) : failureText(failure, io);
}

function failureJson({ code, message, details, hints }: Failure): string {
  const [hint] = hints;
  const shown = Object.keys(details).length > 0 ? { details } : {};
  return JSON.stringify({
    error: { code, message, ...shown, ...(hint !== undefined && { hint }) },
  });
}

function failureText({ message, details, lines, hints }: Failure, io: Io): string {
  const { paint } = createStyle(io);
  const candidates = rowsIn(details);
  const [first = '', ...more] = message.trim().split('\n');
  return [
    `ltp: ${escapeControl(first)}${candidates.length > 0 ? ':' : ''}`,
    ...more.map(escapeControl),
    ...candidates.map(candidateLine),
    ...lines,
    ...hints.map((hint) => paint('dim', `→ ${escapeControl(hint)}`)),
  ].join('\n');
}

/** The tasks that could have been meant. */
function rowsIn({ candidates }: Record<string, unknown>): Row[] {
  const isRow = (value: unknown): value is Row =>
    typeof value === 'object' && value !== null && 'short' in value && 'title' in value;
  return Array.isArray(candidates) ? candidates.filter(isRow) : [];
}

const MARKS: Record<string, string> = { todo: '[ ]', doing: '[*]', done: '[√]' };

/** `  7QK7 [ ] Write docs  in shop › Launch` */
function candidateLine({ short, status, title, planId, sectionPath }: Row): string {
  const place = [planId, ...sectionPath].join(' › ');
  return escapeControl(`  ${short} ${MARKS[status] ?? '[?]'} ${title}  in ${place}`);
}
