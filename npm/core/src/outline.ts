/** What follows from the indexes of an outline. */
import type { Outline, Task } from '../generated/types.ts';

/** The section path of each section: the names of the headings that lead to it, without level 1. */
export function sectionPaths({ sections }: Pick<Outline, 'sections'>): string[][] {
  const paths: string[][] = [];
  for (const { name, level, parent } of sections) {
    const above = parent === undefined ? [] : (paths[parent] ?? []);
    paths.push(level === 1 ? above : [...above, name]);
  }
  return paths;
}

/** How deep each task is indented; 0 for a task without a parent. */
export function taskDepths({ tasks }: Pick<Outline, 'tasks'>): number[] {
  const depths: number[] = [];
  for (const { parent } of tasks) {
    depths.push(parent === undefined ? 0 : (depths[parent] ?? 0) + 1);
  }
  return depths;
}

/** The indexes of the direct subtasks of each task. */
export function subtasks({ tasks }: Pick<Outline, 'tasks'>): number[][] {
  const children: number[][] = tasks.map(() => []);
  for (const [index, { parent }] of tasks.entries()) {
    if (parent !== undefined) children[parent]?.push(index);
  }
  return children;
}

/** The attributes that a task has, by the names of the tools' arguments; unknown ones by their keys. */
export function taskAttributes(task: Task): [string, string | string[]][] {
  const { priority, due, tags, dependsOn, estimate, assignee, type, area, state, seq } = task;
  const known = { priority, due, tags, dependsOn, estimate, assignee, type, area, state, seq };
  const set = Object.entries(known).flatMap(([name, value]): [string, string | string[]][] =>
    value === undefined ? [] : [[name, value]],
  );
  const other = (task.other ?? []).map(({ key, value }): [string, string] => [key, value]);
  return [...set, ...other];
}
