import { type Flag, isOn, lastValue } from '../../flags.ts';
import { openSession } from '../../session.ts';
import type { CommandDefinition } from '../command.ts';
import { ExitCode } from '../exit-code.ts';
import { readImport } from '../import-files.ts';
import { escapeControl, escapeLines } from '../text/escape.ts';

const FORMATS = ['gfm', 'todotxt', 'backlog', 'taskmaster', 'beads'] as const;
/** More would push earlier output off the screen. */
const MAX_WARNINGS = 100;

const FLAGS: Flag[] = [
  {
    name: 'from',
    value: FORMATS.join('|'),
    choices: FORMATS,
    help: 'its format (default: detected from name and content)',
  },
  { name: 'plan', value: 'ID', help: 'the new plan (default: named after the file or folder)' },
  { name: 'dry-run', help: 'write nothing; show the plan that would be written' },
];

interface Warning {
  kind: 'dropped' | 'changed' | 'kept';
  file: string;
  line: number;
  message: string;
}

interface ImportResult extends Record<string, unknown> {
  planId: string;
  path: string;
  format: string;
  tasks: number;
  warnings: Warning[];
  /** Of a dry run. */
  text?: string;
}

export const importPlan: CommandDefinition = {
  usage: '<file|folder|-> [flags]',
  about: `Make a plan from another tool's tasks: task lists in Markdown (gfm), todo.txt (todotxt), a folder of
Backlog.md (backlog), tasks.json of Task Master (taskmaster), or issues of beads (beads). It reports, with file and
line, anything it could not convert exactly. An existing plan is never replaced.`,
  examples: [
    { line: 'ltp import TODO.md', what: 'the new plan is called todo' },
    { line: 'ltp import backlog --plan product', what: 'a folder, into the plan product' },
    {
      line: 'ltp import .taskmaster/tasks/tasks.json --dry-run',
      what: 'only show what would be written',
    },
    {
      line: 'gh issue view 12 --json body -q .body | ltp import - --plan epic',
      what: 'from a pipe',
      untested: 'it needs an issue on GitHub',
    },
  ],
  flags: FLAGS,
  positionals: ['file'],
  run: async (context) => {
    context.atMost(1);
    const { name, files } = readImport(context, context.word(0, 'The file or folder'));
    const session = openSession(context.settings(), context.program.wasmDir, files);
    const from = lastValue(context.line, 'from');
    const planId = lastValue(context.line, 'plan');
    const args = {
      name,
      ...(from !== undefined && { from }),
      ...(planId !== undefined && { planId }),
      ...(isOn(context.line, 'dry-run') && { dryRun: true }),
    };
    const request = { kind: 'tool', name: 'plan_import', args } as const;
    const result = (await context.call(session, request)) as ImportResult;
    // As JSON, they are part of the result.
    if (context.output.format !== 'json') {
      for (const line of warningLines(result.warnings)) context.io.logLine(line);
    }
    await context.output.result(result, () => importText(result));
    return ExitCode.done;
  },
};

function importText({ path, format, tasks, text }: ImportResult): string {
  if (text !== undefined) return escapeLines(text);
  const what = tasks === 1 ? 'task' : 'tasks';
  return `Imported ${tasks} ${what} from ${format} into ${escapeControl(path)}\n`;
}

/** The most serious first. */
function warningLines(warnings: readonly Warning[]): string[] {
  const kinds = ['dropped', 'changed', 'kept'] as const;
  const sorted = kinds.flatMap((kind) => warnings.filter((warning) => warning.kind === kind));
  const lines = sorted
    .slice(0, MAX_WARNINGS)
    .map(({ kind, file, line, message }) => escapeControl(`${file}:${line}: ${kind}: ${message}`));
  const more = sorted.length - lines.length;
  return more > 0 ? [...lines, `… and ${more} more; --json shows all`] : lines;
}
