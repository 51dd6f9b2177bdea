import type { CommandDefinition } from '../command.ts';
import { ExitCode } from '../exit-code.ts';
import { reply } from '../reply.ts';

export const version: CommandDefinition = {
  usage: '[flags]',
  output: 'text',
  about: 'Show the versions of ltp, the core and Node.',
  examples: [{ line: 'ltp version', what: 'all three' }],
  flags: [],
  run: async (context) => {
    context.atMost(0);
    const own = context.program.version;
    // Both are released together.
    const versions = { version: own, core: own, node: process.versions.node };
    await reply(context, {
      json: versions,
      lines: () => [`ltp ${own}, core ${own}, node ${versions.node}`],
    });
    return ExitCode.done;
  },
};
