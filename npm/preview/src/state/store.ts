/** The state of the page: all of it, and what follows from it. Views read it, actions change it. */
import { computed, signal } from '@preact/signals';
import type { PlanFunctions, Task } from 'long-term-plan-core/slim';
import { finishedTimes } from '../plan/burn-up.ts';
import type { FieldConflict, Values } from '../plan/fields.ts';
import { countQuick, matching, type Viewer } from '../plan/filters.ts';
import type { Entry } from '../plan/log.ts';
import { type PlanModel, taskOf } from '../plan/model.ts';
import { rowsOf } from '../plan/rows.ts';
import type { HtmlOf } from '../sources/markdown.ts';
import type { PlanEntry, PlanSource } from '../sources/plan-source.ts';
import { dayOf } from '../words/dates.ts';
import { type Address, HOME } from './address.ts';

/** Who holds a task. */
export interface Claim {
  planId?: string;
  taskId: string;
  title: string;
  by: string;
  since: string;
  lastSeen: string;
  expired?: boolean;
  yours?: boolean;
}

/** What someone else changed a moment ago. */
export interface Fresh {
  by: string;
  words: string;
  at: number;
}

export interface Toast {
  id: number;
  /** Who did it, if it was someone else. */
  by?: string;
  text: string;
  kind: 'own' | 'notice' | 'error';
  action?: { label: string; run(): void };
}

/** An edit that met changes of someone else. */
export interface Conflict {
  taskId: string;
  title: string;
  /** Absent if the task was deleted. */
  fields?: FieldConflict[];
  /** What does not conflict, and is written with the decision. */
  values: Values;
  by: string;
  at?: number;
  /** The change that deleted the task. */
  deletion?: string;
}

export type RailContent = 'now' | 'activity' | 'problems' | '';

/** What a small dialog next to a control edits. */
export type PopupKind =
  | 'status'
  | 'priority'
  | 'assignee'
  | 'due'
  | 'tags'
  | 'estimate'
  | 'type'
  | 'area'
  | 'dependency'
  | 'move'
  | 'parent'
  | 'task'
  | 'section'
  | 'plans'
  | 'filter'
  | 'display'
  | 'more'
  | 'columns';

export interface Popup {
  kind: PopupKind;
  /** The tasks it is about; their versions when it opened are the bases of the change. */
  tasks: Task[];
  /** The section it is about. */
  section?: number;
  anchor: { left: number; right: number; top: number; bottom: number };
}

/** Where the line for a new task is open. */
export interface Adding {
  sectionPath?: string[];
  parentTaskId?: string;
  afterTaskId?: string;
  /** What the column of the board gives the task. */
  attributes?: Record<string, string>;
}

export interface Display {
  density: 'comfortable' | 'compact';
  theme: 'system' | 'light' | 'dark';
  hideDone: boolean;
  subtaskCards: boolean;
  letterKeys: boolean;
}

const DISPLAY: Display = {
  density: 'comfortable',
  theme: 'system',
  hideDone: false,
  subtaskCards: false,
  letterKeys: true,
};

/** Set once, before anything is shown. */
export interface Tools {
  functions: PlanFunctions;
  htmlOf: HtmlOf;
  openFile?: () => void;
}

export const tools = signal<Tools | undefined>(undefined);
export const source = signal<PlanSource | undefined>(undefined);
export const plans = signal<PlanEntry[] | undefined>(undefined);
export const model = signal<PlanModel | undefined>(undefined);
export const address = signal<Address>(HOME);
export const rail = signal<RailContent>('');
export const collapsed = signal<ReadonlySet<string>>(new Set());
/** Ids of the selected tasks. */
export const selection = signal<ReadonlySet<string>>(new Set());
/** Key of the row or card with the keyboard focus. */
export const active = signal('');
export const adding = signal<Adding | undefined>(undefined);
/** Id of the task whose title is edited in its row, or the key of a section. */
export const renaming = signal('');
export const popup = signal<Popup | undefined>(undefined);
export const dialog = signal<'palette' | 'keys' | 'new-plan' | ''>('');
export const conflict = signal<Conflict | undefined>(undefined);
export const toasts = signal<Toast[]>([]);
export const isLive = signal(false);
export const claims = signal<Claim[]>([]);
export const log = signal<Entry[]>([]);
export const logCursor = signal<string | undefined>(undefined);
export const fresh = signal<ReadonlyMap<string, Fresh>>(new Map());
/** Changes of others that were not looked at yet. */
export const unseen = signal<ReadonlySet<string>>(new Set());
/** Changes that could not be sent yet. */
export const waiting = signal(0);
export const display = signal<Display>(DISPLAY);
export const now = signal(Date.now());
export const failure = signal('');
/** Bumped when a draft of a text changes. */
export const drafts = signal<ReadonlyMap<string, Draft>>(new Map());

/** A text that is being written, and the task when the writing began. */
export interface Draft {
  text: string;
  base: Task;
}

export const today = computed(() => dayOf(now.value));
export const me = computed(() => source.value?.me ?? '');
export const hasErrors = computed(() => (model.value?.findings.errors.length ?? 0) > 0);
export const canEdit = computed(
  () =>
    source.value !== undefined &&
    !source.value.readOnly &&
    model.value !== undefined &&
    !hasErrors.value,
);
export const holders = computed(
  () =>
    new Map(claims.value.filter(({ expired }) => !expired).map(({ taskId, by }) => [taskId, by])),
);
export const claimOf = computed(() => new Map(claims.value.map((claim) => [claim.taskId, claim])));
const viewer = computed(
  (): Viewer => ({ today: today.value, me: me.value, holders: holders.value }),
);
export const quickCounts = computed(() =>
  model.value ? countQuick(model.value, viewer.value) : { doing: 0, ready: 0, overdue: 0, mine: 0 },
);
const filters = computed(() => address.value.filters);
const matched = computed(() => model.value && matching(model.value, filters.value, viewer.value));
/** A flag for each task that is shown; `undefined` if all are. */
export const found = computed(() => {
  const plan = model.value;
  if (!plan || !display.value.hideDone || address.value.view !== 'outline') return matched.value;
  const shown = matched.value?.slice() ?? new Uint8Array(plan.outline.tasks.length).fill(1);
  for (const [index, { status }] of plan.outline.tasks.entries())
    if (status === 'done') shown[index] = 0;
  return shown;
});
export const foundCount = computed(() => matched.value?.reduce((sum, one) => sum + one, 0));
export const rows = computed(() =>
  model.value ? rowsOf(model.value, found.value, collapsed.value) : [],
);
export const openTask = computed(() => taskOf(model.value, address.value.taskId));
export const finishedAt = computed(() => finishedTimes(log.value));
export const planTitle = computed(() => model.value?.outline.title ?? address.value.planId);
