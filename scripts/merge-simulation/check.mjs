/** Compares the result of a merge with what the three plans alone require. */
import { allTasks } from './plan.mjs';

/**
 * @typedef {import('./plan.mjs').Plan} Plan
 * @typedef {{ id: string, title: string, status: string, priority?: string, tags?: string[],
 *   section?: number, parent?: number, body?: { markdown: string } }} ReadTask as the core reads it
 * @typedef {{ sections: { name: string }[], tasks: ReadTask[] }} Outline
 * @typedef {Record<string, string>} Fields
 * @typedef {{ tasks: Map<string, Fields>, sections: Map<string, string> }} Index
 */

/**
 * `outline` is what the core reads in `text`. Tasks in `reported` are those for which the merge reported that a rule had to
 * decide: they may be in another position, or exist because something was put under them.
 * @param {Outline} outline
 * @param {string} text
 * @param {Plan[]} plans
 * @param {Set<string>} reported
 */
export function findFaults(outline, text, plans, reported) {
  const versions = plans.map(indexed);
  const [base, ours, theirs] = /** @type {[Index, Index, Index]} */ (versions);
  /** @type {string[]} */
  const lost = [];
  /** @type {string[]} */
  const doubled = [];
  /** @type {Map<string, ReadTask>} */
  const found = new Map();
  for (const task of outline.tasks) {
    if (found.has(task.id)) doubled.push(`${task.id} occurs twice`);
    found.set(task.id, task);
  }
  const ids = new Set([...base.tasks.keys(), ...ours.tasks.keys(), ...theirs.tasks.keys()]);
  for (const id of found.keys()) if (!ids.has(id)) doubled.push(`${id} is in none of the versions`);
  for (const id of ids) {
    const [was, our, their] = [base, ours, theirs].map(({ tasks }) => tasks.get(id));
    const is = found.get(id);
    if (was && !(our && their)) {
      // Deleted on one side at least: it must not exist, unless the other side changed it.
      if (is && !reported.has(id) && isUntouched(was, our ?? their))
        lost.push(`${id} was deleted and still exists`);
      continue;
    }
    if (!is) {
      lost.push(`${id} is missing`);
      continue;
    }
    const positions = reported.has(id) ? [] : ['parent', 'section'];
    for (const field of ['status', 'title', 'priority', 'tags', 'body', ...positions]) {
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
    if (text.split(note).length > 2) doubled.push(`${note} occurs twice`);
  }
  for (const section of [...ours.sections.keys(), ...theirs.sections.keys()]) {
    const names = [base, ours, theirs].map(({ sections }) => sections.get(section));
    const expected = threeWay(names[0], names[1] ?? names[2], names[2] ?? names[1]);
    const count = outline.sections.filter(({ name }) => name === expected?.value).length;
    if (expected && count === 0) lost.push(`section ${expected.value} is missing`);
    if (expected && count > 1) doubled.push(`section ${expected.value} occurs twice`);
  }
  return { lost, doubled };
}

/**
 * Whether a text with conflict markers contains everything that either side wrote.
 * @param {string} text
 * @param {Plan[]} plans
 */
export function keepsBothSides(text, plans) {
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
      // A subtask moves with its parent.
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
 * @param {ReadTask} task
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
