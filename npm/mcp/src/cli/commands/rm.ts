import { UsageError } from '../../flags.ts';
import { confirm } from '../ask.ts';
import type { CommandDefinition, Result } from '../command.ts';
import { ExitCode } from '../exit-code.ts';
import { DRY_RUN_FLAG, isDryRun, PLAN_FLAG, YES_FLAG } from '../fields.ts';
import { isOpen, type ProjectData, type Row } from '../project-data.ts';
import { fact, reply, replyDryRun, wroteJson, wroteLines } from '../reply.ts';
import { escapeControl } from '../text/escape.ts';
import { cutTitle } from '../views/line.ts';
import { namedPlan, readProject } from '../which-plan.ts';
import { byPlan } from './done.ts';

export const rm: CommandDefinition = {
  usage: 'TASK… [flags]',
  output: 'text',
  about:
    'Delete tasks with their subtasks. ltp undo brings them back; ltp cancel keeps a task that will not be done.',
  examples: [
    { line: 'ltp rm t_deep', what: 'one task' },
    { line: 'ltp rm t_parser --yes', what: 'with its subtasks, without a question' },
  ],
  flags: [PLAN_FLAG, DRY_RUN_FLAG, YES_FLAG],
  positionals: ['task…'],
  run: async (context) => {
    if (context.words.length === 0) throw new UsageError('Which task? Example: ltp rm 9SMY');
    const data = await readProject(context, {
      tasks: { words: context.words, planId: namedPlan(context) },
    });
    const named = data.found;
    // A subtask is deleted with its parent.
    const rows = named.filter(
      (row) => !named.some((other) => data.descendantsOf(other).includes(row)),
    );
    const requests = byPlan(rows).map(([planId, own]) => ({
      planId,
      ops: own.map(({ id }) => ({ op: 'delete', taskId: id })),
    }));
    if (isDryRun(context)) {
      return replyDryRun(
        context,
        requests.map((args) => ({ name: 'task_batch', args })),
      );
    }
    for (const row of rows) {
      const under = data.descendantsOf(row);
      if (under.length > 0 && !(await confirm(context, question(row, under))))
        return ExitCode.failed;
    }
    const results = new Map<string, Result>();
    for (const args of requests) results.set(args.planId, await context.tool('task_batch', args));
    await reply(context, {
      json: () => ({
        results: rows.map((row) => ({
          ...wroteJson(row, results.get(row.planId) ?? {}),
          deleted: data.descendantsOf(row).length + 1,
          dependants: dependantsOf(data, row, rows).map(({ id }) => id),
        })),
      }),
      lines: (screen) =>
        rows.flatMap((row) => {
          const under = data.descendantsOf(row).length;
          const subtasks = under === 1 ? '1 subtask' : `${under} subtasks`;
          const dependants = dependantsOf(data, row, rows);
          const names = dependants.map(
            (one) => `${one.short} ${cutTitle(one.title, screen.style)}`,
          );
          const verb = dependants.length === 1 ? 'still depends on it' : 'still depend on it';
          return [
            ...wroteLines(data, row, under > 0 ? `deleted with ${subtasks}` : 'deleted', screen),
            ...(names.length > 0 ? [fact(`${names.join(', ')} ${verb}`)] : []),
          ];
        }),
      hints: ['undo: ltp undo'],
    });
    return ExitCode.done;
  },
};

/** `Delete "Guest checkout" with 3 subtasks, 2 of them open?` */
function question(row: Row, under: readonly Row[]): string {
  const open = under.filter(isOpen).length;
  const subtasks = under.length === 1 ? '1 subtask' : `${under.length} subtasks`;
  const ofThem =
    under.length === 1 ? (open === 1 ? ', which is open' : '') : `, ${open} of them open`;
  return `Delete "${escapeControl(row.title)}" with ${subtasks}${open > 0 ? ofThem : ''}?`;
}

/** Tasks that depend on a deleted one and stay. */
function dependantsOf(data: ProjectData, row: Row, deleted: readonly Row[]): Row[] {
  const gone = new Set(
    deleted.flatMap((one) => [one, ...data.descendantsOf(one)]).map(({ id }) => id),
  );
  const ids = new Set([row, ...data.descendantsOf(row)].map(({ id }) => id));
  return (data.plan(row.planId)?.tasks ?? []).filter(
    ({ id, dependsOn = [] }) => !gone.has(id) && dependsOn.some((on) => ids.has(on)),
  );
}
