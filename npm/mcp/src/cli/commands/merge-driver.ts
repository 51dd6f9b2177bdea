import { WriteError } from 'long-term-plan-core/node';
import { chosenNumber, type Flag, isOn } from '../../flags.ts';
import type { CommandBody } from '../command.ts';
import { ExitCode, Failure } from '../exit-code.ts';
import type { Invocation } from '../invocation.ts';
import { tellConflicts } from '../merge/told.ts';
import { mergeInto, type Versions } from '../merge-files.ts';

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
  run: async (invocation) => {
    try {
      return await drive(invocation);
    } catch (error) {
      if (error instanceof Failure || error instanceof WriteError) {
        throw new Failure(error.message, BROKEN);
      }
      throw error;
    }
  },
};

async function drive(invocation: Invocation): Promise<number> {
  invocation.atMost(7);
  const versions = ['The base', 'Our file', 'Their file'].map((name, index) =>
    invocation.word(index, name),
  ) as Versions;
  const [, ours] = versions;
  const [path = ours, size, ourLabel, theirLabel] = invocation.words.slice(3).map(known);
  const markerSize = Number(size) || chosenNumber(invocation.line, 'marker-size');
  const { conflicts, notes } = await mergeInto(ours, invocation, versions, {
    ...(markerSize !== undefined && { markerSize }),
    ...(ourLabel && { oursLabel: ourLabel }),
    ...(theirLabel && { theirsLabel: theirLabel }),
    furtherStatusWins: furtherStatusWins(invocation),
  });
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
