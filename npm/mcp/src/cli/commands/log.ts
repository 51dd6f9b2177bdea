import { chosenNumber, type Flag, lastValue, UsageError } from '../../flags.ts';
import type { CommandContext, CommandDefinition } from '../command.ts';
import { startOfDate } from '../dates.ts';
import { ExitCode } from '../exit-code.ts';
import { dateFlag, PLAN_FLAG } from '../fields.ts';
import { isBy, logWords, readLog } from '../history.ts';
import type { ProjectData } from '../project-data.ts';
import { reply } from '../reply.ts';
import { byTask } from '../views/changes.ts';
import { count } from '../views/line.ts';
import { type LoggedChange, type LogWords, logLines, phraseOf } from '../views/log.ts';
import { namedPlan, readProject } from '../which-plan.ts';

const DEFAULT_LIMIT = 5;

const FLAGS: Flag[] = [
  PLAN_FLAG,
  {
    name: 'since',
    value: 'DATE',
    help: 'only changes since today, mon, -1w, "1 dec" or 2026-12-01',
  },
  { name: 'who', value: 'NAME', help: 'only changes by this person or agent', choices: 'people' },
  { name: 'task', value: 'TASK', help: 'only changes of this task', choices: 'tasks' },
  { name: 'limit', value: 'N', help: `at most this many (default: ${DEFAULT_LIMIT}; 0 for all)` },
];

export const log: CommandDefinition = {
  usage: '[PLAN|TASK] [flags]',
  output: 'text',
  about: `Show who changed what and when, the latest first: in all plans, in one, or of one task. ltp undo takes the id of a
change.`,
  examples: [
    { line: 'ltp log', what: 'all plans' },
    { line: 'ltp log parser --limit 0', what: 'all changes of a task' },
    { line: 'ltp log --who claude-code --since yesterday', what: 'what an agent did' },
  ],
  flags: FLAGS,
  positionals: ['planOrTask'],
  run: async (context) => {
    const { data, planIds, taskId } = await subject(context);
    const who = lastValue(context.line, 'who');
    const since = sinceOf(context);
    const limit = chosenNumber(context.line, 'limit') ?? DEFAULT_LIMIT;
    const all = await readLog(context, { planIds, taskId });
    const matching = all.filter(
      (change) =>
        (who === undefined || isBy(change, who === 'me' ? context.caller : who)) &&
        (since === undefined || Date.parse(change.at) >= since),
    );
    const changes = (limit === 0 ? matching : matching.slice(0, limit)).map((change) =>
      taskId === undefined
        ? change
        : { ...change, changes: change.changes.filter((one) => one.taskId === taskId) },
    );
    const words = logWords(context, data, all);
    const isFiltered = who !== undefined || since !== undefined;
    const [undoable] = changes.filter(({ by }) => by !== undefined);
    const hints = [
      ...(undoable ? [`undo one: ltp undo ${undoable.short}`] : []),
      ...(changes.length < matching.length ? ['All: ltp log --limit 0'] : []),
    ];
    await reply(context, {
      json: () => ({ changes: changes.map((change) => changeJson(change, words)) }),
      lines: (screen) =>
        changes.length === 0
          ? ['No changes.']
          : [
              ...logLines(changes, words, screen, { byDay: !isFiltered }),
              changes.length < matching.length
                ? `${changes.length} of ${count(matching.length, 'change')}`
                : count(changes.length, 'change'),
            ],
      hints: hints.length > 0 && !isFiltered ? [hints.join('. ')] : [],
    });
    return ExitCode.done;
  },
};

/** A date, or a time span: `today`, `mon`, `-1w`, `-3h`. */
function sinceOf(context: CommandContext): number | undefined {
  const given = lastValue(context.line, 'since');
  if (given === undefined) return undefined;
  const hours = /^-?(\d{1,4})h$/.exec(given)?.[1];
  if (hours !== undefined) return context.now - Number(hours) * 3_600_000;
  if (/^\d{4}-\d{2}-\d{2}T/.test(given) && !Number.isNaN(Date.parse(given)))
    return Date.parse(given);
  return startOfDate(dateFlag(context, 'since', 'last') ?? '');
}

export function changeJson(change: LoggedChange, words: LogWords): object {
  const { changeId, planId, at, by, tool, undoes, undoneBy } = change;
  return {
    changeId,
    planId,
    at,
    ...(by !== undefined && { by }),
    ...(tool !== undefined && { tool }),
    ...(undoes !== undefined && { undoes }),
    ...(undoneBy !== undefined && { undoneBy }),
    what: change.switched
      ? ['switched to other contents']
      : byTask(change.changes).map((group) => {
          const [first] = group;
          const name = first?.taskId === undefined ? planId : first.taskId;
          const title = first?.taskId === undefined ? '' : ` ${first.title ?? ''}`;
          return `${name}${title}: ${phraseOf(planId, group, words)}`;
        }),
  };
}

interface Subject {
  data: ProjectData;
  planIds?: string[] | undefined;
  taskId?: string;
}

/** A word can be a plan or a task; a plan wins. */
async function subject(context: CommandContext): Promise<Subject> {
  const { words, line } = context;
  const flag = lastValue(line, 'task');
  const planId = namedPlan(context);
  if (flag !== undefined && words.length > 0 && words.join(' ') !== flag) {
    throw new UsageError(`Name one task: ${words.join(' ')} or --task ${flag}`);
  }
  const data = await readProject(context);
  const [word] = words;
  const isPlan =
    word !== undefined && words.length === 1 && flag === undefined && data.plan(word) !== undefined;
  if (isPlan) return { data, planIds: [word] };
  const names = flag === undefined ? words : flag.split(/\s+/);
  if (names.length === 0) return { data, planIds: planId === undefined ? undefined : [planId] };
  const found = await readProject(context, { tasks: { words: names, planId } });
  const [row] = found.found;
  return { data: found, ...(row && { planIds: [row.planId], taskId: row.id }) };
}
