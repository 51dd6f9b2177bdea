/** Tasks below the headings of their plan, or one after the other. */
import { isOpen, type PlanRows, type ProjectData, type Row } from '../project-data.ts';
import { escapeControl, escapeLines } from '../text/escape.ts';
import type { Screen } from './line.ts';
import { nameWidthOf, placeOf, taskLines } from './task-line.ts';

export interface PlanViewOptions {
  /** Whether done tasks are shown. */
  hasDone: boolean;
  /** With the plan's description, and marks of bodies. */
  isWhole?: boolean;
}

/** `Shop relaunch  2 of 11 done`, and its sections. */
export function planLines(
  data: ProjectData,
  plan: PlanRows,
  screen: Screen,
  { hasDone, isWhole = false }: PlanViewOptions,
): string[] {
  const { paint } = screen.style;
  const { stats, tasks = [] } = plan;
  const shown = tasks.filter((row) => hasDone || isOpen(row));
  const nameWidth = nameWidthOf(shown);
  const lines = [
    `${paint('bold', escapeControl(plan.title))}  ${stats.done} of ${stats.total} done`,
    ...(isWhole && plan.description ? descriptionLines(plan.description) : []),
  ];
  for (const [path, rows] of bySection(plan, shown, hasDone)) {
    lines.push('');
    if (path.length > 0) lines.push(paint('bold', escapeControl(path.join(' › '))));
    for (const row of rows) {
      const depth = shownDepth(row, shown);
      lines.push(...taskLines(data, row, screen, { depth, nameWidth, hasBodyMark: isWhole }));
    }
  }
  return lines;
}

function descriptionLines(description: string): string[] {
  return escapeLines(description)
    .split('\n')
    .map((line) => `  ${line}`.trimEnd());
}

/** Sections in the order of the plan. Empty ones are shown with everything else. */
function bySection(plan: PlanRows, rows: readonly Row[], hasEmpty: boolean): [string[], Row[]][] {
  const groups = new Map<string, [string[], Row[]]>();
  const group = (path: string[]) => {
    const key = path.join('\0');
    const found = groups.get(key) ?? [path, []];
    groups.set(key, found);
    return found;
  };
  if (rows.some(({ sectionPath }) => sectionPath.length === 0)) group([]);
  for (const path of plan.sections) group(path);
  for (const row of rows) group(row.sectionPath)[1].push(row);
  return [...groups.values()].filter(
    ([, own]) => own.length > 0 || (hasEmpty && plan.sections.length === 0),
  );
}

/** A task whose parent is not shown is not indented below another one. */
function shownDepth(row: Row, shown: readonly Row[]): number {
  let depth = 0;
  let parentId = row.parentId;
  while (parentId !== undefined) {
    const parent = shown.find(({ id }) => id === parentId);
    if (parent === undefined) break;
    depth += 1;
    parentId = parent.parentId;
  }
  return depth;
}

/** Tasks in the order given, each with its place. */
export function flatLines(
  data: ProjectData,
  rows: readonly Row[],
  screen: Screen,
  { withPlan }: { withPlan: boolean },
): string[] {
  const nameWidth = nameWidthOf(rows);
  return rows.flatMap((row) =>
    taskLines(data, row, screen, { nameWidth, place: placeOf(row, { withPlan }) }),
  );
}
