/** Workflow commands of GitHub Actions, which become annotations of the lines in question. */
import type { Checked, CheckedFinding } from '../commands/check.ts';

export function githubCommands(checked: readonly Checked[]): string {
  return checked
    .flatMap(({ file, errors, warnings }) => [
      ...errors.map((finding) => command('error', file, finding)),
      ...warnings.map((finding) => command('warning', file, finding)),
    ])
    .join('');
}

function command(kind: string, file: string, finding: CheckedFinding): string {
  const { code, line, column, endColumn, message } = finding;
  const properties = Object.entries({ file, line, col: column, endColumn, title: code })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${property(String(value))}`);
  return `::${kind} ${properties.join(',')}::${data(message)}\n`;
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
