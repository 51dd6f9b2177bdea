import { chosenNumber, type Flag } from '../../flags.ts';
import type { CommandBody } from '../command.ts';
import { ExitCode } from '../exit-code.ts';
import type { Invocation } from '../invocation.ts';
import { printable } from '../text/printable.ts';
import type { Style } from '../text/style.ts';

const USUAL_LIMIT = 50;
const LIMIT: Flag = {
  name: 'limit',
  value: 'N',
  help: `most changes that are shown (default: ${USUAL_LIMIT}; 0 for all)`,
};
const LARGEST_PAGE = 200;

export const log: CommandBody = {
  usage: '<plan> [task] [flags]',
  about: `Show what was changed in a plan, or in one task of it, the latest first: when, by whom, with which tool, and what
it did to which task. The id of a change is what ltp undo takes back.`,
  examples: [
    { line: 'ltp log demo', what: 'the latest changes' },
    { line: 'ltp log demo t_parser --limit 0', what: 'all that ever happened to a task' },
    { line: 'ltp log demo --json', what: 'for a script' },
  ],
  flags: [LIMIT],
  places: ['plan', 'task'],
  run: async (invocation) => {
    const planId = invocation.word(0, 'The plan');
    invocation.atMost(2);
    const [, taskId] = invocation.words;
    const limit = chosenNumber(invocation.line, 'limit') ?? USUAL_LIMIT;
    const changes = await changesOf(invocation, { planId, ...(taskId && { taskId }) }, limit);
    await invocation.output.answer({ planId, changes }, (style) =>
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

async function changesOf(invocation: Invocation, args: object, limit: number): Promise<Change[]> {
  const session = invocation.session('history');
  const most = limit === 0 ? Number.POSITIVE_INFINITY : limit;
  const all: Change[] = [];
  let cursor: unknown;
  do {
    const page = await invocation.ask(session, {
      kind: 'tool',
      name: 'plan_log',
      args: {
        ...args,
        limit: Math.min(LARGEST_PAGE, most - all.length),
        ...(cursor !== undefined && { cursor }),
      },
    });
    all.push(...(page.changes as Change[]));
    cursor = page.nextCursor;
  } while (cursor !== undefined && all.length < most);
  return all;
}

function changeText({ changeId, at, by, tool, undoes, what }: Change, { paint }: Style): string {
  const who = by === undefined ? 'by hand' : printable(by);
  const words = [
    paint('yellow', printable(changeId)),
    printable(at),
    paint('cyan', who),
    ...(tool === undefined ? [] : [printable(tool)]),
    ...(undoes === undefined ? [] : [`takes back ${printable(undoes)}`]),
  ];
  return `${words.join('  ')}\n${what.map((line) => `    ${printable(line)}\n`).join('')}`;
}
