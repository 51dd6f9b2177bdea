import { isOn } from '../../flags.ts';
import { toolsets } from '../../listing.ts';
import type { CommandDefinition } from '../command.ts';
import { ExitCode } from '../exit-code.ts';
import { callTool } from '../tool-commands/call-tool.ts';
import { flagsOf } from '../tool-commands/flags.ts';

const TOOLSET = 'plan';
const TOOL = 'plan_undo';

export const undo: CommandDefinition = {
  usage: '<plan> [change] [flags]',
  about: `Undo your last change, or the one with the given id (see ltp log), of any author. What was done since stays; if it
contradicts the undo, nothing changes, and the message says what. The undo is a change itself and can be undone.`,
  examples: [
    { line: 'ltp undo demo --dry-run', what: 'only shows what would change' },
    { line: 'ltp undo demo', what: 'your last change' },
  ],
  flags: undoFlags(),
  positionals: ['plan'],
  run: async (context) => {
    const planId = context.word(0, 'The plan');
    context.atMost(2);
    const [, changeId] = context.words;
    const ifMatch = context.line.flags.get('if-match')?.at(-1);
    const args = {
      planId,
      ...(changeId !== undefined && { changeId }),
      ...(ifMatch !== undefined && { ifMatch }),
    };
    const dryRun = isOn(context.line, 'dry-run');
    await callTool(context, { toolset: TOOLSET, tool: undoTool(), args, dryRun });
    return ExitCode.done;
  },
};

function undoTool() {
  const tool = toolsets
    .find(({ name }) => name === TOOLSET)
    ?.tools.find(({ name }) => name === TOOL);
  if (tool === undefined) throw new Error(`The listing has no tool ${TOOL}`);
  return tool;
}

/** The change is a word of the command, not a flag. */
function undoFlags() {
  return flagsOf(undoTool()).filter(({ name }) => name !== 'change-id');
}
