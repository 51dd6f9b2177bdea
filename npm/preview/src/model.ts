/** What a plan says, arranged for showing. */
import type {
  Findings,
  OpenPlan,
  Outline,
  PlanFunctions,
  Status,
  Task,
} from 'long-term-plan-core/slim';

export interface PlanModel {
  planId: string;
  text: string;
  etag: string;
  open: OpenPlan;
  outline: Outline;
  findings: Findings;
  /** Index of a task by its id. */
  indexOf: Map<string, number>;
  depths: number[];
  children: number[][];
  /** Names of the headings above a task, level 1 left out; by section. */
  paths: string[][];
  /** Done and all tasks of a section with those under it. */
  progress: { done: number; total: number }[];
}

export const STATUSES: readonly Status[] = ['todo', 'doing', 'done'];
export const STATUS_NAMES: Record<Status, string> = { todo: 'To do', doing: 'Doing', done: 'Done' };
export const PRIORITIES = ['highest', 'high', 'medium', 'low'] as const;

export function modelOf(functions: PlanFunctions, planId: string, text: string): PlanModel {
  const open = functions.openPlan(text);
  const outline = open.outline();
  const { sections, tasks } = outline;
  const paths: string[][] = [];
  for (const { name, level, parent } of sections) {
    const above = parent === undefined ? [] : (paths[parent] ?? []);
    paths.push(level === 1 ? above : [...above, name]);
  }
  const depths: number[] = [];
  const children: number[][] = tasks.map(() => []);
  const progress = sections.map(() => ({ done: 0, total: 0 }));
  for (const [index, { parent, section, status }] of tasks.entries()) {
    depths.push(parent === undefined ? 0 : (depths[parent] ?? 0) + 1);
    if (parent !== undefined) children[parent]?.push(index);
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
    depths,
    children,
    paths,
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

/** Which tasks match; `undefined` if nothing is asked. */
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
  for (const [index, task] of outline.tasks.entries()) if (!fits(task, filters)) found[index] = 0;
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

/** The lines of the outline: sections and tasks as they stand, of a collapsed one nothing below it. */
export function rowsOf(
  { outline: { sections, tasks } }: PlanModel,
  found: Uint8Array | undefined,
  collapsed: ReadonlySet<string>,
): Row[] {
  const shown = found && withAbove(tasks, found);
  const inUse = new Set<number>();
  if (shown) {
    for (const [index, { section }] of tasks.entries()) {
      if (!shown[index]) continue;
      for (let at = section; at !== undefined && !inUse.has(at); at = sections[at]?.parent) {
        inUse.add(at);
      }
    }
  }
  const rows: Row[] = [];
  const hiddenSections = new Set<number>();
  const hiddenTasks = new Set<number>();
  let nextSection = 0;
  const sectionsBefore = (line: number) => {
    for (; nextSection < sections.length; nextSection++) {
      const section = sections[nextSection];
      if (section === undefined || section.line > line) return;
      const { level, parent } = section;
      const isHidden = parent !== undefined && hiddenSections.has(parent);
      if (isHidden || collapsed.has(sectionKey(nextSection))) hiddenSections.add(nextSection);
      // The title of the plan is shown above all of it.
      if (level > 1 && !isHidden && (!shown || inUse.has(nextSection))) {
        rows.push({ section: nextSection });
      }
    }
  };
  for (const [index, { line, section, parent, id }] of tasks.entries()) {
    sectionsBefore(line);
    const isHidden =
      (section !== undefined && hiddenSections.has(section)) ||
      (parent !== undefined && hiddenTasks.has(parent));
    if (isHidden || collapsed.has(id)) hiddenTasks.add(index);
    if (isHidden || (shown && !shown[index])) continue;
    rows.push({ task: index, isContext: found !== undefined && !found[index] });
  }
  sectionsBefore(Number.POSITIVE_INFINITY);
  return rows;
}

export const sectionKey = (index: number): string => `section ${index}`;

/** What was found, with the tasks above it. */
function withAbove(tasks: readonly Task[], found: Uint8Array): Uint8Array {
  const shown = found.slice();
  for (const [index, task] of tasks.entries()) {
    if (!found[index]) continue;
    for (let at = task.parent; at !== undefined && !shown[at]; at = tasks[at]?.parent)
      shown[at] = 1;
  }
  return shown;
}

/** All values that tasks have of something, in order. */
export function valuesOf(tasks: readonly Task[], of: (task: Task) => readonly string[]): string[] {
  return [...new Set(tasks.flatMap(of))].sort((one, other) => one.localeCompare(other));
}
