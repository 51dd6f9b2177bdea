import { lastValue } from '../../flags.ts';
import type { CommandDefinition } from '../command.ts';
import { ExitCode } from '../exit-code.ts';
import { mergeFiles, mergeInto, type Versions } from '../merge-files.ts';
import { printConflicts } from '../text/conflicts.ts';
import { FURTHER_STATUS, furtherStatusWins } from './merge-driver.ts';

export const merge: CommandDefinition = {
  usage: '<base> <ours> <theirs> [flags]',
  about: `Merge two versions of a plan that were made from one, task by task, without git. The result is printed, or
written with --output. Conflicts are between conflict markers in it, and are printed on stderr; then the exit code is 1.`,
  examples: [
    { line: 'ltp merge base.md ours.md theirs.md > merged.md', what: 'to standard output' },
    { line: 'ltp merge base.md ours.md theirs.md --output ours.md', what: 'into a file' },
  ],
  flags: [
    { name: 'output', value: 'FILE', help: 'write the result there', choices: 'files' },
    FURTHER_STATUS,
  ],
  positionals: ['file', 'file', 'file'],
  run: async (context) => {
    context.atMost(3);
    const versions = ['The base', 'Our file', 'Their file'].map((name, index) =>
      context.word(index, name),
    ) as Versions;
    const output = lastValue(context.line, 'output');
    const options = {
      oursLabel: versions[1],
      theirsLabel: versions[2],
      furtherStatusWins: furtherStatusWins(context),
    };
    const merged =
      output === undefined
        ? mergeFiles(context, versions, options)
        : await mergeInto(output, context, versions, options);
    if (output === undefined) context.io.print(merged.bytes);
    printConflicts(context.io, output ?? 'merged', merged.conflicts, merged.notes);
    return merged.conflicts.length > 0 ? ExitCode.failed : ExitCode.done;
  },
};
