import { chosenNumber, type Flag, isOn, lastValue } from '../../flags.ts';
import { CONFLICTS, PROBE_REPLY } from '../../git/driver-command.ts';
import type { CommandContext, CommandDefinition } from '../command.ts';
import { ExitCode, Failure } from '../exit-code.ts';
import { merge, mergeInto, readVersions } from '../merge-files.ts';
import { shownBase } from '../merge-from-index.ts';
import { printConflicts } from '../text/conflicts.ts';

export const FURTHER_STATUS: Flag = {
  name: 'further-status-wins',
  help: 'if both sides changed the status from todo, done wins over doing (default; --no-… makes it a conflict)',
};

/** Git then considers the driver broken and changes nothing. */
const BROKEN = 129;

export const mergeDriver: CommandDefinition = {
  usage:
    '[flags] -- <base> <ours> <theirs> [path] [marker size] [our label] [their label] [base label]',
  about: `Merge three versions of a plan for git, which calls this as ltp git install has configured it: the result
replaces the second file. Exit code 0 if all is merged, 65 if there are conflicts, 129 if it failed. Files that are not
plans are merged by lines, as git does. It reads neither config.json nor the variables that name a root.`,
  examples: [
    { line: 'ltp merge-driver -- base.md ours.md theirs.md', what: 'what git does with %O %A %B' },
  ],
  flags: [
    FURTHER_STATUS,
    { name: 'marker-size', value: 'N', help: 'length of conflict markers (default: 7)' },
    {
      name: 'conflict-style',
      value: 'STYLE',
      help: 'as merge.conflictStyle of git: diff3 and zdiff3 show the base, too',
    },
    { name: 'probe', help: 'only say that this is the driver, and that it works' },
  ],
  positionals: ['file', 'file', 'file'],
  run: async (context) => {
    try {
      return isOn(context.line, 'probe') ? probe(context) : await drive(context);
    } catch (error) {
      throw new Failure(error instanceof Error ? error.message : String(error), BROKEN);
    }
  },
};

/** Merges nothing, so that a core that cannot be loaded is noticed here. */
function probe(context: CommandContext): number {
  const nothing = new Uint8Array();
  merge(context, [nothing, nothing, nothing], {});
  context.io.print(`${PROBE_REPLY}\n`);
  return ExitCode.done;
}

async function drive(context: CommandContext): Promise<number> {
  context.atMost(8);
  const versions = ['The base', 'Our file', 'Their file'].map((name, index) =>
    context.word(index, name),
  );
  const [, ours = ''] = versions;
  const [path = ours, size, ourLabel, theirLabel, baseLabel] = context.words.slice(3).map(known);
  const markerSize = Number(size) || chosenNumber(context.line, 'marker-size');
  const options = {
    ...(markerSize !== undefined && { markerSize }),
    ...(ourLabel && { oursLabel: ourLabel }),
    ...(theirLabel && { theirsLabel: theirLabel }),
    ...shownBase(lastValue(context.line, 'conflict-style'), baseLabel),
    furtherStatusWins: furtherStatusWins(context),
  };
  const read = () => readVersions(context, versions);
  const job = { read, options, output: ours, ignoresProject: true } as const;
  const { conflicts, notes } = await mergeInto(context, job);
  printConflicts(context.io, path, conflicts, notes);
  return conflicts.length > 0 ? CONFLICTS : ExitCode.done;
}

/** An older git passes placeholders on that it does not know. */
function known(word: string): string | undefined {
  return /^%[A-Z]$/.test(word) ? undefined : word;
}

export function furtherStatusWins({ line }: CommandContext): boolean {
  return !line.flags.has(FURTHER_STATUS.name) || isOn(line, FURTHER_STATUS.name);
}
