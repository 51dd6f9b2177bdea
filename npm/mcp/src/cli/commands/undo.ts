import { UsageError } from '../../flags.ts';
import type { CommandContext, CommandDefinition, Result } from '../command.ts';
import { duration } from '../dates.ts';
import { ExitCode, Failure } from '../exit-code.ts';
import { DRY_RUN_FLAG, isDryRun, PLAN_FLAG } from '../fields.ts';
import { logWords, readLog } from '../history.ts';
import { type ProjectData, readProjectData } from '../project-data.ts';
import { reply, replyDryRun, screenOf } from '../reply.ts';
import { escapeControl } from '../text/escape.ts';
import { byTask, type Change, STATUS_WORDS } from '../views/changes.ts';
import { painted, part, type Screen, words, wrapped } from '../views/line.ts';
import { type LoggedChange, subjectParts } from '../views/log.ts';
import { shownName } from '../views/task-line.ts';
import { namedPlan, requirePlansDirectory } from '../which-plan.ts';

/** More tasks are counted. */
const MAX_LINES = 8;

export const undo: CommandDefinition = {
  usage: '[CHANGE] [flags]',
  output: 'text',
  about: `Undo what your last command changed, in all plans, or the change named (see ltp log), of anyone. What was done since
stays; if it contradicts the undo, nothing changes, and the message says what. An undo can be undone.`,
  examples: [
    { line: 'ltp undo --dry-run', what: 'only shows what would change' },
    { line: 'ltp undo', what: 'your last change' },
  ],
  flags: [PLAN_FLAG, DRY_RUN_FLAG],
  positionals: ['change'],
  run: async (context) => {
    requirePlansDirectory(context);
    const planId = namedPlan(context);
    const all = await readLog(context, { planIds: planId === undefined ? undefined : [planId] });
    const changes = await changesToUndo(context, all);
    const data = await readProjectData(context);
    if (isDryRun(context)) return replyDryRun(context, changes.map(undoRequest));
    const results: [LoggedChange, Result][] = [];
    for (const change of changes) results.push([change, await undoOne(context, change, all, data)]);
    const after = await readProjectData(context);
    const [first] = changes;
    const isOthers = first?.by !== context.caller;
    await reply(context, {
      json: () => undoJson(results),
      lines: (screen) => results.flatMap(([change]) => undoneLines(change, data, after, screen)),
      hints: first && isOthers ? [othersHint(first, context)] : [],
    });
    return ExitCode.done;
  },
};

/** A plan that was moved to the archive or back is moved again. */
function undoRequest({ planId, changeId, tool, changes }: LoggedChange): {
  name: string;
  args: object;
} {
  const former = changes.find(({ field }) => field === 'planId')?.from;
  if (tool === 'plan_rename' && former !== undefined) {
    return { name: 'plan_rename', args: { planId, to: former, undoes: changeId } };
  }
  const opposite = { plan_archive: 'plan_restore', plan_restore: 'plan_archive' }[tool ?? ''];
  if (opposite !== undefined) return { name: opposite, args: { planId, undoes: changeId } };
  return { name: 'plan_undo', args: { planId, changeId } };
}

async function changesToUndo(
  context: CommandContext,
  all: readonly LoggedChange[],
): Promise<LoggedChange[]> {
  const [name, extra] = context.words;
  if (extra !== undefined) {
    throw new UsageError(`Unexpected argument "${extra}". ltp undo takes one change.`);
  }
  return name === undefined ? lastCommand(context, all) : [await namedChange(context, name, all)];
}

/** An undo of one's own change is skipped, so that the next undo goes further back; one of another's counts as a change. */
async function lastCommand(
  context: CommandContext,
  all: readonly LoggedChange[],
): Promise<LoggedChange[]> {
  const { caller } = context;
  const authorOf = (id: string) => all.find(({ changeId }) => changeId === id)?.by;
  const isOwn = ({ by, undoneBy, undoes }: LoggedChange) =>
    by === caller &&
    undoneBy === undefined &&
    (undoes === undefined || authorOf(undoes) !== caller);
  const last = all.find(isOwn);
  if (last) return all.filter((change) => isOwn(change) && change.at === last.at);
  const [latest] = all.filter(({ by }) => by !== undefined);
  if (latest === undefined) {
    throw new Failure('You have no change to undo.', { code: 'NOTHING_TO_UNDO' });
  }
  const author = shownName(latest.by ?? '', caller);
  const ago = duration(context.now - Date.parse(latest.at));
  const whose = author === 'you' ? 'yours, and undone already' : `${author}'s`;
  throw new Failure(`You have no change to undo. The last change is ${whose}, ${ago} ago:`, {
    code: 'NOTHING_TO_UNDO',
    lines: changeLine(latest, await readProjectData(context), screenOf(context), context),
    hints: [`ltp undo ${latest.short}`],
  });
}

/** `  c4170   9SMZ Address form  to do → in progress, @claude` */
function changeLine(
  change: LoggedChange,
  data: ProjectData,
  screen: Screen,
  context: CommandContext,
): string[] {
  const log = logWords(context, data);
  return byTask(change.changes).flatMap((group, index) => {
    const start = { text: index === 0 ? change.short : ' '.repeat(change.short.length), gap: 2 };
    const [first, ...more] = subjectParts(change, group, log);
    const indent = 2 + change.short.length + 3;
    return wrapped([start], first ? [{ ...first, gap: 3 }, ...more] : [], indent, screen.style);
  });
}

/** `c4170`, `4170` or the whole id. */
async function namedChange(
  context: CommandContext,
  name: string,
  all: readonly LoggedChange[],
): Promise<LoggedChange> {
  const exact = all.find(({ changeId }) => changeId === name);
  if (exact) return exact;
  const digits = /^[cC]?(\d{4,9})$/.exec(name)?.[1];
  const found = digits === undefined ? [] : all.filter(({ changeId }) => changeId.endsWith(digits));
  const [only, ...more] = found;
  if (only && more.length === 0) return only;
  if (only) {
    const candidates = found.slice(0, MAX_LINES);
    const data = await readProjectData(context);
    throw new Failure(
      `"${name}" could be ${found.length === 2 ? 'either' : 'any'} of ${found.length} changes:`,
      {
        code: 'AMBIGUOUS',
        details: { candidates: candidates.map(({ changeId }) => changeId) },
        lines: candidates.flatMap((change) => changeLine(change, data, screenOf(context), context)),
      },
    );
  }
  throw await unknownChange(context, name, all);
}

async function unknownChange(
  context: CommandContext,
  name: string,
  all: readonly LoggedChange[],
): Promise<Failure> {
  const found = await readProjectData(context, { tasks: { words: [name] } }).catch(() => undefined);
  const [row] = found?.found ?? [];
  const last = row && all.find(({ changes }) => changes.some(({ taskId }) => taskId === row.id));
  if (row) {
    const hint = last
      ? `Its last change: ltp undo ${last.short}`
      : 'It has no change in the history';
    return new Failure(`${row.short} is a task. ${hint}`, { code: 'NOT_FOUND' });
  }
  return new Failure(`There is no change "${name}".`, {
    code: 'NOT_FOUND',
    hints: ['see them: ltp log'],
  });
}

async function undoOne(
  context: CommandContext,
  change: LoggedChange,
  all: readonly LoggedChange[],
  data: ProjectData,
): Promise<Result> {
  try {
    const { name, args } = undoRequest(change);
    return await context.tool(name, args);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'CANNOT_UNDO') throw error;
    const later = contradiction(change, all);
    if (later === undefined) throw plainReason(error, change, data);
    const who = later.by === undefined ? 'someone' : shownName(later.by, context.caller);
    throw error.with({
      message: `${who} changed that ${later.field} later (${later.short}), so it was not undone.`,
      hints: [`undo that first: ltp undo ${later.short}`],
    });
  }
}

/** The later change of the same field of the same task. */
function contradiction(change: LoggedChange, all: readonly LoggedChange[]) {
  const later = all
    .slice(0, all.indexOf(change))
    .filter(({ planId, undoneBy }) => planId === change.planId && undoneBy === undefined);
  for (const one of change.changes) {
    const same = (other: Change) =>
      other.taskId === one.taskId && other.field === one.field && other.change === one.change;
    const found = later.findLast(({ changes }) => changes.some(same));
    if (found) {
      const field = one.change === 'body' ? 'body' : (one.field ?? 'task');
      return { by: found.by, short: found.short, field };
    }
  }
  return undefined;
}

/** The reason without ids that are long and that the reader has not seen. */
function plainReason(error: Failure, change: LoggedChange, data: ProjectData): Failure {
  const shown = error.message
    .replace(change.changeId, change.short)
    .replace(/\bt_[0-9A-HJKMNP-TV-Z]{26}\b/g, (id) => data.shortOf(change.planId, id));
  return error.with({ message: shown });
}

function undoneLines(
  change: LoggedChange,
  before: ProjectData,
  after: ProjectData,
  screen: Screen,
): string[] {
  const groups = byTask(change.changes);
  const lines = groups.slice(0, MAX_LINES).flatMap((group) => {
    const { taskId, title = '' } = group[0] ?? {};
    const row =
      taskId &&
      (after.task({ planId: change.planId, id: taskId }) ??
        before.task({ planId: change.planId, id: taskId }));
    const start = painted({ text: 'Undone:', gap: 0 }, screen.style);
    const subject = taskId === undefined ? change.planId : `"${title}"`;
    const phrase = undonePhrase(group);
    const separator = /^(is|has) /.test(phrase) ? '' : ':';
    const parts = [
      ...words(`${subject}${separator} ${phrase}`).map((one) => ({ ...one, gap: 1 })),
      ...(row ? [part(`…${escapeControl(row.short)}`, 'dim')] : []),
    ];
    return wrapped([{ text: start, gap: 0 }], parts, 4, screen.style);
  });
  const left = groups.length - MAX_LINES;
  return left > 0 ? [...lines, `… and ${left} more`] : lines;
}

/** What is true again: `is to do again, unassigned`. */
function undonePhrase(changes: readonly Change[]): string {
  if (changes.some(({ change }) => change === 'added')) return 'is removed again';
  if (changes.some(({ change }) => change === 'deleted')) return 'is back';
  const status = changes.find(({ field }) => field === 'status');
  const assignee = changes.find(({ field }) => field === 'assignee');
  const others = changes.filter((one) => one !== status && one !== assignee);
  const restored = others.map(({ change, field }) =>
    change === 'body' ? 'notes' : (field ?? change),
  );
  const parts = [
    status && `is ${STATUS_WORDS[status.from ?? ''] ?? status.from} again`,
    assignee &&
      (assignee.from === undefined ? 'unassigned' : `@${escapeControl(assignee.from)} again`),
    restored.length > 0 && `${restored.join(' and ')} restored`,
  ];
  return parts.filter(Boolean).join(', ');
}

function othersHint({ by, at }: LoggedChange, context: CommandContext): string {
  const who =
    by === undefined
      ? 'That was an edit by hand'
      : `${shownName(by, context.caller)} made that change`;
  return `${who} ${duration(context.now - Date.parse(at))} ago. Redo it: ltp undo`;
}

function undoJson(results: readonly [LoggedChange, Result][]): object {
  const all = results.map(([{ planId, changeId: undone }, { changeId, etag, changes }]) => ({
    planId,
    undone,
    changeId,
    changes,
    ...(etag !== undefined && { etag }),
  }));
  return all.length === 1 ? (all[0] ?? {}) : { results: all };
}
