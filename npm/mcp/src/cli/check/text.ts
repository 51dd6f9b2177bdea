import type { CheckedDiagnostic, CheckResult } from '../commands/check.ts';
import { escapeControl } from '../text/escape.ts';
import type { Style } from '../text/style.ts';

/** `file:line:column: error CODE: message`, which editors and terminals turn into links. */
export function resultsText(results: readonly CheckResult[], style: Style): string {
  const line = (
    file: string,
    { code, line, column, message }: CheckedDiagnostic,
    isError: boolean,
  ) => {
    const at = [file, line, column].filter((part) => part !== undefined).join(':');
    const kind = isError ? style.paint('red', 'error') : style.paint('yellow', 'warning');
    return `${style.paint('bold', escapeControl(at))}: ${kind} ${code}: ${escapeControl(message)}\n`;
  };
  const lines = results.flatMap(({ file, errors, warnings }) =>
    [
      ...errors.map((diagnostic) => ({ diagnostic, isError: true })),
      ...warnings.map((diagnostic) => ({ diagnostic, isError: false })),
    ]
      .sort((a, b) => a.diagnostic.line - b.diagnostic.line)
      .map(({ diagnostic, isError }) => line(file, diagnostic, isError)),
  );
  return lines.join('') + summary(results, style);
}

function summary(results: readonly CheckResult[], { paint }: Style): string {
  const errors = results.reduce((count, file) => count + file.errors.length, 0);
  const warnings = results.reduce((count, file) => count + file.warnings.length, 0);
  const files = counted(results.length, 'file');
  if (errors + warnings === 0) return `${paint('green', 'No errors')} in ${files}.\n`;
  const parts = [
    errors > 0 && paint('red', counted(errors, 'error')),
    warnings > 0 && paint('yellow', counted(warnings, 'warning')),
  ];
  return `${parts.filter(Boolean).join(' and ')} in ${files}.\n`;
}

function counted(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}
