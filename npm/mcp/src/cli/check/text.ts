import type { Checked, CheckedFinding } from '../commands/check.ts';
import { printable } from '../text/printable.ts';
import type { Style } from '../text/style.ts';

/** `file:line:column: error CODE: message`, as editors and terminals find their way by. */
export function checkedText(checked: readonly Checked[], style: Style): string {
  const line = (
    file: string,
    { code, line, column, message }: CheckedFinding,
    isError: boolean,
  ) => {
    const at = [file, line, column].filter((part) => part !== undefined).join(':');
    const kind = isError ? style.paint('red', 'error') : style.paint('yellow', 'warning');
    return `${style.paint('bold', printable(at))}: ${kind} ${code}: ${printable(message)}\n`;
  };
  const lines = checked.flatMap(({ file, errors, warnings }) =>
    [
      ...errors.map((finding) => ({ finding, isError: true })),
      ...warnings.map((finding) => ({ finding, isError: false })),
    ]
      .sort((a, b) => a.finding.line - b.finding.line)
      .map(({ finding, isError }) => line(file, finding, isError)),
  );
  return lines.join('') + summary(checked, style);
}

function summary(checked: readonly Checked[], { paint }: Style): string {
  const errors = checked.reduce((count, file) => count + file.errors.length, 0);
  const warnings = checked.reduce((count, file) => count + file.warnings.length, 0);
  const files = counted(checked.length, 'file');
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
