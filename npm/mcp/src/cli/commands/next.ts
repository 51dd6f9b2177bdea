import { chosenNumber } from '../../flags.ts';
import type { CommandDefinition } from '../command.ts';
import { ExitCode } from '../exit-code.ts';
import { ALL_PLANS_FLAG, PLAN_FLAG } from '../fields.ts';
import { rowJson } from '../project-data.ts';
import { reply } from '../reply.ts';
import { nextLines, nextOf } from '../views/next.ts';
import { readProject, viewedPlans } from '../which-plan.ts';
import { oneWord } from './list.ts';

const DEFAULT_LIMIT = 3;

export const next: CommandDefinition = {
  usage: '[PLAN] [flags]',
  output: 'text',
  about: `Show what to work on next, why, and what comes then: by priority, then what is late or due within two days, then in
the order of the plan. What is blocked, deferred or with someone else is left out.`,
  examples: [
    { line: 'ltp next', what: 'in the default plan, else in all' },
    { line: 'ltp next --limit 10', what: 'with more of what comes then' },
  ],
  flags: [
    PLAN_FLAG,
    ALL_PLANS_FLAG,
    { name: 'limit', value: 'N', help: `how many to show (default: ${DEFAULT_LIMIT})` },
  ],
  positionals: ['plan'],
  run: async (context) => {
    const planIds = viewedPlans(context, oneWord(context, 'plan'));
    const data = await readProject(context, planIds ? { planIds } : {});
    const found = nextOf(data, planIds, context.caller);
    const limit = chosenNumber(context.line, 'limit') || DEFAULT_LIMIT;
    await reply(context, {
      json: () => ({
        ...(found.task && { task: rowJson(found.task) }),
        reason: found.reason,
        // biome-ignore lint/suspicious/noThenProperty: the documented name of what comes after the task
        then: found.then.slice(0, limit - 1).map(rowJson),
        withOthers: found.withOthers.length,
        blocked: found.blocked.length,
        deferred: found.deferred.length,
      }),
      lines: (screen) => nextLines(data, found, screen, { limit, withPlan: planIds === undefined }),
      hints: found.task ? ['take it: ltp start'] : ['all open tasks: ltp list'],
    });
    return ExitCode.done;
  },
};
