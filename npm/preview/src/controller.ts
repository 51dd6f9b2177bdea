/** The state of the page, and its changes. */
import type { PlanFunctions, Task, ToolInputs, ToolOutputs } from 'long-term-plan-core/slim';
import type { HtmlOf } from './markdown.ts';
import { type Filters, modelOf, NO_FILTERS, type PlanModel } from './model.ts';
import type { PlanEntry, PlanSource } from './plan-source.ts';

export const VIEWS = ['outline', 'board', 'timeline', 'graph', 'progress', 'text'] as const;
export type View = (typeof VIEWS)[number];

/** The fields of a task that one call can change. */
export type Changes = Omit<ToolInputs['task_update'], 'planId' | 'taskId' | 'ifMatch'>;

/** The body that the user is writing, and the task at that time. */
export interface Draft {
  text: string;
  base: Task;
}

/** A change that conflicts with another one. */
export interface Conflict {
  taskId: string;
  title: string;
  /** `undefined` if the task was deleted. */
  fields: { name: string; theirs: string; mine: string }[] | undefined;
  changes: Changes;
}

export interface State {
  source: PlanSource | undefined;
  plans: PlanEntry[];
  model: PlanModel | undefined;
  view: View;
  query: string;
  filters: Filters;
  collapsed: ReadonlySet<string>;
  /** Id of the task whose details are shown. */
  selected: string | undefined;
  /** A line of the text to show. */
  line: number | undefined;
  /** The latest success or failure. */
  message: { text: string; isError: boolean } | undefined;
  conflict: Conflict | undefined;
  isLive: boolean;
  /** Ids of our own changes in the history, the latest last. */
  undoable: string[];
  isBusy: boolean;
}

const MOST_ATTEMPTS = 4;

export class Controller {
  readonly #functions: PlanFunctions;
  /**
   * Unsaved bodies, by task. They are kept here because a task can be missing for a moment: some editors empty a file
   * before they write it.
   */
  readonly drafts = new Map<string, Draft>();
  /** Renders bodies. */
  readonly htmlOf: HtmlOf;
  readonly #render: (state: State) => void;
  #stop: () => void = () => {};
  /** Runs calls one after the other, so that each is based on the result of the one before. */
  #last: Promise<unknown> = Promise.resolve();
  state: State = {
    source: undefined,
    plans: [],
    model: undefined,
    view: 'outline',
    query: '',
    filters: NO_FILTERS,
    collapsed: new Set(),
    selected: undefined,
    line: undefined,
    message: undefined,
    conflict: undefined,
    isLive: false,
    undoable: [],
    isBusy: false,
  };

  constructor(functions: PlanFunctions, htmlOf: HtmlOf, render: (state: State) => void) {
    this.#functions = functions;
    this.htmlOf = htmlOf;
    this.#render = render;
  }

  set(changes: Partial<State>): void {
    this.state = { ...this.state, ...changes };
    this.#render(this.state);
  }

  async open(source: PlanSource, wanted?: string): Promise<void> {
    this.#stop();
    this.set({ source, plans: [], model: undefined, selected: undefined, undoable: [] });
    await this.#contained(async () => {
      const plans = await source.plans();
      this.set({ plans });
      const planId = plans.find((plan) => plan.planId === wanted)?.planId ?? plans[0]?.planId;
      if (planId !== undefined) await this.show(planId);
    });
    this.#stop = source.follow(
      () => void this.refresh(),
      (isLive) => {
        if (isLive !== this.state.isLive) this.set({ isLive });
      },
    );
  }

  async show(planId: string): Promise<void> {
    await this.#contained(() => this.#load(planId));
  }

  /** Reads the plan and the list of plans again. */
  async refresh(): Promise<void> {
    const { source, model } = this.state;
    if (source === undefined) return;
    await this.#contained(async () => {
      const plans = await source.plans();
      this.set({ plans });
      const planId = model?.planId ?? plans[0]?.planId;
      if (planId !== undefined) await this.#load(planId);
    });
  }

  async #load(planId: string): Promise<void> {
    const { source, model } = this.state;
    const text = await source?.read(planId);
    if (text === undefined) {
      model?.open.free();
      this.set({ model: undefined, selected: undefined, message: said(`${planId} is gone`, true) });
      return;
    }
    if (model?.planId === planId && model.text === text) return;
    const isOther = model?.planId !== planId;
    model?.open.free();
    const next = modelOf(this.#functions, planId, text);
    this.set({
      model: next,
      ...(isOther && {
        selected: undefined,
        undoable: [],
        collapsed: new Set(),
        query: '',
        filters: NO_FILTERS,
      }),
    });
  }

  task(taskId: string): Task | undefined {
    const { model } = this.state;
    return model?.outline.tasks[model.indexOf.get(taskId) ?? -1];
  }

  /** Changes a task; `base` is what the user saw when deciding, by default what is shown now. */
  change(taskId: string, changes: Changes, base = this.task(taskId)): Promise<boolean> {
    return this.#inTurn(() => this.#change(taskId, changes, base));
  }

  /**
   * Each call has the etag it is based on. If the file has changed, the call is repeated on the new version, unless the same
   * fields have changed: then the user decides.
   */
  async #change(taskId: string, changes: Changes, base: Task | undefined): Promise<boolean> {
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      const { source, model } = this.state;
      if (!source || !model) return false;
      const { planId, etag } = model;
      const now = this.task(taskId);
      const fields = now && differing(changes, base, now);
      if (fields === undefined || fields.length > 0) {
        const title = now?.title ?? base?.title ?? taskId;
        this.set({ conflict: { taskId, title, fields, changes } });
        return false;
      }
      const args = { planId, taskId, ...withClear(changes), ifMatch: etag };
      const reply = await source.call('task_update', args);
      if ('result' in reply) {
        await this.#done(`Changed: ${now?.title ?? taskId}`, reply.result.changeId);
        return true;
      }
      if (reply.error.code !== 'CONFLICT') throw new Error(reply.error.message);
      await this.#load(planId);
    }
    throw new Error('The plan changes too quickly; try again.');
  }

  /** The user has seen the other change. */
  async resolve(keepMine: boolean): Promise<void> {
    const { conflict } = this.state;
    this.set({ conflict: undefined });
    if (conflict === undefined || !keepMine || conflict.fields === undefined) return;
    await this.change(conflict.taskId, conflict.changes);
  }

  add(task: Omit<ToolInputs['task_add'], 'planId' | 'ifMatch'>): Promise<boolean> {
    return this.#inTurn(async () => {
      const added = await this.#write('task_add', task);
      if (added === undefined) return false;
      await this.#done(`Added: ${task.title}`, added.changeId);
      this.set({ selected: added.taskId });
      return true;
    });
  }

  /** Undoes the last change of this page. */
  undo(): Promise<boolean> {
    return this.#inTurn(async () => {
      const { model, undoable } = this.state;
      const changeId = undoable.at(-1);
      if (!model || changeId === undefined) return false;
      this.set({ undoable: undoable.slice(0, -1) });
      await this.#write('plan_undo', { changeId });
      await this.#load(model.planId);
      this.set({ message: said('Undone', false) });
      return true;
    });
  }

  /** A call that cannot conflict: if the file has changed, it is repeated on the new version. */
  async #write<Name extends 'task_add' | 'plan_undo'>(
    name: Name,
    args: Omit<ToolInputs[Name], 'planId' | 'ifMatch'>,
  ): Promise<ToolOutputs[Name] | undefined> {
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      const { source, model } = this.state;
      if (!source || !model) return undefined;
      const { planId, etag } = model;
      const whole = { ...args, planId, ifMatch: etag } as unknown as ToolInputs[Name];
      const reply = await source.call(name, whole);
      if ('result' in reply) return reply.result;
      if (reply.error.code !== 'CONFLICT') throw new Error(reply.error.message);
      await this.#load(planId);
    }
    throw new Error('The plan changes too quickly; try again.');
  }

  /** A change that changed nothing, or that is not in the history, has no id. */
  async #done(message: string, changeId: string | undefined): Promise<void> {
    const { model } = this.state;
    if (!model) return;
    await this.#load(model.planId);
    const { undoable } = this.state;
    this.set({
      message: said(message, false),
      undoable: changeId === undefined ? undoable : [...undoable, changeId],
    });
  }

  #inTurn(work: () => Promise<boolean>): Promise<boolean> {
    const turn = this.#last.then(() => this.#contained(work));
    this.#last = turn;
    return turn.then((done) => done === true);
  }

  /** Failures are shown on the page, not only in the console. */
  async #contained<T>(work: () => Promise<T>): Promise<T | undefined> {
    this.set({ isBusy: true });
    try {
      return await work();
    } catch (error) {
      this.set({ message: said(error instanceof Error ? error.message : String(error), true) });
      return undefined;
    } finally {
      this.set({ isBusy: false });
    }
  }
}

const said = (text: string, isError: boolean) => ({ text, isError });

/** The fields of the change that differ from what the user saw. */
function differing(changes: Changes, base: Task | undefined, now: Task) {
  const names = new Set(
    Object.keys(changes).map((name) => (name === 'clearBody' ? 'bodyMarkdown' : name)),
  );
  return [...names].flatMap((name) => {
    const theirs = fieldOf(now, name);
    if (base !== undefined && theirs === fieldOf(base, name)) return [];
    const mine =
      changes.clearBody && name === 'bodyMarkdown' ? '' : textOf(changes[name as keyof Changes]);
    return theirs === mine ? [] : [{ name, theirs, mine }];
  });
}

function fieldOf(task: Task, name: string): string {
  return textOf(name === 'bodyMarkdown' ? task.body?.markdown : task[name as keyof Task]);
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : String(value ?? '');
}

/** The changes as the tool takes them: an emptied field is cleared, because an empty argument means that none was given. */
function withClear(changes: Changes): Changes {
  const isEmpty = (value: unknown) => value === '' || (Array.isArray(value) && value.length === 0);
  const entries = Object.entries(changes);
  const clear = entries.filter(([, value]) => isEmpty(value)).map(([name]) => name);
  if (clear.length === 0) return changes;
  return { ...Object.fromEntries(entries.filter(([, value]) => !isEmpty(value))), clear };
}
