/** Edits as people and agents make them. */
import { allItems, allSections, depthOf, itemsIn, newProse, newSection, newTask } from './plan.mjs';

/**
 * @typedef {import('./random.mjs').Random} Random
 * @typedef {import('./plan.mjs').Names} Names
 * @typedef {import('./plan.mjs').Plan} Plan
 * @typedef {import('./plan.mjs').Task} Task
 * @typedef {import('./plan.mjs').Section} Section
 * @typedef {import('./plan.mjs').Position} Position
 * @typedef {{ plan: Plan, names: Names, random: Random, touch: Touch }} Edit
 * @typedef {(...facets: string[]) => boolean} Touch returns whether these facets may be changed, and records them; one that
 *   starts with `?` is not recorded, so that both sides may do the same
 */

/** How often each kind of edit is made. */
const WEIGHTS = {
  advance: 14,
  setStatus: 1,
  addTask: 8,
  appendToBody: 5,
  retitle: 3,
  setAttribute: 4,
  changeTags: 2,
  claim: 1,
  changeBody: 2,
  moveTask: 4,
  deleteTask: 2,
  addProse: 3,
  rewriteProse: 2,
  deleteProse: 1,
  moveProse: 1,
  renameSection: 1,
  addSection: 1,
  moveSection: 1,
  wrapSection: 0.5,
  deleteSection: 0.3,
  appendToPlanBody: 0.5,
  reindent: 0.1,
};

/** @typedef {keyof typeof WEIGHTS} Kind */

const KINDS = /** @type {[Kind, number][]} */ (Object.entries(WEIGHTS));
const TOTAL = KINDS.reduce((sum, [, weight]) => sum + weight, 0);
/** Both sides together must not make headings deeper than Markdown allows. */
const MAX_LEVEL = 4;

/**
 * Copies the plan, makes edits, and returns the facets they touched. Facets in `taken` are not touched.
 * @param {Plan} base
 * @param {Names} names
 * @param {Set<string>} taken
 * @param {number} count
 */
export function makeBranch(base, names, taken, count) {
  const { random } = names;
  const plan = structuredClone(base);
  /** @type {Set<string>} */
  const touched = new Set();
  /** @type {Touch} */
  const touch = (...facets) => {
    if (facets.some((facet) => taken.has(facet.replace('?', '')))) return false;
    for (const facet of facets) if (!facet.startsWith('?')) touched.add(facet);
    return true;
  };
  for (let index = 0; index < count; index += 1) {
    // An edit that is not possible is replaced by another one.
    for (let attempt = 0; attempt < 50; attempt += 1) {
      if (EDITS[pickKind(random)]({ plan, names, random, touch })) break;
    }
  }
  return { plan, touched };
}

/**
 * @param {Random} random
 * @returns {Kind}
 */
function pickKind(random) {
  let at = (random.below(1e6) / 1e6) * TOTAL;
  const found = KINDS.find(([, weight]) => {
    at -= weight;
    return at < 0;
  });
  return found?.[0] ?? 'advance';
}

/** Each returns whether it changed something. @type {Record<Kind, (edit: Edit) => boolean>} */
const EDITS = {
  advance: (edit) =>
    onTask(edit, ['status'], (task) => {
      if (task.status === 'done') return false;
      task.status = edit.random.chance(0.6) ? 'done' : 'doing';
      return true;
    }),
  setStatus: (edit) =>
    onTask(edit, ['status'], (task) => {
      task.status = edit.random.pick(['todo', 'doing', 'done']);
      return true;
    }),
  retitle: (edit) =>
    onTask(edit, ['title'], (task) => {
      task.title = `Do ${edit.names.sentence()}`;
      return true;
    }),
  setAttribute: (edit) => {
    const key = edit.random.pick(['priority', 'due', 'estimate', 'area']);
    return onTask(edit, [key], (task) => {
      const value =
        key === 'priority' ? edit.random.pick(['highest', 'medium']) : edit.names.next();
      task.attributes[key] = key === 'due' ? `2026-12-${10 + edit.random.below(20)}` : value;
      return true;
    });
  },
  changeTags: (edit) =>
    onTask(edit, ['tags'], (task) => {
      const tags = new Set((task.attributes['tags'] ?? '').split(',').filter(Boolean));
      const [removed] = edit.random.chance(0.3) ? [...tags] : [];
      if (removed === undefined) tags.add(`tag-${edit.names.next()}`);
      else tags.delete(removed);
      if (tags.size > 0) task.attributes['tags'] = [...tags].join(',');
      else delete task.attributes['tags'];
      return true;
    }),
  claim: (edit) =>
    onTask(edit, ['status', 'assignee'], (task) => {
      if (task.status !== 'todo') return false;
      task.status = 'doing';
      task.attributes['assignee'] = edit.names.mark;
      return true;
    }),
  appendToBody: (edit) =>
    onTask(edit, [`appended ${edit.names.mark}`, '?body'], ({ body }) => {
      body.push(edit.names.sentence());
      return true;
    }),
  changeBody: (edit) =>
    onTask(edit, ['body', '?appended o', '?appended t'], ({ body }) => {
      if (body.length === 0) return false;
      const at = edit.random.below(body.length);
      const isDeleted = body.length > 1 && edit.random.chance(0.3);
      body.splice(at, 1, ...(isDeleted ? [] : [edit.names.sentence()]));
      return true;
    }),
  addTask: ({ plan, names, random, touch }) => {
    const list = pickList(plan, random, touch);
    list?.splice(
      random.chance(0.6) ? list.length : random.below(list.length + 1),
      0,
      newTask(names),
    );
    return list !== undefined;
  },
  moveTask: ({ plan, random, touch }) => {
    const found = random.pick(allItems(plan));
    if (found.item.kind !== 'task') return false;
    const task = found.item;
    const inside = tasksIn(task);
    const target = random.pick(allItems(plan));
    if (target.item === task || inside.some((each) => each === target.task)) return false;
    const isUnder = target.item.kind === 'task' && random.chance(0.2);
    const parent = isUnder && target.item.kind === 'task' ? target.item : target.task;
    if (parent && inside.includes(parent)) return false;
    // Two moves can put tasks under each other, so all ancestors count as touched, too.
    const above = parent ? ancestors(plan, parent) : [];
    const facets = inside.flatMap(({ id }) => [`${id} place`]);
    const abovePlaces = above.flatMap(({ id }) => [`${id} exists`, `${id} place`]);
    const around = [`${task.id} exists`, `section ${target.section.key} exists`];
    if (!touch(...facets, ...around, ...abovePlaces)) return false;
    found.list.splice(found.list.indexOf(task), 1);
    const list = isUnder && parent ? parent.items : target.list;
    list.splice(random.below(list.length + 1), 0, task);
    return true;
  },
  deleteTask: ({ plan, random, touch }) => {
    const { item, list } = random.pick(allItems(plan));
    if (item.kind !== 'task' || !touch(...facetsOf(item))) return false;
    list.splice(list.indexOf(item), 1);
    return true;
  },
  addProse: ({ plan, names, random, touch }) => {
    const list = pickList(plan, random, touch);
    list?.splice(random.below(list.length + 1), 0, newProse(names));
    return list !== undefined;
  },
  rewriteProse: (edit) =>
    onProse(edit, (prose) => {
      const at = prose.isCode ? 1 : edit.random.below(prose.lines.length);
      const bullet = /^([*#] )?/.exec(prose.lines[at] ?? '')?.[0] ?? '';
      prose.lines[at] = `${bullet}New ${edit.names.sentence()}`;
      return true;
    }),
  deleteProse: (edit) =>
    onProse(edit, (prose, { list }) => {
      list.splice(list.indexOf(prose), 1);
      return true;
    }),
  moveProse: (edit) =>
    onProse(edit, (prose, { list }) => {
      const target = pickList(edit.plan, edit.random, edit.touch);
      if (!target) return false;
      list.splice(list.indexOf(prose), 1);
      target.splice(edit.random.below(target.length + 1), 0, prose);
      return true;
    }),
  renameSection: ({ plan, names, random, touch }) => {
    const { section } = random.pick(allSections(plan));
    // An empty section with another name is another section.
    if (section.items.length + section.sections.length === 0) return false;
    if (!touch(`section ${section.key} name`, `section ${section.key} exists`)) return false;
    section.name = `Renamed ${names.next()}`;
    return true;
  },
  addSection: ({ plan, names, random, touch }) => {
    const above = random.pick([plan.root, ...allSections(plan).map(({ section }) => section)]);
    if (levelOf(plan, above) === MAX_LEVEL || !touch(`section ${above.key} exists`)) return false;
    const section = newSection(names);
    section.items.push(newTask(names));
    above.sections.splice(random.below(above.sections.length + 1), 0, section);
    return true;
  },
  moveSection: ({ plan, random, touch }) => {
    const { section, list } = random.pick(allSections(plan));
    const target = random.chance(0.3) ? plan.root : random.pick(allSections(plan)).section;
    const moved = sectionsIn(section);
    if (moved.includes(target) || levelOf(plan, target) + depthOf(section) > MAX_LEVEL)
      return false;
    const above = sectionsAbove(plan, target);
    const facets = [...moved, ...above].map(({ key }) => `section ${key} place`);
    const exist = [section, ...above].map(({ key }) => `section ${key} exists`);
    if (!touch(...facets, ...exist)) return false;
    list.splice(list.indexOf(section), 1);
    target.sections.splice(random.below(target.sections.length + 1), 0, section);
    return true;
  },
  wrapSection: ({ plan, names, random, touch }) => {
    const { section, list } = random.pick(allSections(plan));
    if (levelOf(plan, section) + depthOf(section) > MAX_LEVEL) return false;
    const facets = sectionsIn(section).map(({ key }) => `section ${key} place`);
    if (!touch(...facets, `section ${section.key} exists`)) return false;
    const around = newSection(names);
    around.sections.push(section);
    list.splice(list.indexOf(section), 1, around);
    return true;
  },
  deleteSection: ({ plan, random, touch }) => {
    const { section, list } = random.pick(allSections(plan));
    const deleted = sectionsIn(section);
    const facets = deleted.flatMap(({ key }) =>
      ['exists', 'name', 'place'].map((facet) => `section ${key} ${facet}`),
    );
    const items = deleted.flatMap((each) => itemsIn(each.items, undefined, each));
    const ofItems = items.flatMap(({ item }) =>
      item.kind === 'task' ? facetsOf(item) : [`prose ${item.lines[1] ?? item.lines[0]}`],
    );
    if (allSections(plan).length < 4 || !touch(...facets, ...ofItems)) return false;
    list.splice(list.indexOf(section), 1);
    return true;
  },
  appendToPlanBody: ({ plan, names }) => {
    plan.body.push(names.sentence());
    return true;
  },
  reindent: ({ plan, random, touch }) => {
    if (!touch('indentation')) return false;
    plan.form.indent = random.pick([2, 3, 4].filter((indent) => indent !== plan.form.indent));
    return true;
  },
};

/**
 * @param {Edit} edit
 * @param {string[]} fields
 * @param {(task: Task) => boolean} change
 */
function onTask({ plan, random, touch }, fields, change) {
  const { item } = random.pick(allItems(plan));
  if (item.kind !== 'task') return false;
  if (!touch(`${item.id} exists`, ...fields.map((field) => facetOf(item, field)))) return false;
  return change(item);
}

/**
 * @param {Task} task
 * @param {string} field
 */
function facetOf({ id }, field) {
  return field.startsWith('?') ? `?${id} ${field.slice(1)}` : `${id} ${field}`;
}

/**
 * @param {Edit} edit
 * @param {(prose: import('./plan.mjs').Prose, position: Position) => boolean} change
 */
function onProse({ plan, random, touch }, change) {
  const position = random.pick(allItems(plan));
  const { item, task, section } = position;
  if (item.kind !== 'prose') return false;
  const around = task
    ? ancestors(plan, task).map(({ id }) => `${id} exists`)
    : [`section ${section.key} exists`];
  // A code block begins with the same line as others.
  return touch(`prose ${item.lines[1] ?? item.lines[0]}`, ...around) && change(item, position);
}

/**
 * A list of items in a section or under a task.
 * @param {Plan} plan
 * @param {Random} random
 * @param {Touch} touch
 */
function pickList(plan, random, touch) {
  const { item, list, task, section } = random.pick(allItems(plan));
  const parent = item.kind === 'task' && random.chance(0.25) ? item : task;
  const around = parent ? ancestors(plan, parent) : [];
  const facets = around.map(({ id }) => `${id} exists`);
  if (!touch(`section ${section.key} exists`, ...facets)) return undefined;
  return parent === item && item.kind === 'task' ? item.items : list;
}

/**
 * A task and its subtasks.
 * @param {Task} task
 * @returns {Task[]}
 */
function tasksIn(task) {
  return [task, ...task.items.flatMap((item) => (item.kind === 'task' ? tasksIn(item) : []))];
}

/** @param {Task} task */
function facetsOf(task) {
  const fields = ['exists', 'place', 'status', 'title', 'body', 'appended o', 'appended t', 'tags'];
  fields.push('assignee', 'priority', 'due', 'estimate', 'area');
  const prose = tasksIn(task).flatMap(({ items }) =>
    items.flatMap((item) =>
      item.kind === 'prose' ? [`prose ${item.lines[1] ?? item.lines[0]}`] : [],
    ),
  );
  return [...tasksIn(task).flatMap(({ id }) => fields.map((field) => `${id} ${field}`)), ...prose];
}

/**
 * A task and its ancestors.
 * @param {Plan} plan
 * @param {Task} task
 */
function ancestors(plan, task) {
  const parents = new Map(allItems(plan).map((each) => [each.item, each.task]));
  const found = [];
  for (let at = /** @type {Task | undefined} */ (task); at; at = parents.get(at)) found.push(at);
  return found;
}

/**
 * @param {Section} section
 * @returns {Section[]}
 */
function sectionsIn(section) {
  return [section, ...section.sections.flatMap(sectionsIn)];
}

/**
 * A section and those above it, without the root.
 * @param {Plan} plan
 * @param {Section} section
 */
function sectionsAbove(plan, section) {
  const parents = new Map(allSections(plan).map((each) => [each.section, each.parent]));
  const found = [];
  for (let at = /** @type {Section | undefined} */ (section); at; at = parents.get(at))
    found.push(at);
  return found.filter((each) => each !== plan.root);
}

/**
 * @param {Plan} plan
 * @param {Section} section
 */
function levelOf(plan, section) {
  return 1 + sectionsAbove(plan, section).length;
}
