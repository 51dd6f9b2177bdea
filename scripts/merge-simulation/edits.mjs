/** Edits as people and agents make them. */
import { allTasks, newTask } from './plan.mjs';

/**
 * @typedef {import('./random.mjs').Random} Random
 * @typedef {import('./plan.mjs').Plan} Plan
 * @typedef {import('./plan.mjs').Task} Task
 * @typedef {import('./plan.mjs').Position} Position
 * @typedef {import('./plan.mjs').Status} Status
 * @typedef {(...fields: string[]) => boolean} Touch returns whether these fields may be changed, and records them
 */

/** @type {Status[]} */
const STATUSES = ['todo', 'doing', 'done'];

const KINDS = [
  ...Array(14).fill('tick'),
  ...Array(8).fill('add'),
  ...Array(5).fill('reword'),
  ...Array(5).fill('note'),
  ...Array(4).fill('move'),
  ...Array(2).fill('delete'),
  ...Array(2).fill('section'),
];

/**
 * Copies the plan, makes 1 to 40 edits, and returns the fields they touched. Fields in `taken` are not touched. `mark`
 * distinguishes what is new on this branch from what is new on the other.
 * @param {Plan} base
 * @param {Random} random
 * @param {string} mark
 * @param {Set<string>} taken
 */
export function makeBranch(base, random, mark, taken, count = 1 + random.below(40)) {
  const plan = structuredClone(base);
  /** @type {Set<string>} */
  const touched = new Set();
  for (let index = 0; index < count; index++) {
    // An edit that would touch a taken field is replaced by another edit.
    for (let attempt = 0; attempt < 50; attempt++) {
      if (edit(plan, random, `${mark}${index}`, taken, touched)) break;
    }
  }
  return { plan, touched };
}

/**
 * Returns whether it changed something.
 * @param {Plan} plan
 * @param {Random} random
 * @param {string} name
 * @param {Set<string>} taken
 * @param {Set<string>} touched
 */
function edit(plan, random, name, taken, touched) {
  const kind = random.pick(KINDS);
  if (kind === 'section') return editSection(plan, random, name, taken, touched);
  const all = allTasks(plan);
  const found = random.pick(all);
  const { task, list } = found;
  /** @type {Touch} */
  const touch = (...fields) => {
    if (fields.some((field) => taken.has(field))) return false;
    for (const field of fields) touched.add(field);
    return true;
  };
  switch (kind) {
    case 'tick': {
      const status = random.pick(STATUSES.filter((one) => one !== task.status));
      if (!touch(`${task.id} status`, `${task.id} is`)) return false;
      task.status = status;
      return true;
    }
    case 'reword':
      if (!touch(`${task.id} title`, `${task.id} is`)) return false;
      task.title = `Reworded by ${name}`;
      return true;
    case 'note':
      if (!touch(`${task.id} body`, `${task.id} is`)) return false;
      task.body.push(`Note of ${name}.`);
      return true;
    case 'add':
      return add(found, random, name, touch);
    case 'move':
      return move(found, random, all, touch, plan);
    default: {
      // The other side must not touch what is deleted, nor put anything under it.
      const deleted = [task, ...tasksIn(task.children).map((one) => one.task)];
      if (deleted.some(({ id }) => taken.has(`${id} is`) || taken.has(`${id} place`))) return false;
      for (const { id } of deleted) {
        for (const field of ['is', 'place', 'status', 'title', 'body'])
          touched.add(`${id} ${field}`);
      }
      list.splice(list.indexOf(task), 1);
      return true;
    }
  }
}

/**
 * @param {Position} position
 * @param {Random} random
 * @param {string} name
 * @param {Touch} touch
 */
function add({ task, list, parent }, random, name, touch) {
  const added = newTask(`t_new${name}`, `Added by ${name}`);
  if (random.chance(0.25)) {
    if (!touch(`${task.id} is`)) return false;
    task.children.push(added);
    return true;
  }
  if (parent && !touch(`${parent.id} is`)) return false;
  const at = random.chance(0.6) ? list.length : random.below(list.length + 1);
  list.splice(at, 0, added);
  return true;
}

/**
 * @param {Position} position
 * @param {Random} random
 * @param {Position[]} all
 * @param {Touch} touch
 * @param {Plan} plan
 */
function move({ task, list }, random, all, touch, plan) {
  const inside = new Set(tasksIn([task]).map((one) => one.task));
  const target = random.pick(all);
  if (inside.has(target.task) || (target.parent && inside.has(target.parent))) return false;
  const isUnder = random.chance(0.2);
  const newParent = isUnder ? target.task : target.parent;
  const fields = [...inside].flatMap(({ id }) => [`${id} place`]);
  // Two moves can put tasks under each other, so all ancestors count as touched, too.
  const above = newParent ? ancestors(plan, newParent) : [];
  if (!touch(...fields, `${task.id} is`, ...above.flatMap(({ id }) => [`${id} is`, `${id} place`])))
    return false;
  list.splice(list.indexOf(task), 1);
  if (isUnder) target.task.children.push(task);
  else target.list.splice(random.below(target.list.length + 1), 0, task);
  return true;
}

/**
 * The tasks of a list with all their subtasks.
 * @param {Task[]} tasks
 */
function tasksIn(tasks) {
  return allTasks({ sections: [{ key: '', name: '', tasks }] });
}

/**
 * A task and its ancestors.
 * @param {Plan} plan
 * @param {Task} task
 */
function ancestors(plan, task) {
  const parents = new Map(allTasks(plan).map((one) => [one.task, one.parent]));
  const found = [];
  for (let at = /** @type {Task | undefined} */ (task); at; at = parents.get(at)) found.push(at);
  return found;
}

/**
 * @param {Plan} plan
 * @param {Random} random
 * @param {string} name
 * @param {Set<string>} taken
 * @param {Set<string>} touched
 */
function editSection(plan, random, name, taken, touched) {
  if (random.chance(0.5)) {
    const tasks = [newTask(`t_new${name}`, `Added by ${name}`)];
    const section = { key: name, name: `New section ${name}`, tasks };
    plan.sections.splice(random.below(plan.sections.length + 1), 0, section);
    return true;
  }
  const section = random.pick(plan.sections);
  if (taken.has(`section ${section.key}`)) return false;
  touched.add(`section ${section.key}`);
  section.name = `Renamed by ${name}`;
  return true;
}
