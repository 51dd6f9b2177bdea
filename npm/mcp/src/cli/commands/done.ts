/** The verbs that set the status of tasks. */
import { type Flag, isOn, lastValue } from '../../flags.ts';
import { confirm } from '../ask.ts';
import type { CommandContext, CommandDefinition, Example, Result } from '../command.ts';
import { ExitCode, Failure } from '../exit-code.ts';
import { DRY_RUN_FLAG, isDryRun, NOTE_FLAG, PLAN_FLAG, YES_FLAG } from '../fields.ts';
import { isOpen, type ProjectData, type Row, readProjectData } from '../project-data.ts';
import { adoptedFacts, fact, reply, replyDryRun, wroteJson, wroteLines } from '../reply.ts';
import { escapeControl } from '../text/escape.ts';
import { cutTitle, type Screen } from '../views/line.ts';
import { isInProgress } from '../views/status.ts';
import { shownName } from '../views/task-line.ts';
import { namedPlan, readProject } from '../which-plan.ts';

interface StatusVerb {
  about: string;
  examples: Example[];
  /** What the tool sets. */
  change: { status: string } | { state: string };
  /** The words after the title. */
  word: string;
  already: string;
  isSet: (row: Row) => boolean;
  /** Words of titles mean done tasks. */
  onlyDone?: boolean;
}

const SUBTASKS_FLAG: Flag = { name: 'subtasks', help: 'finish its open subtasks too' };

function statusCommand(verb: StatusVerb, name: string): CommandDefinition {
  return {
    usage: 'TASK… [flags]',
    output: 'text',
    about: verb.about,
    examples: verb.examples,
    flags: [
      PLAN_FLAG,
      ...(name === 'done' ? [SUBTASKS_FLAG] : []),
      NOTE_FLAG,
      DRY_RUN_FLAG,
      YES_FLAG,
    ],
    positionals: [verb.onlyDone ? 'doneTask…' : 'openTask…'],
    run: (context) => setStatus(context, verb),
  };
}

export const done = statusCommand(
  {
    about: 'Finish tasks. Without a task, the one that you are working on.',
    examples: [
      { line: 'ltp done t_bodies', what: 'by id' },
      { line: 'ltp done before all', what: 'by words of the title' },
      { line: 'ltp done t_parser --subtasks', what: 'with its open subtasks' },
    ],
    change: { status: 'done' },
    word: 'done',
    already: 'was already done',
    isSet: ({ status, state }) => status === 'done' && state === undefined,
  },
  'done',
);

export const reopen = statusCommand(
  {
    about: 'Make finished tasks to do again.',
    examples: [{ line: 'ltp reopen headings', what: 'a task that was done' }],
    change: { status: 'todo' },
    word: 'reopened',
    already: 'was already open',
    isSet: ({ status, state }) => status === 'todo' && state === undefined,
    onlyDone: true,
  },
  'reopen',
);

export const block = statusCommand(
  {
    about: 'Say that a task cannot go on; --note says why.',
    examples: [
      { line: 'ltp block t_zero --note "Waiting for the license"', what: 'with the reason' },
    ],
    change: { state: 'blocked' },
    word: 'blocked',
    already: 'was already blocked',
    isSet: ({ state }) => state === 'blocked',
  },
  'block',
);

export const defer = statusCommand(
  {
    about: 'Put a task off until later.',
    examples: [{ line: 'ltp defer t_zero', what: 'not now' }],
    change: { state: 'deferred' },
    word: 'deferred',
    already: 'was already deferred',
    isSet: ({ state }) => state === 'deferred',
  },
  'defer',
);

export const cancel = statusCommand(
  {
    about: 'Close a task that will not be done, and keep it.',
    examples: [{ line: 'ltp cancel t_zero --note "Not needed"', what: 'with the reason' }],
    change: { state: 'cancelled' },
    word: 'cancelled',
    already: 'was already cancelled',
    isSet: ({ state }) => state === 'cancelled',
  },
  'cancel',
);

interface Outcome {
  before: Row;
  after: Row;
  result: Result;
  isUnchanged: boolean;
}

async function setStatus(context: CommandContext, verb: StatusVerb): Promise<number> {
  const note = lastValue(context.line, 'note');
  const named = await namedRows(context, verb);
  if (named === undefined) return ExitCode.failed;
  const { data, rows } = named;
  const withSubtasks = isOn(context.line, 'subtasks');
  const all = withSubtasks
    ? rows.flatMap((row) => [row, ...data.descendantsOf(row).filter(isOpen)])
    : rows;
  const changed = [...new Set(all)].filter((row) => !verb.isSet(row) || note !== undefined);
  const op = (row: Row) => ({
    op: 'update',
    taskId: row.id,
    ...(!verb.isSet(row) && verb.change),
    ...(note !== undefined && rows.includes(row) && { appendBody: note }),
  });
  const requests = byPlan(changed).map(([planId, own]) => ({ planId, ops: own.map(op) }));
  if (isDryRun(context)) {
    return replyDryRun(
      context,
      requests.map((args) => ({ name: 'task_batch', args })),
    );
  }
  const results = new Map<string, Result>();
  for (const args of requests) results.set(args.planId, await context.tool('task_batch', args));
  const after = await readProjectData(context);
  const outcomes = rows.map(
    (before): Outcome => ({
      before,
      after: after.task(before) ?? before,
      result: results.get(before.planId) ?? { etag: data.plan(before.planId)?.etag },
      isUnchanged: !changed.includes(before),
    }),
  );
  await reply(context, {
    json: () => ({
      results: outcomes.map((outcome) => outcomeJson(outcome, { data, after, verb })),
    }),
    lines: (screen) => [
      ...outcomes.flatMap((outcome) =>
        outcomeLines(outcome, { data, after, verb, note, withSubtasks }, screen),
      ),
      ...[...results].flatMap(([planId, result]) => adoptedFacts(after, planId, result)),
    ],
    hints: verb.word === 'done' ? outcomes.flatMap((outcome) => subtaskHints(outcome, after)) : [],
  });
  return ExitCode.done;
}

/** The tasks that were named, or the one that the caller is working on. */
async function namedRows(
  context: CommandContext,
  { onlyDone }: StatusVerb,
): Promise<{ data: ProjectData; rows: Row[] } | undefined> {
  const planId = namedPlan(context);
  if (context.words.length > 0) {
    const tasks = { words: context.words, planId, ...(onlyDone && { onlyDone }) };
    const data = await readProject(context, { tasks });
    return { data, rows: data.found };
  }
  const data = await readProject(context);
  return {
    data,
    rows: await ownRow(
      context,
      data,
      (row) => `Done with "${escapeControl(row.title)}" …${row.short}?`,
    ),
  };
}

/** The only task that the caller is working on, after asking. */
export async function ownRow(
  context: CommandContext,
  data: ProjectData,
  question: (row: Row) => string,
): Promise<Row[]> {
  const own = [...data.rows()].filter(
    (row) => isInProgress(row) && (row.heldBy ?? row.assignee) === context.caller,
  );
  const [only] = own;
  if (only && own.length === 1 && context.io.isInteractive) {
    return (await confirm(context, question(only), { isYesDefault: true })) ? [only] : [];
  }
  const names = own.map((row) => `${row.short} ${escapeControl(row.title)}`);
  const have = names.length > 0 ? ` You have: ${names.join(', ')}` : '';
  throw new Failure(`Which task?${have}`, { code: 'USAGE' });
}

/** Rows by plan, in order of appearance. */
export function byPlan(rows: readonly Row[]): [string, Row[]][] {
  const plans = new Map<string, Row[]>();
  for (const row of rows) plans.set(row.planId, [...(plans.get(row.planId) ?? []), row]);
  return [...plans];
}

const formerHolder = ({ before }: Outcome, you: string): string | undefined => {
  const holder = isInProgress(before) ? (before.heldBy ?? before.assignee) : undefined;
  return holder === you ? undefined : holder;
};

function nowReady({ before }: Outcome, data: ProjectData, after: ProjectData): Row[] {
  return [...after.rows()].filter(
    (row) => row.ready && data.task(row)?.blockedBy?.includes(before.id) === true,
  );
}

const openSubtasks = ({ after: row }: Outcome, after: ProjectData): Row[] =>
  row.status === 'done' ? after.descendantsOf(row).filter(isOpen) : [];

interface Surroundings {
  data: ProjectData;
  after: ProjectData;
  verb: StatusVerb;
}

function outcomeLines(
  outcome: Outcome,
  {
    data,
    after,
    verb,
    note,
    withSubtasks,
  }: Surroundings & { note: string | undefined; withSubtasks: boolean },
  screen: Screen,
): string[] {
  const row = outcome.after;
  if (outcome.isUnchanged) return wroteLines(after, row, verb.already, screen);
  const holder = formerHolder(outcome, screen.you);
  const finished = withSubtasks ? data.descendantsOf(outcome.before).filter(isOpen).length : 0;
  const phrase = [
    finished > 0
      ? `${verb.word} with ${finished === 1 ? '1 subtask' : `${finished} subtasks`}`
      : verb.word,
    ...(holder === undefined ? [] : [`was @${shownName(holder, screen.you)}`]),
    ...(note === undefined ? [] : ['note added']),
  ].join(', ');
  const open = openSubtasks(outcome, after);
  const ready = nowReady(outcome, data, after);
  const names = (rows: readonly Row[]) =>
    rows.map((one) => `${one.short} ${cutTitle(one.title, screen.style)}`).join(', ');
  return [
    ...wroteLines(after, row, phrase, screen),
    ...(open.length > 0
      ? [
          fact(
            `${open.length === 1 ? '1 subtask is' : `${open.length} subtasks are`} still open: ${names(open)}`,
          ),
        ]
      : []),
    ...(ready.length > 0 ? [fact(`now ready: ${names(ready)}`)] : []),
  ];
}

function subtaskHints(outcome: Outcome, after: ProjectData): string[] {
  if (outcome.isUnchanged || openSubtasks(outcome, after).length === 0) return [];
  return [`finish them too: ltp done ${outcome.after.short} --subtasks`];
}

function outcomeJson(outcome: Outcome, { data, after, verb }: Surroundings): object {
  const open = verb.word === 'done' ? openSubtasks(outcome, after) : [];
  const ready = nowReady(outcome, data, after);
  const holder = isInProgress(outcome.before)
    ? (outcome.before.heldBy ?? outcome.before.assignee)
    : undefined;
  return {
    ...wroteJson(outcome.after, outcome.result),
    ...(outcome.isUnchanged && { unchanged: true }),
    ...(holder !== undefined && !outcome.isUnchanged && { wasHeldBy: holder }),
    ...(open.length > 0 && { openSubtasks: open.length, openSubtaskIds: open.map(({ id }) => id) }),
    ...(ready.length > 0 && { nowReady: ready.map(({ id }) => id) }),
  };
}
