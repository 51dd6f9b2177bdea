import type { CommandContext, CommandDefinition } from '../command.ts';
import { ExitCode } from '../exit-code.ts';
import { PLAN_FLAG } from '../fields.ts';
import { readLog } from '../history.ts';
import { reply } from '../reply.ts';
import type { LoggedChange } from '../views/log.ts';
import { statsLines, statsOf } from '../views/stats.ts';
import { namedPlan, readProject } from '../which-plan.ts';
import { oneWord } from './list.ts';

const DAY_MS = 86_400_000;

export const stats: CommandDefinition = {
  usage: '[PLAN] [flags]',
  output: 'text',
  about: 'Show the progress of all plans, or of one, by section, priority and person.',
  examples: [
    { line: 'ltp stats', what: 'all plans' },
    { line: 'ltp stats demo', what: 'one plan' },
    { line: 'ltp stats --json', what: 'for a script' },
  ],
  flags: [PLAN_FLAG],
  positionals: ['plan'],
  run: async (context) => {
    const planId = oneWord(context, 'plan') ?? namedPlan(context);
    const planIds = planId === undefined ? undefined : [planId];
    const data = await readProject(context, planIds ? { planIds } : {});
    const plans = data.plans.filter(({ tasks }) => tasks !== undefined);
    const changes = await readLog(context, { planIds });
    const figures = plans.map((plan) => ({
      plan,
      stats: statsOf(plan, context.now, doneInDays(context, plan.planId, changes)),
    }));
    await reply(context, {
      json: () => ({ plans: figures.map((one) => one.stats) }),
      lines: (screen) =>
        plans.length === 0
          ? ['There are no plans yet.']
          : figures.flatMap(({ plan, stats: one }, index) => [
              ...(index > 0 ? [''] : []),
              ...statsLines(plan, one, screen),
            ]),
    });
    return ExitCode.done;
  },
};

/** How many tasks were finished in the last days and have stayed done. */
function doneInDays(
  { now }: CommandContext,
  planId: string,
  changes: readonly LoggedChange[],
): { 7: number; 30: number } {
  const finished = new Map<string, number>();
  const seen = new Set<string>();
  // The latest change of a status decides.
  for (const change of changes) {
    if (change.planId !== planId) continue;
    for (const { taskId, field, to } of change.changes) {
      if (taskId === undefined || field !== 'status' || seen.has(taskId)) continue;
      seen.add(taskId);
      if (to === 'done') finished.set(taskId, Date.parse(change.at));
    }
  }
  const within = (days: number) =>
    [...finished.values()].filter((at) => now - at <= days * DAY_MS).length;
  return { 7: within(7), 30: within(30) };
}
