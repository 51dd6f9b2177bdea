/**
 * What has to happen before what. A task begins after all that it depends on has ended and after the
 * one it is under has begun; it ends after it has begun and after all under it has ended.
 */
import { find, type Plan } from './plan.ts';

type Moment = `${'begin' | 'end'} ${string}`;

/** All moments that must come before one of these, and these themselves. */
function before(plan: Plan, moments: Moment[]): Set<Moment> {
  const reached = new Set<Moment>();
  const follow = (moment: Moment): void => {
    const [kind, id = ''] = moment.split(' ');
    const found = find(plan, id);
    if (reached.has(moment) || !found) return;
    reached.add(moment);
    const { task, parent } = found;
    if (kind === 'end') {
      follow(`begin ${id}`);
      for (const child of task.children) follow(`end ${child.id}`);
    } else {
      for (const target of task.attributes.dependsOn ?? []) follow(`end ${target}`);
      if (parent) follow(`begin ${parent.id}`);
    }
  };
  moments.forEach(follow);
  return reached;
}

/** Whether tasks would wait for each other if the task waited for these. */
export function closesCircle(plan: Plan, id: string, dependsOn: string[]): boolean {
  const ends = dependsOn.map((target): Moment => `end ${target}`);
  return before(plan, ends).has(`begin ${id}`);
}

/** The same for a new task under a parent. */
export function newClosesCircle(plan: Plan, parent: string, dependsOn: string[]): boolean {
  const ends = dependsOn.map((target): Moment => `end ${target}`);
  return before(plan, ends).has(`end ${parent}`);
}

/** Whether tasks wait for each other because the task is where it is. */
export function isInCircle(plan: Plan, id: string): boolean {
  const parent = find(plan, id)?.parent;
  if (!parent) return false;
  return (
    before(plan, [`begin ${parent.id}`]).has(`begin ${id}`) ||
    before(plan, [`end ${id}`]).has(`end ${parent.id}`)
  );
}
