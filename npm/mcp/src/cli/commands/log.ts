import { chosenNumber, type Flag, lastValue, UsageError } from '../../flags.ts';
import type { CommandContext, CommandDefinition } from '../command.ts';
import { ExitCode } from '../exit-code.ts';
import { parseSince } from '../since.ts';
import { escapeControl } from '../text/escape.ts';
import type { Style } from '../text/style.ts';

const DEFAULT_LIMIT = 50;
const MAX_PAGE = 200;

const FLAGS: Flag[] = [
  {
    name: 'limit',
    value: 'N',
    help: `most changes to show (default: ${DEFAULT_LIMIT}; 0 for all)`,
  },
  { name: 'since', value: 'DATE', help: 'only changes since 2026-12-01, today, yesterday or -3d' },
  { name: 'task', value: 'TASK', help: 'only changes of this task', choices: 'tasks' },
  { name: 'who', value: 'NAME', help: 'only changes by this person or agent' },
];

export const log: CommandDefinition = {
  usage: '<plan> [task] [flags]',
  about: `Show what was changed in a plan, or in one task of it, the latest first: when, by whom, with which tool, and what
it did to which task. ltp undo takes the id of a change.`,
  examples: [
    { line: 'ltp log demo', what: 'the latest changes' },
    { line: 'ltp log demo t_parser --limit 0', what: 'all changes of a task' },
    { line: 'ltp log demo --who claude-code --since yesterday', what: 'what an agent did' },
    { line: 'ltp log demo --json', what: 'for a script' },
  ],
  flags: FLAGS,
  positionals: ['plan', 'task'],
  run: async (context) => {
    const planId = context.word(0, 'The plan');
    context.atMost(2);
    const taskId = wantedTask(context);
    const limit = chosenNumber(context.line, 'limit') ?? DEFAULT_LIMIT;
    const since = parseSince(lastValue(context.line, 'since'));
    const args = { planId, ...(taskId !== undefined && { taskId }) };
    const changes: Change[] = [];
    for await (const change of changesOf(context, args)) {
      if (since !== undefined && Date.parse(change.at) < since) break;
      if (!isBy(change, lastValue(context.line, 'who'))) continue;
      changes.push(change);
      if (changes.length === limit) break;
    }
    await context.output.result({ planId, changes }, (style) =>
      changes.length === 0
        ? 'No changes are known.\n'
        : changes.map((change) => changeText(change, style)).join('\n'),
    );
    return ExitCode.done;
  },
};

function wantedTask(context: CommandContext): string | undefined {
  const [, word] = context.words;
  const flag = lastValue(context.line, 'task');
  if (word !== undefined && flag !== undefined && word !== flag) {
    throw new UsageError(`Name one task: ${word} or --task ${flag}`);
  }
  return word ?? flag;
}

interface Change {
  changeId: string;
  at: string;
  by?: string;
  tool?: string;
  switched?: boolean;
  undoes?: string;
  undoneBy?: string;
  what: string[];
}

/** A name without its random characters means all sessions of that client. */
function isBy({ by }: Change, who: string | undefined): boolean {
  if (who === undefined || by === who) return true;
  return by?.startsWith(who) === true && /^(-[a-z2-9]{5}$|\/)/.test(by.slice(who.length));
}

/** All changes, the latest first. They are loaded page by page. */
async function* changesOf(context: CommandContext, args: object): AsyncGenerator<Change> {
  const session = context.session('history');
  let cursor: unknown;
  do {
    const page = await context.call(session, {
      kind: 'tool',
      name: 'plan_log',
      args: { ...args, limit: MAX_PAGE, ...(cursor !== undefined && { cursor }) },
    });
    yield* page.changes as Change[];
    cursor = page.nextCursor;
  } while (cursor !== undefined);
}

function changeText(change: Change, { paint }: Style): string {
  const { changeId, at, by, tool, switched, undoes, undoneBy, what } = change;
  const start = [paint('yellow', escapeControl(changeId)), escapeControl(at)];
  if (switched) return `${[...start, ...what.map(escapeControl)].join('  ')}\n`;
  const words = [
    ...start,
    paint('cyan', by === undefined ? 'by hand' : escapeControl(by)),
    ...(tool === undefined ? [] : [escapeControl(tool)]),
    ...(undoes === undefined ? [] : [`undoes ${escapeControl(undoes)}`]),
    ...(undoneBy === undefined ? [] : [`undone by ${escapeControl(undoneBy)}`]),
  ];
  return `${words.join('  ')}\n${what.map((line) => `    ${escapeControl(line)}\n`).join('')}`;
}
