import { chosenNumber, type Flag } from '../../flags.ts';
import type { CommandContext, CommandDefinition } from '../command.ts';
import { ExitCode } from '../exit-code.ts';
import { escapeControl } from '../text/escape.ts';
import type { Style } from '../text/style.ts';

const DEFAULT_LIMIT = 50;
const LIMIT: Flag = {
  name: 'limit',
  value: 'N',
  help: `most changes to show (default: ${DEFAULT_LIMIT}; 0 for all)`,
};
const MAX_PAGE = 200;

export const log: CommandDefinition = {
  usage: '<plan> [task] [flags]',
  about: `Show what was changed in a plan, or in one task of it, the latest first: when, by whom, with which tool, and what
it did to which task. ltp undo takes the id of a change.`,
  examples: [
    { line: 'ltp log demo', what: 'the latest changes' },
    { line: 'ltp log demo t_parser --limit 0', what: 'all changes of a task' },
    { line: 'ltp log demo --json', what: 'for a script' },
  ],
  flags: [LIMIT],
  positionals: ['plan', 'task'],
  run: async (context) => {
    const planId = context.word(0, 'The plan');
    context.atMost(2);
    const [, taskId] = context.words;
    const limit = chosenNumber(context.line, 'limit') ?? DEFAULT_LIMIT;
    const changes = await changesOf(context, { planId, ...(taskId && { taskId }) }, limit);
    await context.output.result({ planId, changes }, (style) =>
      changes.length === 0
        ? 'No changes are known.\n'
        : changes.map((change) => changeText(change, style)).join('\n'),
    );
    return ExitCode.done;
  },
};

interface Change {
  changeId: string;
  at: string;
  by?: string;
  tool?: string;
  undoes?: string;
  what: string[];
}

async function changesOf(context: CommandContext, args: object, limit: number): Promise<Change[]> {
  const session = context.session('history');
  const most = limit === 0 ? Number.POSITIVE_INFINITY : limit;
  const all: Change[] = [];
  let cursor: unknown;
  do {
    const page = await context.call(session, {
      kind: 'tool',
      name: 'plan_log',
      args: {
        ...args,
        limit: Math.min(MAX_PAGE, most - all.length),
        ...(cursor !== undefined && { cursor }),
      },
    });
    all.push(...(page.changes as Change[]));
    cursor = page.nextCursor;
  } while (cursor !== undefined && all.length < most);
  return all;
}

function changeText({ changeId, at, by, tool, undoes, what }: Change, { paint }: Style): string {
  const who = by === undefined ? 'by hand' : escapeControl(by);
  const words = [
    paint('yellow', escapeControl(changeId)),
    escapeControl(at),
    paint('cyan', who),
    ...(tool === undefined ? [] : [escapeControl(tool)]),
    ...(undoes === undefined ? [] : [`undoes ${escapeControl(undoes)}`]),
  ];
  return `${words.join('  ')}\n${what.map((line) => `    ${escapeControl(line)}\n`).join('')}`;
}
