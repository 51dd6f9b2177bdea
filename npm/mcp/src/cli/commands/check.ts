import type { Finding, FindingCode } from 'long-term-plan-core/slim';
import { type Flag, lastValue } from '../../flags.ts';
import { print } from '../../output.ts';
import { githubCommands } from '../check/github.ts';
import { sarifOf } from '../check/sarif.ts';
import { checkedSources, type Source } from '../check/sources.ts';
import { checkedText } from '../check/text.ts';
import type { CommandBody } from '../command.ts';
import { ExitCode } from '../exit-code.ts';

/** What was found in one file. */
export interface CheckedFinding extends Omit<Finding, 'code'> {
  code: FindingCode | 'UNREADABLE_FILE';
}

interface CheckedFindings {
  errors: CheckedFinding[];
  warnings: CheckedFinding[];
}

export interface Checked extends CheckedFindings {
  /** As messages name it: relative to the working directory. */
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

export const check: CommandBody = {
  usage: '[plan|file|directory|-]… [flags]',
  about: `Check plans against the format, for CI and pre-commit: all plans, or those that are named by id or by
file; - is standard input. Exit code 1 if there are errors. Warnings are told and do not fail.`,
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
  places: ['plan…'],
  run: async (invocation) => {
    const stdinName = lastValue(invocation.line, 'stdin-name') ?? 'stdin';
    const sources = await checkedSources(invocation, stdinName);
    const session = invocation.session();
    const findings = (source: Source): CheckedFindings =>
      'unreadable' in source ? unreadable(source.unreadable) : session.findingsIn(source.bytes);
    const checked = sources.map((source): Checked => ({ file: source.file, ...findings(source) }));
    const errors = checked.reduce((count, file) => count + file.errors.length, 0);
    const warnings = checked.reduce((count, file) => count + file.warnings.length, 0);
    const { format } = invocation.output;
    if (format === 'sarif') {
      print(`${JSON.stringify(sarifOf(checked, invocation.program.version))}\n`);
    } else if (format === 'github') {
      print(githubCommands(checked));
    } else {
      const answer = { errors, warnings, files: checked };
      await invocation.output.answer(answer, (style) => checkedText(checked, style));
    }
    return errors > 0 ? ExitCode.failed : ExitCode.done;
  },
};

/** A file that cannot be read does not keep the others from being checked. */
function unreadable(message: string): CheckedFindings {
  return { errors: [{ code: 'UNREADABLE_FILE', line: 1, message }], warnings: [] };
}
