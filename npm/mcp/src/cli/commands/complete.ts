import { print } from '../../output.ts';
import type { CommandBody } from '../command.ts';
import { candidates } from '../completion/candidates.ts';
import { ExitCode } from '../exit-code.ts';

/** What shells ask: the words so far, the last one up to the cursor. What goes wrong is no answer. */
export const complete: CommandBody = {
  usage: '-- [word]…',
  examples: [],
  flags: [],
  run: async (invocation) => {
    try {
      const found = await candidates(invocation.words, invocation.program);
      print(found.map(({ value, what }) => `${value}${what ? `\t${what}` : ''}\n`).join(''));
    } catch {
      // A shell in the middle of a line has no place for an error.
    }
    return ExitCode.done;
  },
};
