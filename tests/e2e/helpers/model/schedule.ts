/**
 * The order of starts and finishes. A task starts after its dependencies have finished and its parent has started; it
 * finishes after it has started and its subtasks have finished.
 */
import { find, type Plan } from './plan.ts';

type Moment = `${'start' | 'finish'} ${string}`;

/** These moments, and all moments that must come before one of them. */
function before(plan: Plan, moments: Moment[]): Set<Moment> {
  const reached = new Set<Moment>();
  const follow = (moment: Moment): void => {
    const [kind, id = ''] = moment.split(' ');
    const found = find(plan, id);
    if (reached.has(moment) || !found) return;
    reached.add(moment);
    const { task, parent } = found;
    if (kind === 'finish') {
      follow(`start ${id}`);
      for (const child of task.children) follow(`finish ${child.id}`);
    } else {
      for (const target of task.attributes.dependsOn ?? []) follow(`finish ${target}`);
      if (parent) follow(`start ${parent.id}`);
    }
  };
  moments.forEach(follow);
  return reached;
}

/** Whether these dependencies of the task would create a cycle. */
export function closesCycle(plan: Plan, id: string, dependsOn: string[]): boolean {
  const finishes = dependsOn.map((target): Moment => `finish ${target}`);
  return before(plan, finishes).has(`start ${id}`);
}

/** Whether these dependencies of a new task under a parent would create a cycle. */
export function newTaskClosesCycle(plan: Plan, parent: string, dependsOn: string[]): boolean {
  const finishes = dependsOn.map((target): Moment => `finish ${target}`);
  return before(plan, finishes).has(`finish ${parent}`);
}

/** Whether the position of the task creates a cycle. */
export function isInCycle(plan: Plan, id: string): boolean {
  const parent = find(plan, id)?.parent;
  if (!parent) return false;
  return (
    before(plan, [`start ${parent.id}`]).has(`start ${id}`) ||
    before(plan, [`finish ${id}`]).has(`finish ${parent.id}`)
  );
}
