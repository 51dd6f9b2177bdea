import type { CommandDefinition } from '../command.ts';
import { candidates } from '../completion/candidates.ts';
import { ExitCode } from '../exit-code.ts';

/** Called by shells with the words so far, the last one up to the cursor. */
export const complete: CommandDefinition = {
  usage: '-- [word]…',
  examples: [],
  flags: [],
  run: async (context) => {
    try {
      const found = await candidates(context.words, context.program);
      context.io.print(
        found.map(({ value, what }) => `${value}${what ? `\t${what}` : ''}\n`).join(''),
      );
    } catch {
      // A shell cannot show an error in the middle of a line.
    }
    return ExitCode.done;
  },
};
