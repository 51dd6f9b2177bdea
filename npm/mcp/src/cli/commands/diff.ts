import { type Task, type TaskChange, taskAttributes, taskDepths } from 'long-term-plan-core/slim';
import { isOn, UsageError } from '../../flags.ts';
import type { CommandContext, CommandDefinition } from '../command.ts';
import { ExitCode } from '../exit-code.ts';
import { changesText } from '../text/changes.ts';
import { escapeControl, escapeLines } from '../text/escape.ts';

/** The number of git's arguments: a path, and file, id and mode of both versions; two more for a rename. */
const BY_GIT = [7, 9];
const NO_FILE = '/dev/null';

export const diff: CommandDefinition = {
  usage: '<old> <new> [flags]',
  about: `Show what changed from one version of a plan to another, by task: "t_1 “Parser”: done, moved to Sprint 2".
Git can call it, too: as diff.….command (see ltp git install --diff), as GIT_EXTERNAL_DIFF, and with --textconv <file> as
diff.….textconv. The exit code is 0 whether something changed or not.`,
  examples: [
    { line: 'ltp diff old.md new.md', what: 'two files' },
    { line: `GIT_EXTERNAL_DIFF='ltp diff' git diff -- .long-term-plan`, what: 'in a repository' },
    {
      line: 'git config diff.long-term-plan.textconv "ltp diff --textconv"',
      what: 'a text for git to compare',
    },
  ],
  flags: [
    { name: 'textconv', help: 'print one plan as text for git to compare, a line for each task' },
  ],
  positionals: ['file', 'file'],
  run: async (context) => {
    const { words } = context;
    if (isOn(context.line, 'textconv')) {
      context.atMost(1);
      context.io.print(planText(context, context.word(0, 'The file')));
      return ExitCode.done;
    }
    const isByGit = BY_GIT.includes(words.length);
    if (!isByGit && words.length !== 2) throw new UsageError('Two files are needed');
    const [path, before, after] = isByGit ? [words[0], words[1], words[4]] : [undefined, ...words];
    const changes = changesOf(context, before ?? NO_FILE, after ?? NO_FILE);
    const text = (name: string) => `${escapeControl(name)}\n${changesText(changes)}`;
    if (isByGit) context.io.print(text(path ?? ''));
    else await context.output.result({ changes }, () => changesText(changes));
    return ExitCode.done;
  },
};

function changesOf(context: CommandContext, before: string, after: string): TaskChange[] {
  const bytes = (file: string) => (file === NO_FILE ? new Uint8Array() : context.readFile(file));
  return context.session().changesBetween(bytes(before), bytes(after));
}

/** The whole content of a plan, so that the texts of two plans differ where the plans do. */
function planText(context: CommandContext, file: string): string {
  const outline = context.session().outline(context.readFile(file));
  const lines = [`# ${escapeControl(outline.title ?? '')}`, ...quoted(outline.body?.markdown, '')];
  const depths = taskDepths(outline);
  let section: number | undefined;
  for (const [index, task] of outline.tasks.entries()) {
    if (task.section !== section) {
      section = task.section;
      const heading = section === undefined ? undefined : outline.sections[section];
      if (heading && heading.level > 1)
        lines.push(`${'#'.repeat(heading.level)} ${escapeControl(heading.name)}`);
    }
    const indent = '  '.repeat(depths[index] ?? 0);
    lines.push(`${indent}${taskText(task)}`, ...quoted(task.body?.markdown, `${indent}  `));
  }
  return `${lines.join('\n')}\n`;
}

function taskText(task: Task): string {
  const { id, title, status } = task;
  const values = taskAttributes(task).map(([key, value]) => `${key}=${[value].flat().join(',')}`);
  return escapeControl([`${status}: ${title}`, ...values.sort(), `(${id})`].join('  '));
}

function quoted(body: string | undefined, indent: string): string[] {
  if (body === undefined) return [];
  return escapeLines(body)
    .split('\n')
    .map((line) => `${indent}> ${line}`.trimEnd());
}
