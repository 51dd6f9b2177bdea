/** The columns of the board. */
import { labelOf, PRIORITIES, STATUSES } from '../words/labels.ts';
import type { Values } from './fields.ts';
import type { PlanModel } from './model.ts';

export const GROUPINGS = ['status', 'section', 'assignee', 'priority'] as const;
export type Grouping = (typeof GROUPINGS)[number];

export interface Column {
  key: string;
  label: string;
  /** Indexes of its tasks. */
  tasks: number[];
}

export interface ColumnOptions {
  grouping: Grouping;
  found: Uint8Array | undefined;
  /** Whether subtasks are cards too. */
  withSubtasks: boolean;
  /** When a task was finished, by task id, as far as it is known. */
  finishedAt: ReadonlyMap<string, number>;
}

export function columnsOf(model: PlanModel, options: ColumnOptions): Column[] {
  const { grouping, found, withSubtasks, finishedAt } = options;
  const { tasks } = model.outline;
  const columns = new Map(emptyColumns(model, grouping).map((column) => [column.key, column]));
  const shown = found && !withSubtasks ? withParents(model, found) : found;
  for (let index = 0; index < tasks.length; index++) {
    const task = tasks[index];
    if (task === undefined || (shown && !shown[index])) continue;
    if (task.parent !== undefined && !withSubtasks) continue;
    const key = columnKey(model, index, grouping);
    if (key === undefined) continue;
    let column = columns.get(key);
    if (column === undefined) {
      column = { key, label: labelOf(key), tasks: [] };
      columns.set(key, column);
    }
    column.tasks.push(index);
  }
  const all = [...columns.values()];
  if (grouping === 'status') {
    // What was finished last is on top; tasks of unknown time keep their order below.
    const time = (index: number) => finishedAt.get(tasks[index]?.id ?? '') ?? 0;
    columns.get('done')?.tasks.sort((one, other) => time(other) - time(one));
    return all;
  }
  // A column for what has no assignee or priority is the last one.
  return [
    ...all.filter(({ key }) => key !== ''),
    ...all.filter(({ key, tasks }) => key === '' && tasks.length > 0),
  ];
}

function withParents({ outline: { tasks } }: PlanModel, found: Uint8Array): Uint8Array {
  const shown = found.slice();
  for (let index = tasks.length - 1; index >= 0; index--) {
    const parent = tasks[index]?.parent;
    if (shown[index] && parent !== undefined) shown[parent] = 1;
  }
  return shown;
}

function emptyColumns(model: PlanModel, grouping: Grouping): Column[] {
  const column = (key: string, label = labelOf(key)): Column => ({ key, label, tasks: [] });
  switch (grouping) {
    case 'status':
      return STATUSES.map((status) => column(status));
    case 'priority':
      return [...PRIORITIES.map((priority) => column(priority)), column('', 'No priority')];
    case 'assignee': {
      const names = model.outline.tasks.flatMap(({ assignee }) => assignee ?? []);
      const sorted = [...new Set(names)].sort((one, other) => one.localeCompare(other));
      return [...sorted.map((name) => column(name, name)), column('', 'No assignee')];
    }
    case 'section':
      return [
        ...model.outline.sections.flatMap(({ level, name }, index) =>
          level === 2 ? [column(`section ${index}`, name)] : [],
        ),
        column('', 'No section'),
      ];
  }
}

function columnKey(model: PlanModel, index: number, grouping: Grouping): string | undefined {
  const task = model.outline.tasks[index];
  if (task === undefined) return undefined;
  if (grouping === 'section') {
    let section = task.section;
    while (section !== undefined && (model.outline.sections[section]?.level ?? 0) > 2) {
      section = model.outline.sections[section]?.parent;
    }
    const isBelowTitle = section !== undefined && model.outline.sections[section]?.level === 2;
    return isBelowTitle ? `section ${section}` : '';
  }
  return task[grouping] ?? '';
}

/** What moving a card to a column changes; a section instead of fields if columns are sections. */
export function moveTo(
  model: PlanModel,
  grouping: Grouping,
  key: string,
): { values: Values } | { sectionPath: string[] } {
  if (grouping !== 'section') return { values: { [grouping]: key } };
  const index = Number(key.slice('section '.length));
  return { sectionPath: key === '' ? [] : (model.paths[index] ?? []) };
}
