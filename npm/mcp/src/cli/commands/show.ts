import type { CommandContext, CommandDefinition } from '../command.ts';
import { ExitCode, Failure } from '../exit-code.ts';
import { PLAN_FLAG } from '../fields.ts';
import { type ProjectData, type Row, rowJson } from '../project-data.ts';
import { reply } from '../reply.ts';
import { count } from '../views/line.ts';
import { planLines } from '../views/list.ts';
import type { LoggedChange } from '../views/log.ts';
import { type Added, showLines } from '../views/show-task.ts';
import { chosenPlan, namedPlan, readProject } from '../which-plan.ts';

export const show: CommandDefinition = {
  usage: '[PLAN|TASK] [flags]',
  output: 'text',
  about: `Show a whole plan, or one task with its notes, subtasks and what blocks it. A word that names a plan shows the
plan.`,
  examples: [
    { line: 'ltp show', what: 'the default plan, or the only one' },
    { line: 'ltp show demo', what: 'a plan' },
    { line: 'ltp show parser', what: 'a task, by a word of its title' },
    { line: 'ltp show t_parser --json', what: 'for a script' },
  ],
  flags: [PLAN_FLAG],
  positionals: ['planOrTask'],
  run: async (context) => {
    const { words } = context;
    if (words.length === 0) {
      const data = await readProject(context, plansOf(namedPlan(context)));
      await showPlan(context, data, await chosenPlan(context, data, 'ltp show'));
    } else await showNamed(context, words);
    return ExitCode.done;
  },
};

const plansOf = (planId: string | undefined) => (planId === undefined ? {} : { planIds: [planId] });

/** A plan wins over a task, which is mentioned then. */
async function showNamed(context: CommandContext, words: readonly string[]): Promise<void> {
  const planId = namedPlan(context);
  const [word = ''] = words;
  const all = await readProject(context, plansOf(planId));
  const plan = words.length === 1 && planId === undefined ? all.plan(word) : undefined;
  const tasks = { words, planId };
  if (plan) {
    const also = await readProject(context, { tasks }).catch(() => undefined);
    return showPlan(context, all, word, also?.found[0]);
  }
  const data = await readProject(context, { tasks, details: true });
  const [row, ...more] = data.found;
  const [details] = data.details;
  if (row === undefined || details === undefined || more.length > 0) {
    throw new Failure(`${context.name} shows one task`, { code: 'USAGE' });
  }
  const added = await addedBy(context, row);
  await reply(context, await taskReply(context, data, row, details, added));
}

async function taskReply(
  context: CommandContext,
  data: ProjectData,
  row: Row,
  details: NonNullable<ProjectData['details'][number]>,
  added: Added | undefined,
) {
  const request = { planId: row.planId, taskId: row.id, includeBlocking: true };
  const found = context.output.format === 'json' ? await context.tool('task_get', request) : {};
  const { task, ...rest } = found as { task?: object };
  const others = (ids: readonly string[]) =>
    ids.flatMap((id) => data.task({ planId: row.planId, id }) ?? []).map(rowJson);
  const next = data.subtasksOf(row).find(({ ready }) => ready) ?? (row.ready ? row : undefined);
  return {
    json: () => ({
      task: {
        ...task,
        short: row.short,
        blockedBy: others(row.blockedBy ?? []),
        blocks: others(details.blocks),
        children: data.subtasksOf(row).map(rowJson),
      },
      ...rest,
    }),
    lines: (screen: Parameters<typeof showLines>[4]) =>
      showLines(data, row, details, added, screen),
    hints: [
      [
        `ltp log ${row.short}`,
        `ltp edit ${row.short}`,
        ...(next ? [`ltp start ${next.short}`] : []),
      ].join(', '),
    ],
  };
}

/** When a task was added and by whom, as far as the history knows. */
async function addedBy(context: CommandContext, { planId, id }: Row): Promise<Added | undefined> {
  const args = { planIds: [planId], taskId: id };
  const { changes } = (await context.tool('project_log', args)) as unknown as {
    changes: LoggedChange[];
  };
  const first = changes.findLast(({ changes: all }) =>
    all.some(({ taskId, change }) => taskId === id && change === 'added'),
  );
  const at = first ? Date.parse(first.at) : timeOfId(id);
  return at === undefined ? undefined : { at, by: first?.by };
}

const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The time in a generated id. */
function timeOfId(id: string): number | undefined {
  const time = /^t_([0-9A-HJKMNP-TV-Z]{10})[0-9A-HJKMNP-TV-Z]{16}$/.exec(id)?.[1];
  return (time && [...time].reduce((ms, digit) => ms * 32 + DIGITS.indexOf(digit), 0)) || undefined;
}

async function showPlan(
  context: CommandContext,
  data: ProjectData,
  planId: string,
  alsoTask?: Row,
): Promise<void> {
  const plan =
    data.plan(planId) ?? (await readProject(context, { planIds: [planId] })).plan(planId);
  if (plan === undefined) return;
  const isJson = context.output.format === 'json';
  const whole = isJson ? await wholePlan(context, planId) : {};
  await reply(context, {
    json: whole,
    lines: (screen) => [
      ...planLines(data, plan, screen, { hasDone: true, isWhole: true }),
      ...(plan.errors
        ? ['', `The file has ${count(plan.errors.length, 'error')}: ltp check ${planId}`]
        : []),
    ],
    hints: alsoTask ? [`there is also a task: ltp show ${alsoTask.short}`] : [],
  });
}

/** All pages of a plan as one. */
async function wholePlan(context: CommandContext, planId: string): Promise<object> {
  const args = { planId, includeTaskBodies: true, includePlanBody: true, limit: 500, view: 'flat' };
  let page = await context.tool('plan_get', args);
  const { plan } = page as { plan: { tasks: unknown[] } };
  while (page.nextCursor !== undefined) {
    page = await context.tool('plan_get', { ...args, cursor: page.nextCursor });
    plan.tasks.push(...(page as { plan: { tasks: unknown[] } }).plan.tasks);
  }
  return { plan, etag: page.etag };
}
