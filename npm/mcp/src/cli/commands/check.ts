import type { Diagnostic, DiagnosticCode } from 'long-term-plan-core/slim';
import { type Flag, lastValue } from '../../flags.ts';
import { driverProblem } from '../../git/doctor.ts';
import type { Session } from '../../session.ts';
import { type CheckedFile, readFiles } from '../check/files.ts';
import { githubCommands } from '../check/github.ts';
import { sarifOf } from '../check/sarif.ts';
import { resultsText } from '../check/text.ts';
import type { CommandContext, CommandDefinition } from '../command.ts';
import { ExitCode } from '../exit-code.ts';
import { escapeControl } from '../text/escape.ts';

export interface CheckedDiagnostic extends Omit<Diagnostic, 'code'> {
  code: DiagnosticCode | 'UNREADABLE_FILE';
}

interface CheckedDiagnostics {
  errors: CheckedDiagnostic[];
  warnings: CheckedDiagnostic[];
}

export interface CheckResult extends CheckedDiagnostics {
  /** Relative to the working directory. */
  file: string;
}

const FORMATS = ['text', 'json', 'sarif', 'github'] as const;

const FLAGS: Flag[] = [
  {
    name: 'format',
    value: FORMATS.join('|'),
    choices: FORMATS,
    help: 'text, JSON, SARIF 2.1.0, or annotations of GitHub Actions (default: text on a terminal, else json)',
  },
  { name: 'stdin-name', value: 'PATH', help: 'what messages call standard input' },
];

export const check: CommandDefinition = {
  usage: '[plan|file|directory|-]… [flags]',
  about: `Check plans against the format, for CI and pre-commit: all plans, or those named by id or by file;
- is standard input. Exit code 1 if there are errors. Warnings are printed and do not fail.`,
  examples: [
    { line: 'ltp check', what: 'all plans' },
    { line: 'ltp check demo docs/plan.md', what: 'a plan, and a file anywhere' },
    { line: 'ltp check --format github', what: 'annotations in GitHub Actions' },
    { line: 'ltp check --format sarif > plans.sarif', what: 'for code scanning' },
    {
      line: 'git show :docs/plan.md | ltp check - --stdin-name docs/plan.md',
      what: 'what is staged',
    },
  ],
  flags: FLAGS,
  positionals: ['plan…'],
  run: async (context) => {
    const stdinName = lastValue(context.line, 'stdin-name') ?? 'stdin';
    const files = await readFiles(context, stdinName);
    const session = context.session();
    const results = files.map(
      (file): CheckResult => ({ file: file.file, ...diagnosticsOf(session, file) }),
    );
    const errors = results.reduce((count, file) => count + file.errors.length, 0);
    const warnings = results.reduce((count, file) => count + file.warnings.length, 0);
    const { format } = context.output;
    if (format === 'sarif') {
      context.io.print(`${JSON.stringify(sarifOf(results, context.program.version))}\n`);
    } else if (format === 'github') {
      context.io.print(githubCommands(results));
    } else {
      await context.output.result({ errors, warnings, files: results }, (style) =>
        resultsText(results, style),
      );
    }
    logDriverProblem(context);
    return errors > 0 ? ExitCode.failed : ExitCode.done;
  },
};

/** A clone without a working driver merges by lines, unnoticed until there is a conflict. */
function logDriverProblem({ project, io }: CommandContext): void {
  const problem = driverProblem(project, io.env);
  if (problem !== undefined) io.logLine(`ltp: ${escapeControl(problem)}`);
}

/** A file that cannot be read does not prevent the check of the others. */
function diagnosticsOf(session: Session, file: CheckedFile): CheckedDiagnostics {
  if ('unreadable' in file) return { errors: [unreadable(file.unreadable)], warnings: [] };
  const { errors, warnings } = session.validate(file.bytes);
  const isNoPlan = errors.some(({ code }) => code === 'MISSING_FORMAT_HEADER');
  if (file.ignored === undefined || isNoPlan) return { errors, warnings };
  return { errors: [unreadable(file.ignored), ...errors], warnings };
}

const unreadable = (message: string): CheckedDiagnostic => ({
  code: 'UNREADABLE_FILE',
  line: 1,
  message,
});
