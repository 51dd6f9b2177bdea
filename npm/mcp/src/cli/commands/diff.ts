import { statSync } from 'node:fs';
import { basename } from 'node:path';
import type { Difference } from 'long-term-plan-core/slim';
import { isOn, UsageError } from '../../flags.ts';
import {
  bytesOf,
  type Comparison,
  comparisonOf,
  isRevision,
  markdownNames,
  sideName,
} from '../../git/revisions.ts';
import type { CommandContext, CommandDefinition } from '../command.ts';
import { ExitCode, Failure } from '../exit-code.ts';
import { isNoFile } from '../no-file.ts';
import { changesText } from '../text/changes.ts';
import { escapeControl, escapeLines } from '../text/escape.ts';

/** The number of git's arguments: a path, and file, id and mode of both versions; two more for a rename. */
const BY_GIT = [7, 9];

interface PlanDifferences {
  planId: string;
  changes: Difference[];
}

export const diff: CommandDefinition = {
  usage: '[revision…] [--] [plan…] | <old> <new>',
  about: `Show what changed, by task: "t_1 “Parser”: done, moved to Sprint 2"; of bodies and other text, the lines. Revisions are as in git diff:
none compares the working tree with the index, one with that revision; A B and A..B compare two, and A...B compares B with where
it left A. Two files are compared without git.
Git can call it, too: as diff.….command (see ltp git install --diff), as GIT_EXTERNAL_DIFF, and with --textconv <file> as
diff.….textconv. The exit code is 0 whether something changed or not.`,
  examples: [
    { line: 'ltp diff old.md new.md', what: 'two files' },
    {
      line: 'ltp diff HEAD~3 demo',
      what: 'a plan since a revision',
      untested: 'it needs a repository with commits',
    },
    {
      line: 'ltp diff main...feat',
      what: 'what a branch changed',
      untested: 'it needs a repository with branches',
    },
    { line: `GIT_EXTERNAL_DIFF='ltp diff' git diff -- .long-term-plan`, what: 'in a repository' },
    {
      line: 'git config diff.long-term-plan.textconv "ltp diff --textconv"',
      what: 'a text for git to compare',
    },
  ],
  flags: [
    {
      name: 'textconv',
      help: 'print one plan as text for git to compare, with readable task lines',
    },
    { name: 'cached', help: 'compare with what is staged' },
    { name: 'staged', help: 'the same as --cached' },
  ],
  positionals: ['file', 'file'],
  run: async (context) => {
    const { words } = context;
    if (isOn(context.line, 'textconv')) {
      context.atMost(1);
      const text = context.session().comparableText(context.readFile(context.word(0, 'The file')));
      context.io.print(escapeLines(text));
      return ExitCode.done;
    }
    if (BY_GIT.includes(words.length)) {
      const [path = '', before = '', , , after = ''] = words;
      const changes = filesDiffer(context, before, after);
      context.io.print(`${escapeControl(path)}\n${changesText(changes)}`);
      return ExitCode.done;
    }
    const [before, after] = words;
    if (words.length === 2 && before && after && areFiles(context, before, after)) {
      const changes = filesDiffer(context, before, after);
      await context.output.result({ changes }, () => changesText(changes));
      return ExitCode.done;
    }
    await showRevisions(context);
    return ExitCode.done;
  },
};

function filesDiffer(context: CommandContext, before: string, after: string): Difference[] {
  const bytes = (file: string) => (isNoFile(file) ? new Uint8Array() : context.readFile(file));
  return context.session().differences(bytes(before), bytes(after));
}

/** Words that are files and revisions at once are refused, as git does. */
function areFiles(context: CommandContext, ...words: string[]): boolean {
  if (context.line.separator !== undefined) return false;
  const areAll = words.every((word) => isNoFile(word) || isFile(context.path(word)));
  if (areAll) for (const word of words) refuseRevision(context, word, 'file');
  return areAll;
}

function refuseRevision(context: CommandContext, word: string, what: string): void {
  if (isRevision(context.plansPath, word)) {
    throw new UsageError(
      `"${word}" is a revision and a ${what}; write -- before plans, or ./ before a file`,
    );
  }
}

async function showRevisions(context: CommandContext): Promise<void> {
  const { revisions, plans } = readWords(context);
  const isCached = isOn(context.line, 'cached') || isOn(context.line, 'staged');
  if (isCached && revisions.length > 1) throw new UsageError('--cached takes one revision');
  const comparison = comparisonOf(context.plansPath, revisions, isCached);
  const changed = changedPlans(context, comparison, plans);
  const [from, to] = [sideName(comparison.from), sideName(comparison.to)];
  await context.output.result({ from, to, plans: changed }, () => {
    if (changed.length === 0) return `Nothing changed between ${from} and ${to}.\n`;
    return changed
      .map(({ planId, changes }) => `${escapeControl(planId)}\n${changesText(changes, '  ')}`)
      .join('');
  });
}

/** The first words are revisions, as long as they are some. */
function readWords(context: CommandContext): { revisions: string[]; plans: string[] } {
  const { words, line, plansPath } = context;
  const end = line.separator ?? words.length;
  const revisions: string[] = [];
  for (const word of words.slice(0, end)) {
    if (revisions.length === 2 || !isRevision(plansPath, word)) break;
    if (line.separator === undefined && isFile(`${plansPath}/${planFile(word)}`)) {
      refuseRevision(context, word, 'plan');
    }
    revisions.push(word);
    if (word.includes('..')) break;
  }
  if (line.separator !== undefined && revisions.length < end) {
    throw new Failure(`"${words[revisions.length]}" is not a revision of git`, ExitCode.notFound);
  }
  return { revisions, plans: words.slice(revisions.length) };
}

function changedPlans(
  context: CommandContext,
  { from, to }: Comparison,
  plans: readonly string[],
): PlanDifferences[] {
  const directory = context.plansPath;
  const names = new Set([...markdownNames(directory, from), ...markdownNames(directory, to)]);
  const wanted = plans.map(planFile);
  const unknown = plans.find((_, index) => !names.has(wanted[index] ?? ''));
  if (unknown !== undefined) {
    throw new Failure(`There is neither a revision nor a plan "${unknown}"`, ExitCode.notFound);
  }
  const session = context.session();
  return [...names]
    .filter((name) => wanted.length === 0 || wanted.includes(name))
    .sort()
    .map((name) => ({
      planId: name.replace(/\.md$/, ''),
      changes: session.differences(bytesOf(directory, from, name), bytesOf(directory, to, name)),
    }))
    .filter(({ changes }) => changes.length > 0);
}

/** The file of a plan that is named by its id or its path. */
const planFile = (word: string) => `${basename(word).replace(/\.md$/, '')}.md`;

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
