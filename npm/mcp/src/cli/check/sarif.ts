/** SARIF 2.1.0, the exchange format of static analysis. */
import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CheckedDiagnostic, CheckResult } from '../commands/check.ts';

const SCHEMA =
  'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

export function sarifOf(checked: readonly CheckResult[], version: string): object {
  const rules = new Map<string, object>();
  const resultsOf = (file: string, diagnostics: readonly CheckedDiagnostic[], level: string) =>
    diagnostics.map((diagnostic) => {
      const { code } = diagnostic;
      if (!rules.has(code)) rules.set(code, ruleOf(code, level));
      return {
        ruleId: code,
        ruleIndex: [...rules.keys()].indexOf(code),
        level,
        message: { text: diagnostic.message },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: uriOf(file) },
              region: regionOf(diagnostic),
            },
          },
        ],
      };
    });
  const results = checked.flatMap(({ file, errors, warnings }) => [
    ...resultsOf(file, errors, 'error'),
    ...resultsOf(file, warnings, 'warning'),
  ]);
  return {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'long-term-plan', version, rules: [...rules.values()] } },
        columnKind: 'utf16CodeUnits',
        artifacts: [...new Set(checked.map(({ file }) => uriOf(file)))].map((uri) => ({
          location: { uri },
        })),
        results,
      },
    ],
  };
}

function ruleOf(code: string, level: string): object {
  const words = code.toLowerCase().replaceAll('_', ' ');
  return {
    id: code,
    shortDescription: { text: words.charAt(0).toUpperCase() + words.slice(1) },
    defaultConfiguration: { level },
  };
}

function regionOf({ line, column, endColumn }: CheckedDiagnostic): object {
  return {
    startLine: line,
    ...(column !== undefined && { startColumn: column }),
    ...(endColumn !== undefined && { endColumn }),
  };
}

/** A relative reference; what would be taken for a part of a URI is encoded. A file on another drive has only an absolute path. */
function uriOf(file: string): string {
  if (isAbsolute(file)) return pathToFileURL(file).href;
  return file.split('/').map(encodeURIComponent).join('/');
}
