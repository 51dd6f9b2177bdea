import { openConverter } from '../../convert/converter.ts';
import { readSources } from '../../convert/sources.ts';
import { type Flag, isOn, lastValue } from '../../flags.ts';
import { note } from '../../output.ts';
import type { CommandBody } from '../command.ts';
import { ExitCode } from '../exit-code.ts';
import { printable, printableLines } from '../text/printable.ts';

const FORMATS = ['gfm', 'todotxt', 'backlog', 'taskmaster', 'beads'] as const;
/** More would hide what was said before them. */
const MOST_WARNINGS = 100;

const FLAGS: Flag[] = [
  {
    name: 'from',
    value: FORMATS.join('|'),
    choices: FORMATS,
    help: 'what it is (default: found out by its name and content)',
  },
  { name: 'plan', value: 'ID', help: 'the new plan (default: after the file or folder)' },
  { name: 'dry-run', help: 'write nothing; show the plan that would be written' },
];

interface Warning {
  kind: 'dropped' | 'changed' | 'kept';
  file: string;
  line: number;
  message: string;
}

interface Answer extends Record<string, unknown> {
  planId: string;
  path: string;
  format: string;
  tasks: number;
  warnings: Warning[];
  /** Of a dry run. */
  text?: string;
}

export const importPlan: CommandBody = {
  usage: '<file|folder|-> [flags]',
  about: `Make a plan of another tool's tasks: task lists in Markdown (gfm), todo.txt (todotxt), a folder of
Backlog.md (backlog), tasks.json of Task Master (taskmaster), or issues of beads (beads). Whatever is not
taken over as it was is told with its file and line. A plan that is there already is never replaced.`,
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
    },
  ],
  flags: FLAGS,
  places: ['file'],
  run: async (invocation) => {
    invocation.atMost(1);
    const { name, files } = readSources(invocation.word(0, 'The file or folder'));
    const converter = openConverter(invocation.settings(), invocation.program.coreFolder, files);
    const from = lastValue(invocation.line, 'from');
    const planId = lastValue(invocation.line, 'plan');
    const args = {
      name,
      ...(from !== undefined && { from }),
      ...(planId !== undefined && { planId }),
      ...(isOn(invocation.line, 'dry-run') && { dryRun: true }),
    };
    const asked = { kind: 'tool', name: 'import', args } as const;
    const answer = (await invocation.ask(converter, asked)) as Answer;
    // The JSON object has them.
    if (invocation.output.format !== 'json') note(warningsText(answer.warnings));
    await invocation.output.answer(answer, () => answerText(answer));
    return ExitCode.done;
  },
};

function answerText({ path, format, tasks, text }: Answer): string {
  if (text !== undefined) return printableLines(text);
  const what = tasks === 1 ? 'task' : 'tasks';
  return `Imported ${tasks} ${what} from ${format} into ${printable(path)}\n`;
}

/** What weighs most first. */
function warningsText(warnings: readonly Warning[]): string {
  const kinds = ['dropped', 'changed', 'kept'] as const;
  const sorted = kinds.flatMap((kind) => warnings.filter((warning) => warning.kind === kind));
  const lines = sorted
    .slice(0, MOST_WARNINGS)
    .map(
      ({ kind, file, line, message }) => `${printable(`${file}:${line}: ${kind}: ${message}`)}\n`,
    );
  const more = sorted.length - lines.length;
  return lines.join('') + (more > 0 ? `… and ${more} more; --json shows all\n` : '');
}
