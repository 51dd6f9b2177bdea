/** What a merge must say, from the three plans alone, compared with what it says. */
import { allTasks } from './plan.mjs';

/**
 * @typedef {import('./plan.mjs').Plan} Plan
 * @typedef {{ id: string, title: string, status: string, priority?: string, tags?: string[],
 *   section?: number, parent?: number, body?: { markdown: string } }} Read a task as the core reads it
 * @typedef {{ sections: { name: string }[], tasks: Read[] }} Outline
 * @typedef {Record<string, string>} Fields
 * @typedef {{ tasks: Map<string, Fields>, sections: Map<string, string> }} Index
 */

/**
 * `outline` is what the core reads in `text`. Tasks that the merge has `told` of, because a rule had to decide, may
 * stand in another place, or be there because something was put under them.
 * @param {Outline} outline
 * @param {string} text
 * @param {Plan[]} plans
 * @param {Set<string>} told
 */
export function countFaults(outline, text, plans, told) {
  const versions = plans.map(indexed);
  const [base, ours, theirs] = /** @type {[Index, Index, Index]} */ (versions);
  /** @type {string[]} */
  const lost = [];
  /** @type {string[]} */
  const doubled = [];
  /** @type {Map<string, Read>} */
  const found = new Map();
  for (const task of outline.tasks) {
    if (found.has(task.id)) doubled.push(`${task.id} is there twice`);
    found.set(task.id, task);
  }
  const ids = new Set([...base.tasks.keys(), ...ours.tasks.keys(), ...theirs.tasks.keys()]);
  for (const id of found.keys()) if (!ids.has(id)) doubled.push(`${id} is nobody's`);
  for (const id of ids) {
    const [was, our, their] = [base, ours, theirs].map(({ tasks }) => tasks.get(id));
    const is = found.get(id);
    if (was && !(our && their)) {
      // Deleted on one side at least: gone, unless the other side changed it.
      if (is && !told.has(id) && isUntouched(was, our ?? their))
        lost.push(`${id} was deleted and is there`);
      continue;
    }
    if (!is) {
      lost.push(`${id} is not there`);
      continue;
    }
    const places = told.has(id) ? [] : ['parent', 'section'];
    for (const field of ['status', 'title', 'priority', 'tags', 'body', ...places]) {
      const expected = threeWay(was?.[field], (our ?? their)?.[field], (their ?? our)?.[field]);
      if (
        expected !== undefined &&
        expected.value !== fieldOf(is, field, outline, [base, ours, theirs])
      ) {
        lost.push(
          `${field} of ${id} is ${fieldOf(is, field, outline, [base, ours, theirs])}, not ${expected.value}`,
        );
      }
    }
  }
  for (const note of text.match(/Note of \w+\./g) ?? []) {
    if (text.split(note).length > 2) doubled.push(`${note} is there twice`);
  }
  for (const section of [...ours.sections.keys(), ...theirs.sections.keys()]) {
    const names = [base, ours, theirs].map(({ sections }) => sections.get(section));
    const expected = threeWay(names[0], names[1] ?? names[2], names[2] ?? names[1]);
    const there = outline.sections.filter(({ name }) => name === expected?.value).length;
    if (expected && there === 0) lost.push(`section ${expected.value} is not there`);
    if (expected && there > 1) doubled.push(`section ${expected.value} is there twice`);
  }
  return { lost, doubled };
}

/**
 * Whatever either side wrote is in a text with conflict markers.
 * @param {string} text
 * @param {Plan[]} plans
 */
export function isKeptInConflict(text, plans) {
  const [base, ...sides] = /** @type {[Index, Index, Index]} */ (plans.map(indexed));
  return sides.every((side) =>
    [...side.tasks].every(([id, task]) => {
      const was = base.tasks.get(id);
      const isNew = !was || was.title !== task.title;
      const other = sides.find((one) => one !== side);
      if (isNew && other?.tasks.get(id)?.title !== was?.title && !text.includes(task.title ?? ''))
        return false;
      if (!was && !text.includes(`id=${id}`)) return false;
      const notes = (task.body ?? '').match(/Note of \w+\./g) ?? [];
      return notes.every((note) => text.includes(note));
    }),
  );
}

/**
 * @param {Plan} plan
 * @returns {Index}
 */
function indexed(plan) {
  const tasks = new Map();
  for (const { task, parent, section } of allTasks(plan)) {
    const { id, title, status, attributes, body } = task;
    tasks.set(id, {
      title,
      status,
      priority: attributes.priority ?? '',
      tags: attributes.tags ?? '',
      body: body.join('\n'),
      parent: parent?.id ?? '',
      // What stands under a task goes where that goes.
      section: parent ? '' : section.key,
    });
  }
  return { tasks, sections: new Map(plan.sections.map(({ key, name }) => [key, name])) };
}

/**
 * @param {Fields} was
 * @param {Fields | undefined} is
 */
function isUntouched(was, is) {
  return is === undefined || Object.keys(was).every((field) => was[field] === is[field]);
}

/**
 * The value, where at most one side changed it.
 * @param {string | undefined} was
 * @param {string | undefined} our
 * @param {string | undefined} their
 */
function threeWay(was, our, their) {
  if (our === was) return { value: their };
  if (their === was || our === their) return { value: our };
  return undefined;
}

/**
 * @param {Read} task
 * @param {string} field
 * @param {Outline} outline
 * @param {Index[]} versions
 */
function fieldOf(task, field, outline, versions) {
  switch (field) {
    case 'priority':
    case 'tags':
      return [task[field] ?? ''].flat().join(',');
    case 'body':
      return task.body?.markdown ?? '';
    case 'parent':
      return task.parent === undefined ? '' : outline.tasks[task.parent]?.id;
    case 'section':
      return task.parent === undefined
        ? keyOf(outline.sections[task.section ?? -1]?.name, versions)
        : '';
    default:
      return field === 'status' ? task.status : task.title;
  }
}

/**
 * The section that has this name in one of the versions; names are never used twice.
 * @param {string | undefined} name
 * @param {Index[]} versions
 */
function keyOf(name, versions) {
  for (const { sections } of versions) {
    for (const [key, known] of sections) if (known === name) return key;
  }
  return name;
}
