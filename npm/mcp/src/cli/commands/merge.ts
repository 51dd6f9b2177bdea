import { lastValue, UsageError } from '../../flags.ts';
import type { CommandContext, CommandDefinition } from '../command.ts';
import { ExitCode } from '../exit-code.ts';
import { mergeInto, merge as mergeVersions, readVersions } from '../merge-files.ts';
import { mergeFromIndex } from '../merge-from-index.ts';
import { printConflicts } from '../text/conflicts.ts';
import { escapeControl } from '../text/escape.ts';
import { FURTHER_STATUS, furtherStatusWins } from './merge-driver.ts';

export const merge: CommandDefinition = {
  usage: '<base> <ours> <theirs> [flags]',
  about: `Merge two versions of a plan that were made from one, task by task, without git. The result is printed, or
written with --output. Conflicts are between conflict markers in it, and are printed on stderr; then the exit code is 1.
With --from-index, a file that git left in conflict is merged from the versions in git's index, where it has no merge driver.`,
  examples: [
    { line: 'ltp merge base.md ours.md theirs.md > merged.md', what: 'to standard output' },
    { line: 'ltp merge base.md ours.md theirs.md --output ours.md', what: 'into a file' },
    {
      line: 'ltp merge --from-index .long-term-plan/demo.md',
      what: 'what git merged by lines',
      untested: 'needs a merge in progress',
    },
  ],
  flags: [
    { name: 'output', value: 'FILE', help: 'write the result there', choices: 'files' },
    {
      name: 'from-index',
      value: 'FILE',
      help: 'merge the versions in the index of git, and write the file',
      choices: 'files',
    },
    FURTHER_STATUS,
  ],
  positionals: ['file', 'file', 'file'],
  run: (context) => {
    const file = lastValue(context.line, 'from-index');
    return file === undefined ? mergeNamed(context) : mergeIndexed(context, file);
  },
};

async function mergeNamed(context: CommandContext): Promise<number> {
  context.atMost(3);
  const versions = ['The base', 'Our file', 'Their file'].map((name, index) =>
    context.word(index, name),
  );
  const [, oursLabel = '', theirsLabel = ''] = versions;
  const output = lastValue(context.line, 'output');
  const options = { oursLabel, theirsLabel, furtherStatusWins: furtherStatusWins(context) };
  const read = () => readVersions(context, versions);
  const merged =
    output === undefined
      ? mergeVersions(context, read(), options)
      : await mergeInto(context, { read, options, output });
  if (output === undefined) context.io.print(merged.bytes);
  printConflicts(context.io, output ?? 'merged', merged.conflicts, merged.notes);
  return merged.conflicts.length > 0 ? ExitCode.failed : ExitCode.done;
}

async function mergeIndexed(context: CommandContext, file: string): Promise<number> {
  context.atMost(0);
  if (context.line.flags.has('output')) {
    throw new UsageError('--from-index writes the file itself; leave out --output');
  }
  const options = { furtherStatusWins: furtherStatusWins(context) };
  const { conflicts, notes } = await mergeFromIndex(context, file, options);
  printConflicts(context.io, file, conflicts, notes);
  const isMerged = conflicts.length === 0;
  await context.output.result({ file, conflicts, notes }, () =>
    isMerged
      ? `Merged by task; now run git add ${escapeControl(file)}\n`
      : `Merged by task, except for ${conflicts.length} conflicts.\n`,
  );
  return isMerged ? ExitCode.done : ExitCode.failed;
}
