/** What blocks which task, what it blocks, and which tasks are ready. */
import type { Outline, Task } from 'long-term-plan-core/slim';

export interface Relations {
  /** Indexes of the tasks that each task depends on. */
  dependencies: number[][];
  /** Indexes of the tasks that depend on each task. */
  dependants: number[][];
  /** Open dependencies of each task and its parents. */
  blockedBy: number[][];
  /** Whether a task can be started: nothing and no one is in its way. */
  ready: Uint8Array;
  /** Direct subtasks that are done. */
  childrenDone: number[];
}

export function relationsOf(
  { tasks }: Pick<Outline, 'tasks'>,
  indexOf: ReadonlyMap<string, number>,
  children: readonly (readonly number[])[],
): Relations {
  const isOpen = (index: number) => tasks[index]?.status !== 'done';
  const dependencies = tasks.map(({ dependsOn = [] }) =>
    dependsOn.flatMap((id) => indexOf.get(id) ?? []),
  );
  const dependants: number[][] = tasks.map(() => []);
  for (const [index, others] of dependencies.entries()) {
    for (const other of others) dependants[other]?.push(index);
  }
  // A parent comes before its subtasks, so one pass passes on what blocks it.
  const blockedBy: number[][] = [];
  const isPaused = new Uint8Array(tasks.length);
  for (const [index, task] of tasks.entries()) {
    const own = (dependencies[index] ?? []).filter(isOpen);
    const above = task.parent === undefined ? [] : (blockedBy[task.parent] ?? []);
    blockedBy.push(above.length === 0 ? own : [...new Set([...own, ...above])]);
    isPaused[index] = Number(hasPause(task) || isPaused[task.parent ?? -1] === 1);
  }
  const ready = new Uint8Array(tasks.length);
  for (const [index, { status }] of tasks.entries()) {
    const hasOpenSubtask = (children[index] ?? []).some(isOpen);
    const isFree = blockedBy[index]?.length === 0 && !isPaused[index] && !hasOpenSubtask;
    if (status === 'todo' && isFree) ready[index] = 1;
  }
  const childrenDone = children.map((all) => all.filter((child) => !isOpen(child)).length);
  return { dependencies, dependants, blockedBy, ready, childrenDone };
}

const hasPause = ({ state }: Task) => state === 'blocked' || state === 'deferred';

/**
 * The tasks on the way by which `to` is already blocked by `from`, both included; `undefined` if there is none. A task starts
 * after its parent, so a dependency on its own parent or subtask would be a cycle too.
 */
export function pathOfBlockers(
  { dependants }: Relations,
  tasks: readonly Task[],
  children: readonly (readonly number[])[],
  from: number,
  to: number,
): number[] | undefined {
  const cameFrom = new Map<number, number>([[from, from]]);
  const queue = [from];
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    if (at === to) {
      const path = [to];
      for (let step = to; step !== from; ) {
        step = cameFrom.get(step) ?? from;
        path.unshift(step);
      }
      return path;
    }
    const parent = tasks[at]?.parent;
    const next = [
      ...(dependants[at] ?? []),
      ...(children[at] ?? []),
      ...(parent === undefined ? [] : [parent]),
    ];
    for (const other of next) {
      if (cameFrom.has(other)) continue;
      cameFrom.set(other, at);
      queue.push(other);
    }
  }
  return undefined;
}
