import { type Task, type TaskChange, taskAttributes, taskDepths } from 'long-term-plan-core/slim';
import { isOn, UsageError } from '../../flags.ts';
import { print } from '../../output.ts';
import type { CommandBody } from '../command.ts';
import { ExitCode } from '../exit-code.ts';
import type { Invocation } from '../invocation.ts';
import { changesText } from '../merge/changes-text.ts';
import { printable, printableLines } from '../text/printable.ts';
import { fileBytes } from '../tools/source.ts';

/** What git calls a diff program with: a path, and file, id and mode of both versions; two more for a rename. */
const BY_GIT = [7, 9];
const NO_FILE = '/dev/null';

export const diff: CommandBody = {
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
  places: ['file', 'file'],
  run: async (invocation) => {
    const { words } = invocation;
    if (isOn(invocation.line, 'textconv')) {
      invocation.atMost(1);
      print(planText(invocation, invocation.word(0, 'The file')));
      return ExitCode.done;
    }
    const isByGit = BY_GIT.includes(words.length);
    if (!isByGit && words.length !== 2) throw new UsageError('Two files are needed');
    const [path, before, after] = isByGit ? [words[0], words[1], words[4]] : [undefined, ...words];
    const changes = changesOf(invocation, before ?? NO_FILE, after ?? NO_FILE);
    const text = (name: string) => `${printable(name)}\n${changesText(changes)}`;
    if (isByGit) print(text(path ?? ''));
    else await invocation.output.answer({ changes }, () => changesText(changes));
    return ExitCode.done;
  },
};

function changesOf(invocation: Invocation, before: string, after: string): TaskChange[] {
  const bytes = (file: string) => (file === NO_FILE ? new Uint8Array() : fileBytes(file));
  return invocation.session().changesBetween(bytes(before), bytes(after));
}

/** All that a plan says, so that two of these differ where the plans do. */
function planText(invocation: Invocation, file: string): string {
  const outline = invocation.session().outlineOf(fileBytes(file));
  const lines = [`# ${printable(outline.title ?? '')}`, ...quoted(outline.body?.markdown, '')];
  const depths = taskDepths(outline);
  let section: number | undefined;
  for (const [index, task] of outline.tasks.entries()) {
    if (task.section !== section) {
      section = task.section;
      const heading = section === undefined ? undefined : outline.sections[section];
      if (heading && heading.level > 1)
        lines.push(`${'#'.repeat(heading.level)} ${printable(heading.name)}`);
    }
    const indent = '  '.repeat(depths[index] ?? 0);
    lines.push(`${indent}${taskText(task)}`, ...quoted(task.body?.markdown, `${indent}  `));
  }
  return `${lines.join('\n')}\n`;
}

function taskText(task: Task): string {
  const { id, title, status } = task;
  const values = taskAttributes(task).map(([key, value]) => `${key}=${[value].flat().join(',')}`);
  return printable([`${status}: ${title}`, ...values.sort(), `(${id})`].join('  '));
}

function quoted(body: string | undefined, indent: string): string[] {
  if (body === undefined) return [];
  return printableLines(body)
    .split('\n')
    .map((line) => `${indent}> ${line}`.trimEnd());
}
