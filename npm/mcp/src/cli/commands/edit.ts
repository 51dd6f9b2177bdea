import { statSync } from 'node:fs';
import { join } from 'node:path';
import { allValues, type Flag, isOn, lastValue, UsageError } from '../../flags.ts';
import { askOnce, confirm } from '../ask.ts';
import type { CommandContext, CommandDefinition, Result } from '../command.ts';
import { clockTime, duration } from '../dates.ts';
import { discard, editDraft, readDraft } from '../editor.ts';
import { ExitCode, Failure } from '../exit-code.ts';
import {
  choiceFlag,
  DRY_RUN_FLAG,
  FIELD_FLAGS,
  fieldArguments,
  isDryRun,
  NEW_SECTION_FLAG,
  PLAN_FLAG,
  tagValues,
} from '../fields.ts';
import { type ProjectData, type Row, readProjectData } from '../project-data.ts';
import { adoptedFacts, reply, replyDryRun, wroteJson, wroteLines } from '../reply.ts';
import {
  changedFields,
  type FormFields,
  fieldsOf,
  formName,
  formText,
  parseForm,
} from '../task-form.ts';
import { escapeControl, escapeLines } from '../text/escape.ts';
import { bodyPhrase, type Change, changePhrase } from '../views/changes.ts';
import type { LoggedChange } from '../views/log.ts';
import { shownName } from '../views/task-line.ts';
import { namedPlan, readProject } from '../which-plan.ts';
import { sectionData } from './add.ts';
import { onlyTask } from './start.ts';

const STATES = ['todo', 'doing', 'done', 'blocked', 'deferred', 'cancelled', 'archived'];
const CLEARABLE = [
  'body',
  'priority',
  'due',
  'tags',
  'depends',
  'estimate',
  'assignee',
  'type',
  'area',
  'state',
];

const FLAGS: Flag[] = [
  PLAN_FLAG,
  { name: 'title', value: 'TEXT', help: 'another title' },
  ...FIELD_FLAGS,
  NEW_SECTION_FLAG,
  { name: 'add-tag', value: 'TAG', help: 'one more tag', choices: 'tags' },
  { name: 'remove-tag', value: 'TAG', help: 'without this tag', choices: 'tags' },
  {
    name: 'depends',
    value: 'TASK',
    help: 'blocked by these; replaces what it depended on',
    choices: 'tasks',
  },
  { name: 'state', value: 'STATE', help: STATES.join(', '), choices: STATES },
  { name: 'body', value: 'TEXT', help: 'other notes, as Markdown' },
  {
    name: 'clear',
    value: 'FIELD',
    help: `empty a field: ${CLEARABLE.join(', ')}`,
    choices: CLEARABLE,
  },
  DRY_RUN_FLAG,
];

/** The flags that change something. */
const CHANGING = FLAGS.map(({ name }) => name).filter(
  (name) => !['plan', 'dry-run', 'new-section'].includes(name),
);

export const edit: CommandDefinition = {
  usage: 'TASK [flags]',
  output: 'text',
  about: `Change a task. Without flags it opens as a form in your editor ($VISUAL, $EDITOR or vi); with flags those fields
change at once.`,
  examples: [
    { line: 'ltp edit t_bodies --due +1w --tag docs --tag api', what: 'at once' },
    { line: 'ltp edit t_bodies --clear due', what: 'without a due date' },
    { line: 'EDITOR=true ltp edit t_bodies', what: 'as a form' },
  ],
  flags: FLAGS,
  positionals: ['openTask…'],
  run: async (context) => {
    const { line } = context;
    const depends = allValues(line, 'depends').flatMap((value) => value.split(','));
    const planId = namedPlan(context);
    const data = await readProject(context, {
      tasks: { words: context.words, planId },
      otherTasks: depends.map((name) => ({ words: name.trim().split(/\s+/), planId })),
      details: true,
    });
    if (context.words.length === 0) throw new UsageError('Which task? Example: ltp edit 9SMY');
    const row = onlyTask(context, data.found);
    const body = data.details[0]?.bodyMarkdown ?? '';
    if (CHANGING.some((name) => line.flags.has(name))) {
      await editByFlags(context, data, row, body);
      return ExitCode.done;
    }
    return editByForm(context, data, row, body);
  },
};

/** Operations of a batch, which make one change. */
type Op = Record<string, unknown>;

async function editByFlags(
  context: CommandContext,
  data: ProjectData,
  row: Row,
  body: string,
): Promise<void> {
  const { line } = context;
  const fields = fieldArguments(context);
  const title = lastValue(line, 'title');
  const state = choiceFlag(context, 'state', STATES);
  const newBody = lastValue(line, 'body');
  const added = tagValues(context, 'add-tag');
  const removed = tagValues(context, 'remove-tag');
  const tags = [
    ...new Set([...((fields.tags as string[] | undefined) ?? row.tags ?? []), ...added]),
  ].filter((tag) => !removed.includes(tag));
  const clear = clearValues(context);
  const isRetagged = added.length + removed.length > 0 || fields.tags !== undefined;
  const dependsOn = data.otherTasks.map(({ id }) => id);
  const update: Op = {
    ...fields,
    ...(title !== undefined && { title }),
    ...(state !== undefined && stateChange(state)),
    ...(newBody !== undefined && { bodyMarkdown: newBody }),
    ...(isRetagged && tags.length > 0 && { tags }),
    ...(dependsOn.length > 0 && { dependsOn }),
  };
  if (isRetagged && tags.length === 0) {
    delete update.tags;
    clear.push('tags');
  }
  if (clear.length > 0) update.clear = clear;
  await write(context, data, row, body, update, lastValue(line, 'section'));
}

/** What `state` and `status` are called in one word. */
const stateChange = (word: string): Op =>
  ['todo', 'doing', 'done'].includes(word) ? { status: word } : { state: word };

function clearValues(context: CommandContext): string[] {
  const given = allValues(context.line, 'clear').flatMap((value) => value.split(','));
  return given.map((name) => {
    const field = name.trim();
    if (!CLEARABLE.includes(field)) {
      throw new UsageError(`--clear takes ${CLEARABLE.join(', ')}, not "${field}"`);
    }
    return field === 'depends' ? 'dependsOn' : field;
  });
}

async function opsOf(
  context: CommandContext,
  row: Row,
  update: Op,
  section: string | undefined,
): Promise<Op[]> {
  const create = isOn(context.line, 'new-section');
  const example = `ltp edit ${row.short}`;
  const isMoved = section !== undefined && section !== '';
  const path = isMoved
    ? (await sectionData(context, row.planId, section, { create, example })).sectionPath
    : undefined;
  const isElsewhere = path !== undefined && path.join('\0') !== row.sectionPath.join('\0');
  return [
    ...(Object.keys(update).length > 0 ? [{ op: 'update', taskId: row.id, ...update }] : []),
    ...(isElsewhere ? [{ op: 'move', taskId: row.id, sectionPath: path }] : []),
    ...(section === '' ? [{ op: 'move', taskId: row.id, clear: ['section'] }] : []),
  ];
}

async function write(
  context: CommandContext,
  data: ProjectData,
  row: Row,
  body: string,
  update: Op,
  section: string | undefined,
): Promise<void> {
  const ops = await opsOf(context, row, update, section);
  if (ops.length === 0) return nothingChanged(context);
  const args = { planId: row.planId, ops };
  if (isDryRun(context)) {
    await replyDryRun(context, [{ name: 'task_batch', args }]);
    return;
  }
  const result = await callTool(context, data, args);
  const after = await readProjectData(context, {
    tasks: { words: [row.id], planId: row.planId },
    details: true,
  });
  const changed = after.task(row) ?? row;
  const newBody = after.details[0]?.bodyMarkdown ?? '';
  if (result.changeId === undefined && result.notUndoable === undefined)
    return nothingChanged(context);
  const changes = rowChanges(row, changed, body, newBody);
  await reply(context, {
    json: () => ({ ...wroteJson(changed, result), changed: changes.map(fieldName) }),
    lines: (screen) => [
      ...wroteLines(after, changed, editPhrase(changes, context, after, row.planId), screen),
      ...adoptedFacts(after, row.planId, result),
    ],
  });
}

const fieldName = ({ change, field = '' }: Change): string => (change === 'body' ? 'body' : field);

async function nothingChanged(context: CommandContext): Promise<void> {
  await reply(context, { json: { unchanged: true }, lines: () => ['Nothing changed.'] });
}

const TOOLS: Record<string, string> = { update: 'task_update', move: 'task_move' };

/** Several operations are one change. The refusal of a cycle names tasks by their short names. */
async function callTool(
  context: CommandContext,
  data: ProjectData,
  args: { planId: string; ops: Op[] },
): Promise<Result> {
  const { planId, ops } = args;
  const [{ op, ...only } = {}, ...more] = ops;
  try {
    if (more.length > 0) return await context.tool('task_batch', args);
    return await context.tool(TOOLS[String(op)] ?? '', { planId, ...only });
  } catch (error) {
    const cycle = error instanceof Failure ? error.details.cycle : undefined;
    if (!(error instanceof Failure) || !Array.isArray(cycle)) throw error;
    const names = cycle.map((id) => data.shortOf(args.planId, String(id)));
    const closed = names[0] === names.at(-1) ? names : [...names, names[0]];
    throw error.with({ message: `That would be a cycle: ${closed.join(' → ')}` });
  }
}

const FIELDS = ['priority', 'due', 'assignee', 'estimate', 'type', 'area'] as const;

function rowChanges(before: Row, after: Row, body: string, newBody: string): Change[] {
  const field = (name: string, from: string | undefined, to: string | undefined): Change[] =>
    from === to ? [] : [{ change: 'field', field: name, ...(from && { from }), ...(to && { to }) }];
  const list = (items: readonly string[] | undefined) => items?.join(',') || undefined;
  return [
    ...field('title', before.title, after.title),
    ...field('status', before.status, after.status),
    ...field('state', before.state, after.state),
    ...FIELDS.flatMap((name) => field(name, before[name], after[name])),
    ...field('tags', list(before.tags), list(after.tags)),
    ...field('dependsOn', list(before.dependsOn), list(after.dependsOn)),
    ...field('section', before.sectionPath.join(' › '), after.sectionPath.join(' › ')),
    ...(body === newBody
      ? []
      : [{ change: 'body' as const, lines: lineDifferences(body, newBody) }]),
  ];
}

/** The lines that only one of the texts has. */
function lineDifferences(before: string, after: string): string[] {
  const left = before === '' ? [] : before.split('\n');
  const added = (after === '' ? [] : after.split('\n')).filter((line) => {
    const at = left.indexOf(line);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return [...left.map((line) => `-${line}`), ...added.map((line) => `+${line}`)];
}

/** The new title is at the start of the line already. */
function editPhrase(
  changes: readonly Change[],
  context: CommandContext,
  data: ProjectData,
  planId: string,
): string {
  const words = {
    now: context.now,
    dates: 'relative' as const,
    nameOf: (id: string) => data.shortOf(planId, id),
    nameOfPerson: (name: string) => shownName(name, context.caller),
  };
  return changes
    .map((one) => {
      if (one.field === 'title') return 'title';
      return one.change === 'body' ? bodyPhrase(one.lines) : changePhrase([one], words);
    })
    .join(', ');
}

async function editByForm(
  context: CommandContext,
  data: ProjectData,
  row: Row,
  body: string,
): Promise<number> {
  const before = fieldsOf(row, body, (id) => data.shortOf(row.planId, id));
  const name = formName(row);
  const file = join(context.plansPath, '.history', 'drafts', name);
  let text = (await continuedDraft(context, file)) ?? formText(before);
  let isAgain = false;
  for (;;) {
    const draft = await editDraft(context, name, text);
    const isUnchanged = draft.text === text;
    const parsed = parseForm(draft.text, before, context.now);
    if (isUnchanged && isAgain) {
      throw new Failure('Nothing was changed: the form could not be read.');
    }
    if (parsed === undefined || changedFields(before, parsed.fields).length === 0) {
      if (parsed === undefined || parsed.problems.length === 0) {
        discard(file);
        await nothingChanged(context);
        return ExitCode.done;
      }
    }
    if (parsed.problems.length > 0) {
      const clean = draft.text.replace(/^(# ! .*\n)+/, '');
      text = `${parsed.problems.map((problem) => `# ! ${problem}\n`).join('')}${clean}`;
      isAgain = true;
      continue;
    }
    const outcome = await saveForm(context, { row, before }, parsed.fields);
    if (outcome === 'again') {
      text = draft.text;
      continue;
    }
    if (outcome === 'quit') {
      context.io.logLine(`The form is kept: ltp edit ${row.short} continues with it.`);
      return ExitCode.failed;
    }
    discard(file);
    return ExitCode.done;
  }
}

/** A form that was left open before. */
async function continuedDraft(context: CommandContext, file: string): Promise<string | undefined> {
  const draft = readDraft(file);
  if (draft === undefined) return undefined;
  const time = statSync(file).mtimeMs;
  const question = `Continue with your draft of ${clockTime(time)}?`;
  const isWanted =
    context.io.isInteractive && (await confirm(context, question, { isYesDefault: true }));
  return isWanted ? draft : undefined;
}

interface Form {
  row: Row;
  before: FormFields;
}

async function saveForm(
  context: CommandContext,
  { row, before }: Form,
  wanted: FormFields,
): Promise<'saved' | 'again' | 'quit'> {
  const planId = row.planId;
  const names = wanted.depends.split(/[\s,]+/).filter((name) => name !== '');
  const isDependsChanged = wanted.depends !== before.depends;
  const now = await readProjectData(context, {
    tasks: { words: [row.id], planId },
    otherTasks: isDependsChanged ? names.map((name) => ({ words: [name], planId })) : [],
    details: true,
  });
  const current = now.task(row) ?? row;
  const currentBody = now.details[0]?.bodyMarkdown ?? '';
  const theirs = fieldsOf(current, currentBody, (id) => now.shortOf(planId, id));
  const fields = { ...wanted };
  for (const name of changedFields(before, wanted)) {
    if (theirs[name] === before[name] || theirs[name] === wanted[name]) continue;
    const choice = await askWhich(context, row, name, theirs[name], wanted[name]);
    if (choice === 'again' || choice === 'quit') return choice;
    if (choice === 'theirs') fields[name] = theirs[name];
  }
  const changed = changedFields(before, fields).filter((name) => fields[name] !== theirs[name]);
  const dependsOn = now.otherTasks.map(({ id }) => id);
  const update = updateOf(changed, fields, dependsOn);
  const section = changed.includes('section') ? fields.section : undefined;
  await write(context, now, current, currentBody, update, section);
  return 'saved';
}

/** The changes as an operation. */
function updateOf(
  changed: readonly (keyof FormFields)[],
  fields: FormFields,
  dependsOn: string[],
): Op {
  const update: Op = {};
  const clear: string[] = [];
  for (const name of changed) {
    const value = fields[name];
    if (name === 'section') continue;
    if (name === 'status') Object.assign(update, stateChange(value));
    else if (name === 'title') update.title = value;
    else if (value === '') clear.push(name === 'depends' ? 'dependsOn' : name);
    else if (name === 'tags') update.tags = value.split(', ');
    else if (name === 'depends') update.dependsOn = dependsOn;
    else if (name === 'body') update.bodyMarkdown = value;
    else update[name] = value;
  }
  return clear.length > 0 ? { ...update, clear } : update;
}

const KEYS: Record<string, 'theirs' | 'mine' | 'again' | 'quit'> = {
  t: 'theirs',
  m: 'mine',
  e: 'again',
  q: 'quit',
};

/** Both changed the same field. */
async function askWhich(
  context: CommandContext,
  { planId, id }: Row,
  field: string,
  theirs: string,
  mine: string,
): Promise<'theirs' | 'mine' | 'again' | 'quit'> {
  const { changes } = (await context.tool('project_log', {
    planIds: [planId],
    taskId: id,
  })) as unknown as {
    changes: LoggedChange[];
  };
  const [last] = changes;
  const who = last?.by === undefined ? 'Someone' : shownName(last.by, context.caller);
  const when = last ? `, ${duration(context.io.now() - Date.parse(last.at))} ago` : '';
  const shown = (value: string) => escapeLines(value).replaceAll('\n', '\n          ');
  const text = [
    `${escapeControl(who)} changed "${field}" while you were editing${when}:`,
    `  theirs  ${shown(theirs)}`,
    `  mine    ${shown(mine)}`,
  ].join('\n');
  if (!context.io.isInteractive) {
    throw new Failure(text, { code: 'CONFLICT' });
  }
  context.io.print(`${text}\n`);
  for (;;) {
    const typed = await askOnce(context, 'Keep [t]heirs, use [m]ine, [e]dit again, [q]uit? ');
    const choice = typed === undefined ? 'quit' : KEYS[typed.trim().toLowerCase().charAt(0)];
    if (choice !== undefined) return choice;
  }
}
