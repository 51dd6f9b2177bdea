/** Random calls, most of them valid. */
import type { Arguments } from '../tools.ts';
import type { BatchOp, CallArguments, Model } from './model.ts';
import type { TaskArguments } from './operations.ts';
import { allTasks } from './plan.ts';
import type { Random } from './random.ts';

export interface Call {
  name: string;
  args: Arguments;
  /** The error of a call whose arguments do not fit the tool. */
  mismatch?: RegExp;
}

const PLAN_IDS = ['alpha', 'beta', 'gamma'] as const;
const TITLES = [
  ...['Write docs', 'Fix the parser', '日本語の課題', 'Ärger & Ünfug', 'C#', 'a -- b'],
  ...['- [ ] looks like a task', '# looks like a heading', '<!-- a comment -->'],
  ...['an id <!-- long-term-plan:id=t_x -->', 'half -->', '%20', '[x]', '`code` <b>'],
  ...['  blanks around  ', 'two\nlines', 'CR\r\nLF'],
];
const NO_TITLES = ['', '   '];
const BODIES = [
  ...['One line', 'Two\nlines', 'with\r\nCRLF', '- [ ] no task\n\n```\ncode\n```', ''],
  ...['\n', '\n\nafter blank lines', ' ', '>', '\ttab', 'a <!-- long-term-plan:id=t_x -->'],
  ...['> quoted', '  indented', '日本語', 'ends with a newline\n', '# no heading'],
];
const SECTIONS: string[][] = [
  ...[[], ['Now'], ['Later'], ['Now', 'Inner'], ['Deep', 'Deeper', 'Deepest'], ['目標'], ['C#']],
];
const NO_SECTIONS: string[][] = [['A', 'B', 'C', 'D', 'E', 'F'], [' '], ['Now', '']];
const WORDS = ['docs', 'PARSER', '日本語', 'line', 'now', 'red', 'no such word', ' '] as const;
const STATUSES = ['todo', 'doing', 'done'] as const;
const STATES = ['blocked', 'deferred', 'cancelled', 'archived', ''] as const;
const PEOPLE = ['ann', 'bob', ''] as const;

const CLEARED = ['priority', 'due', 'tags', 'dependsOn', 'estimate', 'assignee'] as const;

/** Arguments that no tool accepts, with the expected error. */
const MISMATCHES: [Arguments, RegExp][] = [
  [{ colour: 'red' }, /^Argument colour is unknown; valid are: /],
  [{ planId: 5 }, /^Argument planId must be a string, not 5$/],
  [{ planId: '../x' }, /^Argument planId must be the name of a plan, not "\.\.\/x"/],
  [{ planId: null }, /^Argument planId is required: a string$/],
];

const TOOLS = [
  ...(['plan_list', 'plan_get', 'plan_get', 'plan_create', 'plan_update'] as const),
  ...(['task_get', 'task_get', 'task_next', 'task_next', 'task_search', 'task_search'] as const),
  ...(['task_add', 'task_add', 'task_add', 'task_add', 'task_update', 'task_update'] as const),
  ...(['task_update', 'task_move', 'task_move', 'task_move', 'task_start', 'task_start'] as const),
  ...(['task_delete', 'task_batch', 'task_batch'] as const),
] as const;
/** With more tasks than this, more are deleted than added. */
const MANY_TASKS = 40;

export class Generator {
  readonly #random: Random;
  /** Whether the current call should be valid; it may still fail. */
  #isCareful = true;
  readonly #model: Model;

  constructor(random: Random, model: Model) {
    this.#random = random;
    this.#model = model;
  }

  next(): Call {
    const random = this.#random;
    this.#isCareful = random.chance(0.8);
    const [tool, planId] = this.#toolAndPlan();
    const args: Arguments = { ...this.#arguments(tool, planId), planId };
    if (tool === 'plan_list') delete args.planId;
    if (tool === 'task_search' && args.query !== ' ' && random.chance(0.3)) args.planId = '*';
    const name = random.chance(0.1) ? tool.replace('_', '.') : tool;
    if (tool === 'plan_list' || !this.#odd(0.15)) return { name, args: withoutGaps(args) };
    const [wrong, mismatch] = random.pick(MISMATCHES);
    // An empty argument might be reported first.
    if (args.query === ' ') args.query = 'something';
    if (args.title !== undefined) args.title = 'something';
    if (args.ops !== undefined) args.ops = [{ op: 'delete', taskId: 'something' }];
    return { name, args: withoutGaps({ ...args, ...wrong }), mismatch };
  }

  /** A choice that is rarely valid. */
  #odd(probability: number): boolean {
    return !this.#isCareful && this.#random.chance(probability);
  }

  #toolAndPlan(): [(typeof TOOLS)[number], string] {
    const random = this.#random;
    const tool = random.pick(TOOLS);
    if (!this.#isCareful) return [tool, random.pick([...PLAN_IDS, 'missing'])];
    const made = PLAN_IDS.filter((id) => this.#model.plans.has(id));
    const missing = PLAN_IDS.filter((id) => !made.includes(id));
    if (missing.length > 0 && (made.length === 0 || tool === 'plan_create')) {
      return ['plan_create', random.pick(missing)];
    }
    const planId = random.pick(made);
    const count = this.#ids(planId).length;
    if (count === 0) return ['task_add', planId];
    if (count > MANY_TASKS && random.chance(0.4)) return ['task_delete', planId];
    return [tool === 'plan_create' ? 'task_add' : tool, planId];
  }

  #arguments(tool: (typeof TOOLS)[number], planId: string): CallArguments {
    const random = this.#random;
    const ifMatch = this.#ifMatch(planId);
    switch (tool) {
      case 'plan_list':
        return { limit: 200 } as CallArguments;
      case 'plan_get':
        return { limit: 500 } as CallArguments;
      case 'plan_create':
        return gapped({
          title: this.#title(),
          template: random.maybe(0.5, () => random.pick(['empty', 'basic'] as const)),
          bodyMarkdown: random.maybe(0.5, () => random.pick(BODIES)),
        });
      case 'plan_update':
        return gapped({ ...this.#texts(), ifMatch });
      case 'task_get':
        return gapped({ taskId: random.maybe(0.7, () => this.#id(planId)) });
      case 'task_next':
        return gapped({ assignee: random.maybe(0.5, () => random.pick(['ann', 'bob'])) });
      case 'task_search':
        return gapped({
          query: random.pick(WORDS),
          status: random.maybe(0.3, () => random.pick(STATUSES)),
          limit: 100,
        } as CallArguments);
      case 'task_add':
        return gapped({ ...this.#add(planId), ifMatch });
      case 'task_update':
        return gapped({
          ...this.#change(planId),
          ...(random.chance(0.8) ? { taskId: this.#id(planId) } : this.#defaultTarget(planId)),
        });
      case 'task_move':
        return gapped({ ...this.#move(planId, () => this.#id(planId)), ifMatch });
      case 'task_start':
        return gapped({
          taskId: random.maybe(0.6, () => this.#id(planId)),
          assignee: random.maybe(0.7, () => random.pick(PEOPLE)),
          force: random.maybe(0.15, () => true),
          release: random.maybe(0.2, () => true),
          ifMatch,
        });
      case 'task_delete':
        return gapped({ taskId: this.#id(planId), ifMatch });
      case 'task_batch':
        return gapped({
          ops: this.#ops(planId),
          dryRun: random.maybe(0.2, () => true),
          ifMatch,
        });
    }
  }

  /** A call without a taskId. */
  #defaultTarget(planId: string): CallArguments {
    return gapped({
      allowDefaultTarget: this.#odd(0.3) ? undefined : true,
      ifMatch: this.#odd(0.3) ? undefined : this.#model.etags.get(planId),
    });
  }

  #ids(planId: string): string[] {
    const plan = this.#model.plans.get(planId);
    return plan ? allTasks(plan).map(({ task }) => task.id) : [];
  }

  #id(planId: string): string {
    const ids = this.#ids(planId);
    if (ids.length === 0 || this.#odd(0.1)) return 'no_such_task';
    return this.#random.pick(ids);
  }

  #ifMatch(planId: string): string | undefined {
    const random = this.#random;
    if (this.#odd(0.1)) return random.pick(['', 'stale']);
    return random.maybe(0.4, () => this.#model.etags.get(planId) ?? 'none');
  }

  #texts(): TaskArguments {
    const random = this.#random;
    const body = random.maybe(0.3, () => random.pick(BODIES));
    return gapped({
      title: random.maybe(0.5, () => this.#title()),
      bodyMarkdown: body,
      clearBody: body === undefined ? random.maybe(0.2, () => true) : this.#odd(0.3) || undefined,
    });
  }

  #attributes(planId: string): TaskArguments {
    const random = this.#random;
    return gapped({
      priority: random.maybe(0.2, () => random.pick(['highest', 'high', 'medium', 'low', ''])),
      due: random.maybe(0.1, () => this.#oddly(['2026-02-28', ''], ['2026-02-29', 'soon'])),
      tags: random.maybe(0.2, () =>
        this.#oddly([['red'], ['red', 'b c', 'red'], ['日, 本'], []], [['']]),
      ),
      dependsOn: random.maybe(0.2, () =>
        random.pick([[], [this.#id(planId)], [this.#id(planId), this.#id(planId)]]),
      ),
      estimate: random.maybe(0.1, () => random.pick(['2 days', '3h', ''])),
      assignee: random.maybe(0.1, () => random.pick(PEOPLE)),
      type: random.maybe(0.1, () => random.pick(['bug', 'feature --> x', ''])),
      area: random.maybe(0.1, () => random.pick(['core', 'a=b', ''])),
      state: random.maybe(0.1, () => random.pick(STATES)),
    });
  }

  #change(planId: string): TaskArguments {
    const attributes = this.#attributes(planId);
    const goesWithStatus = attributes.state === undefined || this.#odd(0.3);
    const status = this.#random.maybe(goesWithStatus ? 0.5 : 0, () => this.#random.pick(STATUSES));
    const fields = CLEARED.filter((field) => attributes[field] === undefined);
    const clear = this.#random.maybe(0.1, () => [this.#random.pick(fields)]);
    return gapped({ ...this.#texts(), ...attributes, status, clear });
  }

  #title(): string {
    return this.#oddly(TITLES, NO_TITLES);
  }

  #section(): string[] {
    return this.#oddly(SECTIONS, NO_SECTIONS);
  }

  #oddly<T>(sensible: T[], odd: T[]): T {
    return this.#random.pick(this.#odd(0.2) ? odd : sensible);
  }

  #add(planId: string): TaskArguments {
    const random = this.#random;
    const { clearBody: _, clear: __, ...change } = this.#change(planId);
    const other = () => this.#id(planId);
    const place = random.pick<TaskArguments>([
      { parentTaskId: other() },
      { parentTaskId: other() },
      { beforeTaskId: other() },
      { afterTaskId: other() },
      { sectionPath: this.#section() },
      { sectionPath: this.#section() },
      {},
    ]);
    if (this.#odd(0.1)) place.sectionPath = this.#section();
    if (this.#odd(0.1)) place.afterTaskId = other();
    return gapped({ ...change, title: this.#title(), ...place });
  }

  #move(planId: string, taskId: () => string): TaskArguments {
    const random = this.#random;
    const other = () => this.#id(planId);
    const place = random.pick<TaskArguments>([
      { beforeTaskId: other() },
      { afterTaskId: other() },
      { parentTaskId: other() },
      { clear: ['parent'], ...this.#position(0.5) },
      { parentTaskId: other(), ...this.#position(0.5) },
      { sectionPath: this.#section(), ...this.#position(0.5) },
      this.#position(0.95),
    ]);
    if (this.#odd(0.1)) Object.assign(place, this.#position(1));
    if (this.#odd(0.1)) place.parentTaskId = other();
    if (this.#odd(0.1)) place.afterTaskId = other();
    return { ...place, taskId: taskId() };
  }

  #position(probability: number): TaskArguments {
    const random = this.#random;
    return gapped({ position: random.maybe(probability, () => random.pick(['first', 'last'])) });
  }

  #ops(planId: string): BatchOp[] {
    const random = this.#random;
    const count = this.#odd(0.2) ? 0 : random.pick([1, 2, 3, 4]);
    const names: string[] = [];
    /** An existing task, or one that an earlier operation adds. */
    const task = (): string =>
      names.length > 0 && random.chance(0.5) ? `ref:${random.pick(names)}` : this.#id(planId);
    return Array.from({ length: count }, (_, index) => this.#op(planId, task, `r${index}`, names));
  }

  /** One operation. An add may take a name, which is then one of `names`. */
  #op(planId: string, task: () => string, name: string, names: string[]): BatchOp {
    const random = this.#random;
    switch (random.pick(['add', 'add', 'update', 'move', 'delete'] as const)) {
      case 'add': {
        const ref = random.maybe(0.6, () => name);
        const op: BatchOp = gapped({ ...this.#add(planId), op: 'add', ref });
        if (op.parentTaskId !== undefined) op.parentTaskId = task();
        if (ref) names.push(ref);
        return op;
      }
      case 'update':
        return gapped({ ...this.#change(planId), op: 'update', taskId: task() });
      case 'move':
        return { ...this.#move(planId, task), op: 'move' };
      case 'delete':
        return { op: 'delete', taskId: task() };
    }
  }
}

type Gapped<T> = { [K in keyof T]: T[K] | undefined };

/** Removes values that were not chosen. */
function gapped<T extends object>(fields: Gapped<T>): T {
  return withoutGaps(fields as Arguments) as T;
}

function withoutGaps(fields: Arguments): Arguments {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
