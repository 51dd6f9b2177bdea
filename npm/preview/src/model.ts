/** A plan, prepared for display. */
import {
  type Diagnostics,
  type OpenPlan,
  type Outline,
  type PlanFunctions,
  type Status,
  sectionPaths,
  subtasks,
  type Task,
  taskDepths,
} from 'long-term-plan-core/slim';

export interface PlanModel {
  planId: string;
  text: string;
  etag: string;
  open: OpenPlan;
  outline: Outline;
  findings: Diagnostics;
  /** Index of a task by its id. */
  indexOf: Map<string, number>;
  depths: number[];
  children: number[][];
  /** Section paths, by section. */
  paths: string[][];
  /** Done and all tasks of a section and its subsections. */
  progress: { done: number; total: number }[];
}

export const STATUSES: readonly Status[] = ['todo', 'doing', 'done'];
export const STATUS_NAMES: Record<Status, string> = { todo: 'To do', doing: 'Doing', done: 'Done' };
export const PRIORITIES = ['highest', 'high', 'medium', 'low'] as const;

export function modelOf(functions: PlanFunctions, planId: string, text: string): PlanModel {
  const open = functions.openPlan(text);
  const outline = open.outline();
  const { sections, tasks } = outline;
  const progress = sections.map(() => ({ done: 0, total: 0 }));
  for (const { section, status } of tasks) {
    for (let at = section; at !== undefined; at = sections[at]?.parent) {
      const of = progress[at];
      if (!of) break;
      of.total++;
      if (status === 'done') of.done++;
    }
  }
  return {
    planId,
    text,
    etag: functions.etag(text),
    open,
    outline,
    findings: open.validate(),
    indexOf: new Map(tasks.map(({ id }, index) => [id, index])),
    depths: taskDepths(outline),
    children: subtasks(outline),
    paths: sectionPaths(outline),
    progress,
  };
}

export interface Filters {
  status: string;
  priority: string;
  tag: string;
  assignee: string;
}

export const NO_FILTERS: Filters = { status: '', priority: '', tag: '', assignee: '' };

/** Which tasks match; `undefined` without query and filters. */
export function matching(
  { open, outline }: PlanModel,
  query: string,
  filters: Filters,
): Uint8Array | undefined {
  const isFiltered = Object.values(filters).some((value) => value !== '');
  const words = query.trim();
  if (words === '' && !isFiltered) return undefined;
  const found = new Uint8Array(outline.tasks.length);
  if (words === '') found.fill(1);
  else for (const index of open.find(words)) found[index] = 1;
  if (!isFiltered) return found;
  const { tasks } = outline;
  for (let index = 0; index < tasks.length; index++) {
    const task = tasks[index];
    if (task === undefined || !fits(task, filters)) found[index] = 0;
  }
  return found;
}

function fits(task: Task, { status, priority, tag, assignee }: Filters): boolean {
  return (
    (status === '' || task.status === status || task.state === status) &&
    (priority === '' || task.priority === priority) &&
    (tag === '' || (task.tags?.includes(tag) ?? false)) &&
    (assignee === '' || task.assignee === assignee)
  );
}

export type Row = { section: number } | { task: number; isContext: boolean };

/**
 * The rows of the outline: sections and tasks in order, without those below a collapsed one. It runs with each key that is
 * typed into the search, so it walks the lists by index and keeps flags in arrays.
 */
export function rowsOf(
  { outline: { sections, tasks } }: PlanModel,
  found: Uint8Array | undefined,
  collapsed: ReadonlySet<string>,
): Row[] {
  const shown = found && withAbove(tasks, found);
  const inUse = shown && sectionsOf(sections, tasks, shown);
  const rows: Row[] = [];
  const hiddenSections = new Uint8Array(sections.length);
  const hiddenTasks = new Uint8Array(tasks.length);
  const isAnyCollapsed = collapsed.size > 0;
  let nextSection = 0;
  const sectionsBefore = (line: number) => {
    for (; nextSection < sections.length; nextSection++) {
      const section = sections[nextSection];
      if (section === undefined || section.line > line) return;
      const { level, parent = -1 } = section;
      const isHidden = hiddenSections[parent] === 1;
      if (isHidden || (isAnyCollapsed && collapsed.has(sectionKey(nextSection)))) {
        hiddenSections[nextSection] = 1;
      }
      // The title of the plan is shown above the outline.
      if (level > 1 && !isHidden && inUse?.[nextSection] !== 0) rows.push({ section: nextSection });
    }
  };
  for (let index = 0; index < tasks.length; index++) {
    const task = tasks[index];
    if (task === undefined) continue;
    sectionsBefore(task.line);
    if (isAnyCollapsed) {
      const isHidden =
        hiddenSections[task.section ?? -1] === 1 || hiddenTasks[task.parent ?? -1] === 1;
      if (isHidden || collapsed.has(task.id)) hiddenTasks[index] = 1;
      if (isHidden) continue;
    }
    if (shown?.[index] === 0) continue;
    rows.push({ task: index, isContext: found?.[index] === 0 });
  }
  sectionsBefore(Number.POSITIVE_INFINITY);
  return rows;
}

/** The sections that contain one of these tasks, with those above them. */
function sectionsOf(
  sections: Outline['sections'],
  tasks: readonly Task[],
  shown: Uint8Array,
): Uint8Array {
  const inUse = new Uint8Array(sections.length);
  for (let index = 0; index < tasks.length; index++) {
    if (shown[index] === 0) continue;
    for (
      let at = tasks[index]?.section;
      at !== undefined && !inUse[at];
      at = sections[at]?.parent
    ) {
      inUse[at] = 1;
    }
  }
  return inUse;
}

export const sectionKey = (index: number): string => `section ${index}`;

/** The found tasks, with their parents. */
function withAbove(tasks: readonly Task[], found: Uint8Array): Uint8Array {
  const shown = found.slice();
  for (let index = 0; index < tasks.length; index++) {
    if (!found[index]) continue;
    for (let at = tasks[index]?.parent; at !== undefined && !shown[at]; at = tasks[at]?.parent)
      shown[at] = 1;
  }
  return shown;
}

/** The distinct values of the tasks, in order. */
export function valuesOf(tasks: readonly Task[], of: (task: Task) => readonly string[]): string[] {
  return [...new Set(tasks.flatMap(of))].sort((one, other) => one.localeCompare(other));
}
