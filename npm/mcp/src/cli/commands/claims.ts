import type { CommandDefinition } from '../command.ts';
import { ExitCode } from '../exit-code.ts';
import { PLAN_FLAG } from '../fields.ts';
import type { Row } from '../project-data.ts';
import { reply } from '../reply.ts';
import { claimLines } from '../views/claims.ts';
import { isInProgress } from '../views/status.ts';
import { namedPlan, readProject } from '../which-plan.ts';
import { oneWord } from './list.ts';

export const claims: CommandDefinition = {
  usage: '[PLAN] [flags]',
  output: 'text',
  about: 'Show who is working on what, on which branch, and since when, the latest first.',
  examples: [{ line: 'ltp claims', what: 'in all plans' }],
  flags: [PLAN_FLAG],
  positionals: ['plan'],
  run: async (context) => {
    const planId = oneWord(context, 'plan') ?? namedPlan(context);
    const data = await readProject(context, planId === undefined ? {} : { planIds: [planId] });
    const since = ({ claim }: Row) => claim?.since ?? '';
    const rows = [...data.rows()]
      .filter(isInProgress)
      .sort((one, other) => (since(one) > since(other) ? -1 : since(one) < since(other) ? 1 : 0));
    await reply(context, {
      json: () => ({ claims: rows.map(claimJson) }),
      lines: (screen) =>
        rows.length === 0 ? ['No one is working on anything.'] : claimLines(data, rows, screen),
    });
    return ExitCode.done;
  },
};

function claimJson({ planId, id, short, title, heldBy, assignee, claim }: Row): object {
  const by = heldBy ?? assignee;
  return { planId, taskId: id, short, title, ...(by !== undefined && { by }), ...claim };
}
