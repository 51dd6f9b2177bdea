import { type Flag, isOn, lastValue, UsageError } from '../../flags.ts';
import { askOnce } from '../ask.ts';
import type { CommandContext, CommandDefinition, Result } from '../command.ts';
import { longDate } from '../dates.ts';
import { ExitCode, Failure } from '../exit-code.ts';
import {
  DRY_RUN_FLAG,
  FIELD_FLAGS,
  fieldArguments,
  isDryRun,
  NEW_SECTION_FLAG,
  PLAN_FLAG,
} from '../fields.ts';
import { type ProjectData, type Row, readProjectData, type TaskNames } from '../project-data.ts';
import { adoptedFacts, reply, replyDryRun, wroteJson, wroteLines } from '../reply.ts';
import { escapeControl } from '../text/escape.ts';
import type { Screen } from '../views/line.ts';
import { cutTitle } from '../views/line.ts';
import { chosenPlan, namedPlan, readProject } from '../which-plan.ts';

const FLAGS: Flag[] = [
  PLAN_FLAG,
  ...FIELD_FLAGS,
  NEW_SECTION_FLAG,
  { name: 'under', value: 'TASK', help: 'as a subtask of this one', choices: 'tasks' },
  { name: 'before', value: 'TASK', help: 'right before this one', choices: 'tasks' },
  { name: 'after', value: 'TASK', help: 'right after this one', choices: 'tasks' },
  {
    name: 'depends',
    value: 'TASK',
    help: 'blocked by this one; can be given several times',
    choices: 'tasks',
  },
  { name: 'body', value: 'TEXT', help: 'its notes, as Markdown' },
  DRY_RUN_FLAG,
];

export const add: CommandDefinition = {
  usage: 'TITLE… [flags]',
  output: 'text',
  about: `Add a task. The words after add are its title; quotes are only needed for what the shell would change. Without a
title, each line that you type becomes a task; with -, each line of standard input.`,
  examples: [
    { line: 'ltp add Write docs', what: 'to the default plan, or the only one' },
    { line: 'ltp add Press kit --due fri --tag docs', what: 'with fields' },
    { line: 'ltp add Bodies again --under parser', what: 'a subtask' },
    { line: "printf 'One\\nTwo\\n' | ltp add -", what: 'two tasks' },
  ],
  flags: FLAGS,
  run: async (context) => {
    const titles = titlesIn(context);
    const fields = fieldArguments(context);
    if (titles !== undefined) await addTasks(context, titles, fields);
    else await addTyped(context, fields);
    return ExitCode.done;
  },
};

/** `undefined`: to be asked for. */
function titlesIn(context: CommandContext): string[] | undefined {
  const { words, io } = context;
  if (words.length === 1 && words[0] === '-') {
    return context
      .readText('-')
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== '');
  }
  const title = words.join(' ').trim();
  if (title !== '') return [title];
  if (io.isInteractive) return undefined;
  throw new UsageError('What is the title? Example: ltp add Write docs');
}

/** Until an empty line. */
async function addTyped(context: CommandContext, fields: Record<string, unknown>): Promise<void> {
  for (;;) {
    const title = (await askOnce(context, 'New task (empty line ends): '))?.trim();
    if (!title) return;
    await addTasks(context, [title], fields);
  }
}

const RELATIONS = [
  ['under', 'parentTaskId'],
  ['before', 'beforeTaskId'],
  ['after', 'afterTaskId'],
] as const;

async function addTasks(
  context: CommandContext,
  titles: readonly string[],
  fields: Record<string, unknown>,
): Promise<void> {
  const { line } = context;
  const relation = RELATIONS.find(([flag]) => line.flags.has(flag));
  const depends = (line.flags.get('depends') ?? [])
    .map(String)
    .flatMap((value) => value.split(','));
  const section = lastValue(line, 'section');
  if (relation && section !== undefined) {
    throw new UsageError(`--section and --${relation[0]} both say where it goes; use one of them`);
  }
  const named = (words: string): TaskNames => ({
    words: words.split(/\s+/),
    planId: namedPlan(context),
  });
  const first = await readProject(context, {
    otherTasks: [...(relation ? [lastValue(line, relation[0]) ?? ''] : []), ...depends].map(named),
  });
  const others = first.otherTasks;
  const example = `ltp add ${titles[0] ?? ''}`;
  const planId = others[0]?.planId ?? (await chosenPlan(context, first, example));
  const other = others.find((row) => row.planId !== planId);
  if (other) {
    throw new Failure(
      `${other.short} is in ${other.planId}, and a task depends only on tasks of its plan (${planId})`,
      { code: 'INVALID_ARGUMENT' },
    );
  }
  const create = isOn(line, 'new-section');
  const data = await sectionData(context, planId, section, { create, example });
  const { sectionPath } = data;
  const isNewSection =
    sectionPath !== undefined &&
    !data.plan(planId)?.sections.some((path) => path.join('\0') === sectionPath.join('\0'));
  const [target] = relation ? others : [];
  const dependsOn = (relation ? others.slice(1) : others).map(({ id }) => id);
  const body = lastValue(line, 'body');
  const task = {
    ...fields,
    ...(sectionPath && { sectionPath }),
    ...(relation && target && { [relation[1]]: target.id }),
    ...(dependsOn.length > 0 && { dependsOn }),
    ...(body !== undefined && { bodyMarkdown: body }),
  };
  const request = requestOf(planId, titles, task, relation?.[0]);
  if (isDryRun(context)) {
    await replyDryRun(context, [request]);
    return;
  }
  const result = await context.tool(request.name, request.args);
  const after = await readProjectData(context);
  const rows = addedIds(result).flatMap((id) => after.task({ planId, id }) ?? []);
  const where = relation && target ? { relation: relation[0], target } : undefined;
  await reply(context, {
    json: () => addJson(rows, result, isNewSection ? sectionPath : undefined),
    lines: (screen) => [
      ...rows.flatMap((row) =>
        wroteLines(after, row, addedPhrase(row, { where, isNewSection, after }, screen), screen),
      ),
      ...adoptedFacts(after, planId, result),
    ],
  });
}

/** The project with the path of a section, which must exist unless it may be made. */
export async function sectionData(
  context: CommandContext,
  planId: string,
  name: string | undefined,
  { create, example }: { create: boolean; example: string },
): Promise<ProjectData> {
  try {
    return await readProjectData(context, {
      planIds: [planId],
      ...(name !== undefined && { section: { planId, name, create } }),
    });
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'SECTION_NOT_FOUND') throw error;
    const quoted = /^[\w-]+$/.test(name ?? '') ? name : `"${name}"`;
    throw error.with({ hints: [`make it: ${example} --section ${quoted} --new-section`] });
  }
}

interface ToolRequest {
  name: string;
  args: Record<string, unknown>;
}

/** Several tasks are one change. Those after a task are added in reverse, so that they end up in order. */
function requestOf(
  planId: string,
  titles: readonly string[],
  task: Record<string, unknown>,
  relation: string | undefined,
): ToolRequest {
  const [only] = titles;
  if (titles.length === 1) return { name: 'task_add', args: { planId, title: only, ...task } };
  const ops = titles.map((title) => ({ op: 'add', title, ...task }));
  return { name: 'task_batch', args: { planId, ops: relation === 'after' ? ops.reverse() : ops } };
}

function addedIds(result: Result): string[] {
  const { taskId, results = [] } = result as { taskId?: string; results?: { taskId?: string }[] };
  return taskId === undefined ? results.flatMap((one) => one.taskId ?? []) : [taskId];
}

interface AddedWhere {
  where: { relation: string; target: Row } | undefined;
  isNewSection: boolean;
  after: ProjectData;
}

function addedPhrase(row: Row, { where, isNewSection }: AddedWhere, screen: Screen): string {
  const place = where
    ? `${where.relation} …${where.target.short} ${cutTitle(where.target.title, { ...screen.style, width: Infinity })}`
    : `to ${[row.planId, ...row.sectionPath].map(escapeControl).join(' › ')}${isNewSection ? ' (new section)' : ''}`;
  return [`added ${place}`, ...fieldWords(row, screen)].join(', ');
}

/** The fields of a new task in words. */
export function fieldWords(row: Row, { now }: Pick<Screen, 'now'>): string[] {
  const { due, priority, assignee, tags = [] } = row;
  return [
    priority && `!${escapeControl(priority)}`,
    due && `due ${escapeControl(longDate(due, now))}`,
    assignee && `@${escapeControl(assignee)}`,
    tags.length > 0 && tags.map((tag) => `#${escapeControl(tag)}`).join(' '),
  ].filter((word): word is string => Boolean(word));
}

function addJson(
  rows: readonly Row[],
  result: Result,
  createdSection: string[] | undefined,
): object {
  const all = rows.map((row) => ({
    ...wroteJson(row, result),
    sectionPath: row.sectionPath,
    ...(row.parentId !== undefined && { parentId: row.parentId }),
    ...(createdSection && { createdSection }),
  }));
  return all.length === 1 ? (all[0] ?? {}) : { results: all };
}
