import { isOn } from '../../flags.ts';
import { toolsets } from '../../listing.ts';
import type { CommandBody } from '../command.ts';
import { ExitCode } from '../exit-code.ts';
import { askTool } from '../tools/ask-tool.ts';
import { flagsOf } from '../tools/flags.ts';

const TOOLSET = 'plan';
const TOOL = 'plan_undo';

export const undo: CommandBody = {
  usage: '<plan> [change] [flags]',
  about: `Take back the last change that was made with ltp or by an agent, or the one that is named as ltp log names it. It
is a change itself and can be taken back. What was changed by hand is left to git.`,
  examples: [
    { line: 'ltp undo demo --dry-run', what: 'only shows what it would change' },
    { line: 'ltp undo demo', what: 'the last change' },
  ],
  flags: undoFlags(),
  places: ['plan'],
  run: async (invocation) => {
    const planId = invocation.word(0, 'The plan');
    invocation.atMost(2);
    const [, changeId] = invocation.words;
    const ifMatch = invocation.line.flags.get('if-match')?.at(-1);
    const args = {
      planId,
      ...(changeId !== undefined && { changeId }),
      ...(ifMatch !== undefined && { ifMatch }),
    };
    const isPreview = isOn(invocation.line, 'dry-run');
    await askTool(invocation, { toolset: TOOLSET, tool: undoTool(), args, isPreview });
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

/** The change is a word here. */
function undoFlags() {
  return flagsOf(undoTool()).filter(({ name }) => name !== 'change-id');
}
