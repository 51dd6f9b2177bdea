import { writeSync } from 'node:fs';
import { lastValue } from '../../flags.ts';
import type { CommandBody } from '../command.ts';
import { ExitCode } from '../exit-code.ts';
import { tellConflicts } from '../merge/told.ts';
import { mergeFiles, mergeInto, type Versions } from '../merge-files.ts';
import { FURTHER_STATUS, furtherStatusWins } from './merge-driver.ts';

export const merge: CommandBody = {
  usage: '<base> <ours> <theirs> [flags]',
  about: `Merge two versions of a plan that were made from one, task by task: by hand, without git. The result is
printed, or written with --output. What cannot be decided stands in it between conflict markers, and is told on
stderr; the exit code is 1 then.`,
  examples: [
    { line: 'ltp merge base.md ours.md theirs.md > merged.md', what: 'to standard output' },
    { line: 'ltp merge base.md ours.md theirs.md --output ours.md', what: 'into a file' },
  ],
  flags: [
    { name: 'output', value: 'FILE', help: 'write the result there', choices: 'files' },
    FURTHER_STATUS,
  ],
  places: ['file', 'file', 'file'],
  run: async (invocation) => {
    invocation.atMost(3);
    const versions = ['The base', 'Our file', 'Their file'].map((name, index) =>
      invocation.word(index, name),
    ) as Versions;
    const output = lastValue(invocation.line, 'output');
    const options = {
      oursLabel: versions[1],
      theirsLabel: versions[2],
      furtherStatusWins: furtherStatusWins(invocation),
    };
    const merged =
      output === undefined
        ? mergeFiles(invocation, versions, options)
        : await mergeInto(output, invocation, versions, options);
    if (output === undefined) printBytes(merged.bytes);
    tellConflicts(output ?? 'merged', merged.conflicts, merged.notes);
    return merged.conflicts.length > 0 ? ExitCode.failed : ExitCode.done;
  },
};

/** As they are: a merged file may be no text. A reader that has seen enough is no error. */
function printBytes(bytes: Uint8Array): void {
  let rest = bytes;
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(1, rest));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  }
}
