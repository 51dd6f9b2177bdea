/** The plans of a project as commands and views use them. Everything comes from one call of the core. */
import type { CommandContext } from './command.ts';
import { localDate } from './dates.ts';
import type { StatusCounts } from './text/progress.ts';

export type Status = 'todo' | 'doing' | 'done';

/** A task with everything that a view shows of it. */
export interface Row {
  planId: string;
  id: string;
  /** What people type instead of the id. */
  short: string;
  title: string;
  status: Status;
  state?: string;
  sectionPath: string[];
  parentId?: string;
  /** Number of parents. */
  depth: number;
  /** Direct ones. */
  subtasks?: { done: number; total: number };
  hasBody: boolean;
  priority?: string;
  due?: string;
  tags?: string[];
  dependsOn?: string[];
  estimate?: string;
  assignee?: string;
  type?: string;
  area?: string;
  /** Ids of its open dependencies, and of those of its parents. */
  blockedBy?: string[];
  ready?: boolean;
  heldBy?: string;
  claim?: Claim;
}

export interface Claim {
  since: string;
  lastSeen?: string;
  branch?: string;
  worktree?: string;
  expired?: boolean;
  leaseMinutes?: number;
}

export interface PlanRows {
  planId: string;
  title: string;
  path: string;
  etag: string;
  stats: StatusCounts;
  markers: 'plan' | 'gfm';
  description?: string;
  errors?: string[];
  sections: string[][];
  /** Absent if the tasks of this plan were not wanted. */
  tasks?: Row[];
}

export interface TaskKey {
  planId: string;
  id: string;
}

export interface TaskDetails {
  bodyMarkdown?: string;
  blocks: string[];
  dependants: string[];
  line: number;
}

interface Reply {
  plans: PlanRows[];
  found?: TaskKey[];
  otherTasks?: TaskKey[];
  sectionPath?: string[];
  details?: TaskDetails[];
  ready: TaskKey[];
  why?: string;
}

/** Words that name tasks, in one plan or in all of them. */
export interface TaskNames {
  words: readonly string[];
  planId?: string | undefined;
  onlyDone?: boolean;
}

export interface ReadRequest {
  planIds?: readonly string[] | undefined;
  tasks?: TaskNames;
  otherTasks?: readonly TaskNames[];
  section?: { planId: string; name: string; create?: boolean };
  details?: boolean;
}

/** The plans, and what the words of a command mean in them. */
export class ProjectData {
  readonly plans: readonly PlanRows[];
  readonly why: string | undefined;
  readonly sectionPath: string[] | undefined;
  readonly details: readonly TaskDetails[];
  readonly #reply: Reply;
  readonly #rows = new Map<string, Row>();

  constructor(reply: Reply) {
    this.#reply = reply;
    this.plans = reply.plans;
    this.why = reply.why;
    this.sectionPath = reply.sectionPath;
    this.details = reply.details ?? [];
    for (const row of this.rows()) this.#rows.set(keyOf(row), row);
  }

  /** The tasks that were named. */
  get found(): Row[] {
    return (this.#reply.found ?? []).flatMap((key) => this.task(key) ?? []);
  }

  get otherTasks(): Row[] {
    return (this.#reply.otherTasks ?? []).flatMap((key) => this.task(key) ?? []);
  }

  /** What could be started, the next one first. */
  get ready(): Row[] {
    return this.#reply.ready.flatMap((key) => this.task(key) ?? []);
  }

  *rows(): Generator<Row> {
    for (const { tasks = [] } of this.plans) yield* tasks;
  }

  task(key: TaskKey): Row | undefined {
    return this.#rows.get(keyOf(key));
  }

  plan(planId: string): PlanRows | undefined {
    return this.plans.find((plan) => plan.planId === planId);
  }

  /** The short name of a task, or its id if the task does not exist. */
  shortOf(planId: string, id: string): string {
    return this.task({ planId, id })?.short ?? id;
  }

  subtasksOf({ planId, id }: TaskKey): Row[] {
    return (this.plan(planId)?.tasks ?? []).filter(({ parentId }) => parentId === id);
  }

  /** All tasks under a task. */
  descendantsOf(task: TaskKey): Row[] {
    return this.subtasksOf(task).flatMap((row) => [row, ...this.descendantsOf(row)]);
  }
}

const keyOf = ({ planId, id }: TaskKey): string => `${planId}\0${id}`;

export async function readProjectData(
  context: CommandContext,
  request: ReadRequest = {},
): Promise<ProjectData> {
  const args = { today: localDate(context.now), ...request };
  return new ProjectData((await context.tool('project_read', args)) as unknown as Reply);
}

export const isOpen = ({ status }: Row): boolean => status !== 'done';

/** A task as JSON: the fields that other programs know from the tools. */
export function rowJson(row: Row): object {
  const { depth: _depth, subtasks: _subtasks, ready: _ready, ...fields } = row;
  return fields;
}
