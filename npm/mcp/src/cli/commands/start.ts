/** Taking a task, and giving it back. */
import { isOn, lastValue, UsageError } from '../../flags.ts';
import type { CommandContext, CommandDefinition } from '../command.ts';
import { duration } from '../dates.ts';
import { ExitCode, Failure } from '../exit-code.ts';
import { DRY_RUN_FLAG, isDryRun, NOTE_FLAG, PLAN_FLAG } from '../fields.ts';
import { type ProjectData, type Row, readProjectData } from '../project-data.ts';
import { adoptedFacts, fact, reply, replyDryRun, wroteJson, wroteLines } from '../reply.ts';
import { escapeControl } from '../text/escape.ts';
import { cutTitle } from '../views/line.ts';
import { nextOf, waitingText } from '../views/next.ts';
import { isInProgress } from '../views/status.ts';
import { shownName } from '../views/task-line.ts';
import { namedPlan, readProject, viewedPlans } from '../which-plan.ts';
import { ownRow } from './done.ts';

export const start: CommandDefinition = {
  usage: '[TASK] [flags]',
  output: 'text',
  about: `Take a task: it is in progress and yours. Without a task, the one that ltp next shows.`,
  examples: [
    { line: 'ltp start', what: 'the next one' },
    { line: 'ltp start before all sections', what: 'a certain one' },
    { line: 'ltp start t_zero --force', what: 'even if someone else has it' },
  ],
  flags: [
    PLAN_FLAG,
    { name: 'force', help: 'take it from its holder, or although it is blocked' },
    NOTE_FLAG,
    DRY_RUN_FLAG,
  ],
  positionals: ['openTask…'],
  run: async (context) => {
    const { row, data, isChosen } = await taskToStart(context);
    const note = lastValue(context.line, 'note');
    const args = {
      planId: row.planId,
      taskId: row.id,
      ...(isOn(context.line, 'force') && { force: true }),
      ...(note !== undefined && { note }),
    };
    if (isDryRun(context)) return replyDryRun(context, [{ name: 'task_start', args }]);
    const result = await startTask(context, row, args);
    const after = await readProjectData(context);
    const own = [...after.rows()].filter(
      (one) =>
        one.id !== row.id && isInProgress(one) && (one.heldBy ?? one.assignee) === context.caller,
    );
    const started = after.task(row) ?? row;
    const ready = data.ready.length;
    const reason = isChosen ? `${data.why}${ready > 1 ? `; ${ready} were ready` : ''}` : undefined;
    const taken = takenFrom(row, result, context.caller);
    await reply(context, {
      json: () => ({
        ...wroteJson(started, result),
        ...pick(result, ['assignee', 'alreadyYours', 'takenOverFrom']),
        ...(reason !== undefined && { reason }),
      }),
      lines: (screen) => [
        ...wroteLines(
          after,
          started,
          result.alreadyYours === true
            ? 'was already yours'
            : `started${taken ? `, was @${shownName(taken, context.caller)}` : ''}${note === undefined ? '' : ', note added'}`,
          screen,
        ),
        ...(reason === undefined ? [] : [fact(`chosen: ${reason}`)]),
        ...(!isChosen && own.length > 0
          ? [
              fact(
                `you also have: ${own.map((one) => `${one.short} ${cutTitle(one.title, screen.style)}`).join(', ')}`,
              ),
            ]
          : []),
        ...adoptedFacts(after, row.planId, result),
      ],
    });
    return ExitCode.done;
  },
};

function takenFrom(row: Row, result: Record<string, unknown>, you: string): string | undefined {
  const { wasHeldBy } = result as { wasHeldBy?: string };
  const holder = wasHeldBy ?? (isInProgress(row) ? row.assignee : undefined);
  return holder === you ? undefined : holder;
}

interface Chosen {
  row: Row;
  data: ProjectData;
  isChosen: boolean;
}

async function taskToStart(context: CommandContext): Promise<Chosen> {
  if (context.words.length > 0) {
    const tasks = { words: context.words, planId: namedPlan(context) };
    const data = await readProject(context, { tasks });
    return { row: onlyTask(context, data.found), data, isChosen: false };
  }
  const planIds = viewedPlans(context);
  const data = await readProject(context, planIds ? { planIds } : {});
  const [row] = data.ready;
  if (row) return { row, data, isChosen: true };
  const waiting = waitingText(nextOf(data, planIds, context.caller), context.caller);
  throw new Failure(`Nothing is ready${waiting ? `: ${waiting}` : ''}`, {
    code: 'NOTHING_READY',
    hints: ['see all: ltp list'],
  });
}

/** Refuses several tasks where a command takes one. */
export function onlyTask(context: CommandContext, rows: readonly Row[]): Row {
  const [row, ...more] = rows;
  if (row === undefined) throw new UsageError('Which task?');
  if (more.length > 0) {
    throw new UsageError(
      `Unexpected argument "${context.words[1]}". ${context.name} takes one task.`,
    );
  }
  return row;
}

async function startTask(context: CommandContext, row: Row, args: object) {
  try {
    return await context.tool('task_start', args);
  } catch (error) {
    if (!(error instanceof Failure) || isOn(context.line, 'force')) throw error;
    const hints = [`take it anyway: ltp start ${row.short} --force`];
    if (error.code === 'CLAIMED') throw error.with({ message: claimedText(row, context), hints });
    if (error.code === 'NOT_READY') {
      const blockers = row.blockedBy ?? [];
      const data = await readProjectData(context);
      const names = blockers.map((id) => {
        const blocker = data.task({ planId: row.planId, id });
        return blocker ? `${blocker.short} ${escapeControl(blocker.title)}` : id;
      });
      const reason =
        row.state ?? (names.length > 0 ? `blocked by ${names.join(', ')}` : 'not ready');
      throw error.with({ message: `"${escapeControl(row.title)}" is ${reason}.`, hints });
    }
    if (error.code === 'ALREADY_DONE') {
      throw error.with({
        message: `"${escapeControl(row.title)}" is done.`,
        hints: [`work on it again: ltp reopen ${row.short}`],
      });
    }
    throw error;
  }
}

/** `claude claimed "Address form" 12 min ago and was active 20 s ago.` */
function claimedText(row: Row, { now, caller }: CommandContext): string {
  const holder = row.heldBy ?? row.assignee;
  const who = holder === undefined ? 'Someone' : shownName(holder, caller);
  const title = `"${escapeControl(row.title)}"`;
  const { since, lastSeen } = row.claim ?? {};
  if (since === undefined) return `${title} is with ${who}.`;
  const claimed = `${who} claimed ${title} ${duration(now - Date.parse(since))} ago`;
  if (lastSeen === undefined) return `${claimed}.`;
  return `${claimed} and was active ${duration(now - Date.parse(lastSeen))} ago.`;
}

export const stop: CommandDefinition = {
  usage: '[TASK] [flags]',
  output: 'text',
  about: 'Give a task back: it is to do again and has no assignee. With --note, say how far it is.',
  examples: [
    {
      line: 'ltp stop t_parser --note "Bodies are missing"',
      what: 'hands over',
      untested: 'it is assigned to ana',
    },
    { line: 'ltp stop t_parser --force', what: 'takes it from its holder' },
  ],
  flags: [
    PLAN_FLAG,
    { name: 'force', help: 'even if someone else has it' },
    NOTE_FLAG,
    DRY_RUN_FLAG,
  ],
  positionals: ['openTask…'],
  run: async (context) => {
    const tasks = { words: context.words, planId: namedPlan(context) };
    const data = await readProject(context, context.words.length > 0 ? { tasks } : {});
    const rows =
      context.words.length > 0
        ? data.found
        : await ownRow(context, data, (one) => `Stop "${escapeControl(one.title)}" …${one.short}?`);
    if (rows.length === 0) return ExitCode.failed;
    const row = onlyTask(context, rows);
    const note = lastValue(context.line, 'note');
    const args = {
      planId: row.planId,
      taskId: row.id,
      release: true,
      ...(isOn(context.line, 'force') && { force: true }),
      ...(note !== undefined && { note }),
    };
    if (isDryRun(context)) return replyDryRun(context, [{ name: 'task_start', args }]);
    const result = await startTask(context, row, args);
    const after = await readProjectData(context);
    const stopped = after.task(row) ?? row;
    await reply(context, {
      json: () => ({ ...wroteJson(stopped, result), released: true }),
      lines: (screen) => [
        ...wroteLines(after, stopped, `stopped${note === undefined ? '' : ', note added'}`, screen),
        ...adoptedFacts(after, row.planId, result),
      ],
    });
    return ExitCode.done;
  },
};

function pick(object: Record<string, unknown>, names: readonly string[]): object {
  return Object.fromEntries(
    names.filter((name) => object[name] !== undefined).map((name) => [name, object[name]]),
  );
}
