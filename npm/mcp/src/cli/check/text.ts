import type { CheckedDiagnostic, CheckResult } from '../commands/check.ts';
import { escapeControl } from '../text/escape.ts';
import type { Style } from '../text/style.ts';
import { type Part, words, wrapped } from '../views/line.ts';

/** Of a message that continues. */
const INDENT = 4;

/** `file:line:column: error CODE: message`, which editors and terminals turn into links. */
export function resultLines(results: readonly CheckResult[], style: Style): string[] {
  const line = (
    file: string,
    { code, line, column, message }: CheckedDiagnostic,
    isError: boolean,
  ) => {
    const at = [file, line, column].filter((part) => part !== undefined).join(':');
    const start: Part[] = [
      { text: `${escapeControl(at)}:`, colors: ['bold'], gap: 0 },
      { text: isError ? 'error' : 'warning', colors: [isError ? 'red' : 'yellow'], gap: 1 },
      { text: `${code}:`, gap: 1 },
    ];
    const parts = words(message).map((word) => ({ ...word, gap: 1 }));
    return wrapped(start, parts, INDENT, style);
  };
  const lines = results.flatMap(({ file, errors, warnings }) =>
    [
      ...errors.map((diagnostic) => ({ diagnostic, isError: true })),
      ...warnings.map((diagnostic) => ({ diagnostic, isError: false })),
    ]
      .sort((a, b) => a.diagnostic.line - b.diagnostic.line)
      .flatMap(({ diagnostic, isError }) => line(file, diagnostic, isError)),
  );
  return [...lines, summary(results, style)];
}

/** `3 errors in 1 of 3 plans` */
function summary(results: readonly CheckResult[], { paint }: Style): string {
  const errors = results.reduce((count, file) => count + file.errors.length, 0);
  const warnings = results.reduce((count, file) => count + file.warnings.length, 0);
  const affected = results.filter((file) => file.errors.length + file.warnings.length > 0).length;
  if (errors + warnings === 0)
    return `${paint('green', 'No errors')} in ${counted(results.length, 'plan')}`;
  const parts = [
    errors > 0 && paint('red', counted(errors, 'error')),
    warnings > 0 && paint('yellow', counted(warnings, 'warning')),
  ];
  return `${parts.filter(Boolean).join(' and ')} in ${affected} of ${counted(results.length, 'plan')}`;
}

function counted(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}
