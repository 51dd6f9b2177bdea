/** The rows of the outline. */
import type { Outline, Task } from 'long-term-plan-core/slim';
import type { PlanModel } from './model.ts';

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
