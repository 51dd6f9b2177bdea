/** Workflow commands of GitHub Actions, which become annotations of lines. */
import type { CheckedDiagnostic, CheckResult } from '../commands/check.ts';

export function githubCommands(results: readonly CheckResult[]): string {
  return results
    .flatMap(({ file, errors, warnings }) => [
      ...errors.map((diagnostic) => command('error', file, diagnostic)),
      ...warnings.map((diagnostic) => command('warning', file, diagnostic)),
    ])
    .join('');
}

function command(kind: string, file: string, diagnostic: CheckedDiagnostic): string {
  const { code, line, column, endColumn, message } = diagnostic;
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
