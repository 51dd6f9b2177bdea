/** Several plans, and what each tool has to do to them and to reply. */
import type { Arguments } from '../tools.ts';
import {
  add,
  type Faults,
  move,
  notFound,
  oneLine,
  plainBody,
  remove,
  type TaskArguments,
  update,
} from './operations.ts';
import {
  allTasks,
  type Found,
  find,
  newSection,
  type Plan,
  type Status,
  stats,
  subtree,
} from './plan.ts';
import {
  belongsTo,
  defaultTask,
  detail,
  holderOf,
  NOTHING_OPEN,
  nextTask,
  pausedBy,
  reservedFor,
  search,
  trees,
  unmetOfAll,
} from './queries.ts';

/** Why a call has to fail, or what its result has to contain; etags and reasons are checked elsewhere. */
export type Expected = { faults: Faults } | { result: Record<string, unknown> };

export interface BatchOp extends TaskArguments {
  op: 'add' | 'update' | 'move' | 'delete';
  ref?: string;
}

/** All arguments of the tools. */
export interface CallArguments extends TaskArguments {
  planId?: string;
  ifMatch?: string;
  template?: 'empty' | 'basic';
  query?: string;
  allowDefaultTarget?: boolean;
  force?: boolean;
  release?: boolean;
  ops?: BatchOp[];
  dryRun?: boolean;
}

const UPDATE_NEEDS = 'At least one of status, title, bodyMarkdown, or clearBody is required';
const PLAN_UPDATE_NEEDS = 'At least one of title, bodyMarkdown, or clearBody is required';
const EMPTY = /^Argument \S+ must not be empty$/;
const BODY_OR_NONE = 'bodyMarkdown cannot be combined with clearBody';
const CHANGES = [
  ...['status', 'title', 'bodyMarkdown', 'priority', 'due', 'tags', 'dependsOn', 'estimate'],
  ...['assignee', 'type', 'area', 'state'],
] as const;

/** Stands for an id that a batch generated but never replied with, because it failed. */
const UNKNOWN_ID = 'unknown_';

const fail = (...faults: Faults): Expected => ({ faults });
const done = (result: Record<string, unknown> = {}): Expected => ({ result });
const orDone = (faults: Faults, result: Record<string, unknown> = {}): Expected =>
  faults.length > 0 ? { faults } : { result };

export class Model {
  readonly plans = new Map<string, Plan>();
  readonly etags = new Map<string, string>();
  /** The actor of all calls. */
  readonly #actor: string;

  constructor(actor: string) {
    this.#actor = actor;
  }

  /** `newIds` are the ids that the call generated, in order. */
  run(tool: string, given: Arguments, newIds: string[]): Expected {
    const args = withoutEmpty(given) as CallArguments;
    const planId = args.planId ?? '';
    const early = argumentFaults(tool, args);
    if (early.length > 0) return { faults: early };
    if (tool === 'plan_list') return done({ plans: this.#summaries() });
    if (tool === 'plan_create') return this.#create(planId, args);
    if (tool === 'task_search' && planId === '*') return this.#searchAll(args);
    const plan = this.plans.get(planId);
    if (!plan) return fail(`Plan not found: ${planId}`);
    const etag = this.etags.get(planId);
    if (args.ifMatch !== undefined && args.ifMatch !== etag) {
      return fail(`CONFLICT: etag mismatch (current=${etag}, ifMatch=${args.ifMatch})`);
    }
    const changed = structuredClone(plan);
    const expected = this.#onPlan(tool, planId, changed, args, newIds);
    if ('result' in expected && !args.dryRun) this.plans.set(planId, changed);
    return expected;
  }

  #onPlan(
    tool: string,
    planId: string,
    plan: Plan,
    args: CallArguments,
    newIds: string[],
  ): Expected {
    const id = args.taskId ?? '';
    switch (tool) {
      case 'plan_get':
        return done({ plan: { ...planDetail(planId, plan), view: 'tree', tasks: trees(plan) } });
      case 'plan_update':
        return updatePlan(plan, args);
      case 'task_get': {
        const found = args.taskId === undefined ? defaultTask(plan) : find(plan, id);
        if (found) return done({ task: { ...detail(found), ...this.#blocking(plan, found) } });
        return fail(args.taskId === undefined ? NOTHING_OPEN : notFound(id));
      }
      case 'task_next': {
        const found = nextTask(plan, this.#name(args));
        return done(found ? { task: detail(found) } : {});
      }
      case 'task_search':
        return done({ hits: search(plan, args.query ?? '', args.status) });
      case 'task_add':
        return orDone(add(plan, args, () => newIds.shift() ?? ''));
      case 'task_update':
        return updateTask(plan, args, this.#actor);
      case 'task_move': {
        const wasHeldBy = otherHolder(plan, id, this.#actor);
        return orDone(move(plan, args), { taskId: id, ...wasHeldBy });
      }
      case 'task_delete':
        return deleteTask(plan, id, this.#actor);
      case 'task_start':
        return start(plan, args, this.#name(args), this.#actor);
      default:
        return batch(plan, args, newIds);
    }
  }

  /** What `task_get` adds. */
  #blocking(plan: Plan, found: Found): Record<string, unknown> {
    const blockedBy = unmetOfAll(plan, found);
    const heldBy = holderOf(plan, found);
    return {
      ...(blockedBy.length > 0 && { blockedBy: blockedBy.sort() }),
      ...(heldBy !== undefined && { heldBy }),
    };
  }

  /** The name under which a call holds tasks. */
  #name({ assignee }: CallArguments): string {
    return assignee === undefined ? this.#actor : `${this.#actor}/${assignee}`;
  }

  #summaries(): Record<string, unknown>[] {
    return [...this.plans]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([planId, plan]) => ({
        planId,
        title: plan.title,
        path: `.long-term-plan/${planId}.md`,
        stats: stats(plan),
      }));
  }

  #create(planId: string, { title = '', template, bodyMarkdown = '' }: CallArguments): Expected {
    const faults: Faults = [];
    faults.push(...planTitleFaults(title));
    if (this.plans.has(planId)) faults.push(`Plan already exists: ${planId}`);
    if (faults.length > 0) return { faults };
    const top = newSection('');
    if (template === 'basic') top.sections = ['Now', 'Next', 'Later'].map(newSection);
    this.plans.set(planId, { title: oneLine(title), body: plainBody(bodyMarkdown), top });
    return done({ planId, path: `.long-term-plan/${planId}.md` });
  }

  #searchAll({ query = '', status }: CallArguments): Expected {
    const plans = [...this.plans.values()];
    return done({ hits: plans.flatMap((plan) => search(plan, query, status)) });
  }
}

/** The arguments without those that are empty, which means the same as leaving them out. */
function withoutEmpty(args: object): Arguments {
  const isEmpty = (value: unknown): boolean =>
    typeof value === 'string' ? value.trim() === '' : Array.isArray(value) && value.every(isEmpty);
  const kept = Object.entries(args).filter(([, value]) => !isEmpty(value));
  return Object.fromEntries(
    kept.map(([name, value]) => [name, name === 'ops' ? value.map(withoutEmpty) : value]),
  );
}

/** What is wrong with a call regardless of the plan. */
function argumentFaults(tool: string, args: CallArguments): Faults {
  const faults: Faults = [];
  if (tool === 'task_batch' && args.ops === undefined) faults.push(EMPTY);
  const needsTitle = tool === 'plan_create' || tool === 'task_add';
  const adds = [
    ...(needsTitle ? [args] : []),
    ...(args.ops ?? []).filter(({ op }) => op === 'add'),
  ];
  if (adds.some(({ title }) => title === undefined)) faults.push(EMPTY);
  if (faults.length > 0) return faults;
  if (tool === 'plan_update' || tool === 'task_update') faults.push(...changeFaults(tool, args));
  if (tool === 'task_update' && args.taskId === undefined) {
    if (!args.allowDefaultTarget) faults.push('taskId is required unless allowDefaultTarget=true');
    else if (args.ifMatch === undefined) faults.push('ifMatch is required when taskId is omitted');
  }
  return faults;
}

function changeFaults(tool: string, args: TaskArguments): Faults {
  const says = tool === 'plan_update' ? (['title', 'bodyMarkdown'] as const) : CHANGES;
  if (
    !args.clearBody &&
    !args.clear &&
    says.every((field) => args[field as keyof TaskArguments] === undefined)
  ) {
    return [tool === 'plan_update' ? PLAN_UPDATE_NEEDS : UPDATE_NEEDS];
  }
  return args.clearBody && args.bodyMarkdown !== undefined ? [BODY_OR_NONE] : [];
}

export function planDetail(planId: string, plan: Plan): Record<string, unknown> {
  return {
    planId,
    title: plan.title,
    format: { name: 'long-term-plan-md', version: 'v1' },
    stats: stats(plan),
    hasBody: plan.body !== '',
  };
}

/** A heading that ends with the id of a task would look like a task that lost its checkbox. */
function planTitleFaults(title: string): Faults {
  const line = oneLine(title);
  if (line === '') return ['title must not be empty'];
  if (!/<!-- long-term-plan:id=\S+ -->$/.test(line)) return [];
  return [`title ${JSON.stringify(line)} ends with the id of a task; write it without`];
}

function updatePlan(plan: Plan, { title, bodyMarkdown, clearBody }: CallArguments): Expected {
  const faults = title === undefined ? [] : planTitleFaults(title);
  if (faults.length > 0) return { faults };
  if (title !== undefined) plan.title = oneLine(title);
  if (bodyMarkdown !== undefined) plan.body = plainBody(bodyMarkdown);
  if (clearBody) plan.body = '';
  return done();
}

function updateTask(plan: Plan, args: CallArguments, actor: string): Expected {
  if (args.taskId !== undefined) return updateOne(plan, args, args.taskId, actor);
  if (allTasks(plan).filter(({ task }) => task.status === 'doing').length > 1) {
    return fail('AMBIGUOUS: multiple doing tasks; provide taskId');
  }
  const target = defaultTask(plan);
  if (!target) return fail(NOTHING_OPEN);
  return updateOne(plan, args, target.task.id, actor);
}

function updateOne(plan: Plan, args: CallArguments, taskId: string, actor: string): Expected {
  const wasHeldBy = otherHolder(plan, taskId, actor);
  const faults = update(plan, { ...args, taskId });
  const isOver = args.status === 'done' || ['cancelled', 'archived'].includes(args.state ?? '');
  return orDone(faults, { taskId, ...wasHeldBy, ...(isOver && openSubtasks(plan, taskId)) });
}

function otherHolder(plan: Plan, id: string, actor: string): { wasHeldBy?: string } {
  const found = find(plan, id);
  const holder = found && holderOf(plan, found);
  return holder === undefined || belongsTo(holder, actor) ? {} : { wasHeldBy: holder };
}

function openSubtasks(plan: Plan, id: string): { openSubtasks?: number } {
  const found = find(plan, id);
  const open = found
    ? subtree(found.task).filter((task) => task.id !== id && task.status !== 'done')
    : [];
  return open.length > 0 ? { openSubtasks: open.length } : {};
}

function deleteTask(plan: Plan, id: string, actor: string): Expected {
  const found = find(plan, id);
  if (!found) return fail(notFound(id));
  const wasHeldBy = otherHolder(plan, id, actor);
  const gone = new Set(subtree(found.task).map((task) => task.id));
  remove(plan, id);
  const dependants = allTasks(plan)
    .filter(({ task }) => task.attributes.dependsOn?.some((each) => gone.has(each)))
    .map(({ task }) => task.id);
  return done({ deleted: gone.size, ...(dependants.length > 0 && { dependants }), ...wasHeldBy });
}

function start(plan: Plan, args: CallArguments, name: string, actor: string): Expected {
  const found = chooseTask(plan, args, name);
  if ('faults' in found) return found;
  const { task } = found;
  const { force, release } = args;
  const isOwn = task.status === 'doing' && task.attributes.assignee === name;
  const title = { taskId: task.id, title: task.title };
  if (isOwn && !release) {
    return done({ ...title, assignee: name, alreadyYours: true, ...openSubtasks(plan, task.id) });
  }
  const faults = startFaults(plan, found, name, release === true);
  if (faults.length > 0 && !force) return { faults };
  const wasHeldBy = otherHolder(plan, task.id, actor);
  const status: Status = release ? 'todo' : 'doing';
  update(plan, { taskId: task.id, status, assignee: release ? '' : name });
  if (release) return done({ ...title, released: true, ...wasHeldBy });
  return done({ ...title, assignee: name, ...wasHeldBy, ...openSubtasks(plan, task.id) });
}

/** The task that a call of `task_start` is about. */
function chooseTask(plan: Plan, args: CallArguments, name: string): Found | { faults: Faults } {
  const { taskId, release } = args;
  if (taskId !== undefined) return find(plan, taskId) ?? { faults: [notFound(taskId)] };
  if (!release) return nextTask(plan, name) ?? { faults: [/^No task can be started: /] };
  const held = allTasks(plan).filter(
    ({ task }) => task.status === 'doing' && task.attributes.assignee === name,
  );
  const [only, ...others] = held;
  if (!only) return { faults: [/^You hold no task of \w+; provide taskId$/] };
  return others.length === 0 ? only : { faults: [/^you hold .*; provide taskId$/] };
}

function startFaults(plan: Plan, found: Found, name: string, isRelease: boolean): Faults {
  const { task } = found;
  const holder = holderOf(plan, found);
  if (holder !== undefined && !belongsTo(name, holder)) {
    return [new RegExp(`^Task ${task.id} was claimed by ${holder}( at \\S+)?\\. Call task_start`)];
  }
  const reserved = reservedFor(task);
  if (reserved !== undefined && reserved !== name) {
    return [new RegExp(`^Task ${task.id} is reserved for ${reserved}\\. Call task_start`)];
  }
  if (task.status === 'done') return [`Task ${task.id} is done; use force to start it again`];
  if (isRelease) return [];
  const blockedBy = unmetOfAll(plan, found);
  if (blockedBy.length > 0) {
    return [new RegExp(`^Task ${task.id} is blocked by .*; pass force to start it anyway$`)];
  }
  const paused = pausedBy(plan, found);
  return paused ? [`Task ${task.id} is ${paused}; pass force to start it anyway`] : [];
}

function batch(plan: Plan, { ops = [], dryRun }: CallArguments, newIds: string[]): Expected {
  const references = new Map<string, string>();
  const results: Record<string, unknown>[] = [];
  for (const [index, op] of ops.entries()) {
    let taskId = op.taskId ?? '';
    const unknown = [taskId, op.parentTaskId, op.beforeTaskId, op.afterTaskId].find(
      (id) => id?.startsWith('ref:') && !references.has(id),
    );
    if (unknown) return fail(new RegExp(`^ops\\[${index}\\]: ${unknown} names no earlier add`));
    const resolved = resolve(op, references);
    taskId = resolved.taskId ?? taskId;
    const faults = applyOp(plan, resolved, () => {
      taskId = newIds.shift() ?? `${UNKNOWN_ID}${index}`;
      if (op.ref !== undefined) references.set(`ref:${op.ref}`, taskId);
      return taskId;
    });
    if (faults.length > 0) return { faults: faults.map((fault) => atOp(index, fault)) };
    // Without a write, new tasks have no ids.
    const isNew = taskId.startsWith(UNKNOWN_ID);
    results.push({ op: op.op, ...(!(dryRun && isNew) && { taskId }) });
  }
  return done({ results, ...(dryRun && { dryRun }) });
}

function resolve(op: BatchOp, references: Map<string, string>): BatchOp {
  const resolved = { ...op };
  for (const field of ['taskId', 'parentTaskId', 'beforeTaskId', 'afterTaskId'] as const) {
    const id = references.get(op[field] ?? '');
    if (id !== undefined) resolved[field] = id;
  }
  return resolved;
}

function applyOp(plan: Plan, op: BatchOp, newId: () => string): Faults {
  switch (op.op) {
    case 'add':
      return add(plan, op, newId);
    case 'update': {
      const faults = changeFaults('task_update', op);
      return faults.length > 0 ? faults : update(plan, op);
    }
    case 'move':
      return move(plan, op);
    case 'delete':
      return remove(plan, op.taskId ?? '');
  }
}

function atOp(index: number, fault: string | RegExp): string | RegExp {
  if (typeof fault === 'string') {
    const text = `ops[${index}]: ${fault}`;
    if (!text.includes(UNKNOWN_ID)) return text;
    const pattern = RegExp(`${UNKNOWN_ID}\\d+`, 'g');
    return new RegExp(`^${escaped(text).replaceAll(pattern, 't_\\w{26}')}$`);
  }
  return new RegExp(`^ops\\[${index}\\]: ${fault.source.replace(/^\^/, '')}`);
}

function escaped(text: string): string {
  return text.replaceAll(/[[\].()]/g, '\\$&');
}
