import { WriteError } from 'long-term-plan-core/node';
import { chosenNumber, type Flag, isOn } from '../../flags.ts';
import type { CommandContext, CommandDefinition } from '../command.ts';
import { ExitCode, Failure } from '../exit-code.ts';
import { mergeInto, type Versions } from '../merge-files.ts';
import { printConflicts } from '../text/conflicts.ts';

export const FURTHER_STATUS: Flag = {
  name: 'further-status-wins',
  help: 'if both sides changed the status from todo, done wins over doing (default; --no-… makes it a conflict)',
};

/** Git then considers the driver broken and changes nothing. */
const BROKEN = 129;

export const mergeDriver: CommandDefinition = {
  usage: '[flags] -- <base> <ours> <theirs> [path] [marker size] [our label] [their label]',
  about: `Merge three versions of a plan for git, which calls this as ltp git install has configured it: the result
replaces the second file. Exit code 0 if all is merged, 1 if there are conflicts, 129 if it failed. Files that are not
plans are merged by lines, as git does.`,
  examples: [
    { line: 'ltp merge-driver -- base.md ours.md theirs.md', what: 'what git does with %O %A %B' },
  ],
  flags: [
    FURTHER_STATUS,
    { name: 'marker-size', value: 'N', help: 'length of conflict markers (default: 7)' },
  ],
  positionals: ['file', 'file', 'file'],
  run: async (context) => {
    try {
      return await drive(context);
    } catch (error) {
      if (error instanceof Failure || error instanceof WriteError) {
        throw new Failure(error.message, BROKEN);
      }
      throw error;
    }
  },
};

async function drive(context: CommandContext): Promise<number> {
  context.atMost(7);
  const versions = ['The base', 'Our file', 'Their file'].map((name, index) =>
    context.word(index, name),
  ) as Versions;
  const [, ours] = versions;
  const [path = ours, size, ourLabel, theirLabel] = context.words.slice(3).map(known);
  const markerSize = Number(size) || chosenNumber(context.line, 'marker-size');
  const { conflicts, notes } = await mergeInto(ours, context, versions, {
    ...(markerSize !== undefined && { markerSize }),
    ...(ourLabel && { oursLabel: ourLabel }),
    ...(theirLabel && { theirsLabel: theirLabel }),
    furtherStatusWins: furtherStatusWins(context),
  });
  printConflicts(context.io, path, conflicts, notes);
  return conflicts.length > 0 ? ExitCode.failed : ExitCode.done;
}

/** An older git passes placeholders on that it does not know. */
function known(word: string): string | undefined {
  return /^%[A-Z]$/.test(word) ? undefined : word;
}

export function furtherStatusWins({ line }: CommandContext): boolean {
  return !line.flags.has(FURTHER_STATUS.name) || isOn(line, FURTHER_STATUS.name);
}
