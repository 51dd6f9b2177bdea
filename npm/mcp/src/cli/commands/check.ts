import { basename } from 'node:path';
import type { Diagnostic, DiagnosticCode } from 'long-term-plan-core/slim';
import { type Flag, isOn, lastValue } from '../../flags.ts';
import { driverProblem } from '../../git/doctor.ts';
import type { Session } from '../../session.ts';
import { type CheckedFile, readFiles } from '../check/files.ts';
import { githubCommands } from '../check/github.ts';
import { sarifOf } from '../check/sarif.ts';
import { resultLines } from '../check/text.ts';
import type { CommandContext, CommandDefinition } from '../command.ts';
import { ExitCode, Failure } from '../exit-code.ts';
import { DRY_RUN_FLAG, isDryRun } from '../fields.ts';
import { reply, screenOf } from '../reply.ts';
import { escapeControl } from '../text/escape.ts';
import { shownPath } from '../which-plan.ts';
import { fixLines, fixPlans } from './fix.ts';

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
    help: 'text (default), JSON, SARIF 2.1.0, or annotations of GitHub Actions',
  },
  { name: 'fix', help: 'first repair hand edits, as ltp fix does' },
  { name: 'allow-empty', help: 'succeed if there are no plans' },
  DRY_RUN_FLAG,
  { name: 'stdin-name', value: 'PATH', help: 'what messages call standard input' },
];

export const check: CommandDefinition = {
  usage: '[PLAN|FILE…] [flags]',
  output: 'text',
  about: `Check plans against the format, for CI and hooks: all plans, or those named by id, file or folder;
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
    if (isOn(context.line, 'fix')) await fixFirst(context);
    const files = await readFiles(context, stdinName);
    if (files.length === 0 && !isOn(context.line, 'allow-empty')) {
      const where = shownPath(context.io.cwd, context.io.env);
      throw new Failure(`No plans to check in ${where}. Pass --allow-empty if that is expected`, {
        code: 'PLAN_NOT_FOUND',
      });
    }
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
      await reply(context, {
        json: { errors, warnings, files: results },
        lines: ({ style }) => resultLines(results, style),
        hints: fixHints(context, results),
      });
    }
    logDriverProblem(context);
    return errors > 0 ? ExitCode.failed : ExitCode.done;
  },
};

/** Only files of the project can be repaired. */
async function fixFirst(context: CommandContext): Promise<void> {
  const wanted = context.words.map((word) => basename(word).replace(/\.md$/, ''));
  const files = await fixPlans(context, wanted);
  if (context.output.format !== 'text' || files.every(({ applied }) => applied.length === 0))
    return;
  const lines = fixLines(files, screenOf(context), isDryRun(context));
  context.io.print(lines.map((line) => `${line}\n`).join(''));
}

/** `fix all 3: ltp fix shop` */
function fixHints({ project }: CommandContext, results: readonly CheckResult[]): string[] {
  const broken = results.filter(({ errors }) => errors.some(({ repair }) => repair !== undefined));
  const fixable = broken.flatMap(({ errors }) =>
    errors.filter(({ repair }) => repair !== undefined),
  ).length;
  const all = results.reduce((count, { errors }) => count + errors.length, 0);
  const inProject = broken.filter(({ file }) => file.includes(`${project.plansDir}/`));
  if (fixable === 0 || inProject.length === 0) return [];
  const names = inProject.map(({ file }) => basename(file).replace(/\.md$/, ''));
  const what =
    fixable === all ? (all === 1 ? 'fix it' : `fix all ${all}`) : `fix ${fixable} of ${all}`;
  return [`${what}: ltp fix ${names.join(' ')}`];
}

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
