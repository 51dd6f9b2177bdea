import { chosenNumber, type Flag, isOn } from '../../flags.ts';
import { writeAtomically } from '../../git/write-atomically.ts';
import type { CommandBody } from '../command.ts';
import { ExitCode, Failure } from '../exit-code.ts';
import type { Invocation } from '../invocation.ts';
import { tellConflicts } from '../merge/told.ts';
import { fileBytes } from '../tools/source.ts';

export const FURTHER_STATUS: Flag = {
  name: 'further-status-wins',
  help: 'of two statuses that both went on from todo, done wins over doing (default; --no-… makes it a conflict)',
};

/** Git takes this for "the driver is broken", and leaves everything as it was. */
const BROKEN = 129;

export const mergeDriver: CommandBody = {
  usage: '[flags] -- <base> <ours> <theirs> [path] [marker size] [our label] [their label]',
  about: `Merge three versions of a plan for git, which calls this by what ltp git install has written into its
config: the result replaces the second file. Exit code 0 if all is merged, 1 if there are conflicts, 129 if it
could not be done. Files that are no plans are merged by lines, as git would.`,
  examples: [
    { line: 'ltp merge-driver -- base.md ours.md theirs.md', what: 'what git does with %O %A %B' },
  ],
  flags: [
    FURTHER_STATUS,
    { name: 'marker-size', value: 'N', help: 'of conflict markers (default: 7)' },
  ],
  places: ['file', 'file', 'file'],
  run: (invocation) => {
    try {
      return drive(invocation);
    } catch (error) {
      if (error instanceof Failure) throw new Failure(error.message, BROKEN);
      throw error;
    }
  },
};

function drive(invocation: Invocation): number {
  invocation.atMost(7);
  const [base, ours, theirs] = ['The base', 'Our file', 'Their file'].map((name, index) =>
    invocation.word(index, name),
  ) as [string, string, string];
  const [path = ours, size, ourLabel, theirLabel] = invocation.words.slice(3).map(known);
  const markerSize = Number(size) || chosenNumber(invocation.line, 'marker-size');
  const { bytes, conflicts, notes } = invocation
    .session()
    .merge(fileBytes(base), fileBytes(ours), fileBytes(theirs), {
      ...(markerSize !== undefined && { markerSize }),
      ...(ourLabel && { oursLabel: ourLabel }),
      ...(theirLabel && { theirsLabel: theirLabel }),
      furtherStatusWins: furtherStatusWins(invocation),
    });
  // All or nothing: a half-written file must not be taken for the result.
  writeAtomically(ours, bytes);
  tellConflicts(path, conflicts, notes);
  return conflicts.length > 0 ? ExitCode.failed : ExitCode.done;
}

/** An older git passes on what it does not know as it is written. */
function known(word: string): string | undefined {
  return /^%[A-Z]$/.test(word) ? undefined : word;
}

export function furtherStatusWins({ line }: Invocation): boolean {
  return !line.flags.has(FURTHER_STATUS.name) || isOn(line, FURTHER_STATUS.name);
}
