/** Plans as a model without Markdown. */

/**
 * @typedef {import('./random.mjs').Random} Random
 * @typedef {'todo' | 'doing' | 'done'} Status
 * @typedef {{ kind: 'prose', lines: string[], isCode: boolean, isTight: boolean }} Prose
 * @typedef {{ kind: 'task', id: string, title: string, status: Status, attributes: Record<string, string>, body: string[],
 *   items: Item[] }} Task
 * @typedef {Task | Prose} Item
 * @typedef {{ key: string, name: string, items: Item[], sections: Section[] }} Section
 * @typedef {{ indent: number, ending: string, endsOpen: boolean, isLoose: boolean }} Form how a plan is written
 * @typedef {{ body: string[], root: Section, form: Form }} Plan
 * @typedef {{ item: Item, list: Item[], task: Task | undefined, section: Section }} Position an item, the list that
 *   contains it, and the task and section around it
 * @typedef {{ section: Section, list: Section[], parent: Section }} SectionPosition
 */

/** @type {Status[]} */
const STATUSES = ['todo', 'todo', 'todo', 'doing', 'done'];
const WORDS =
  'amber birch cedar delta ember fjord grove heron inlet juniper kelp larch maple'.split(' ');
const MAX_LEVEL = 3;

/** Makes texts of which no two are equal. `mark` distinguishes the base and the two sides. */
export class Names {
  #count = 0;

  /**
   * @param {Random} random
   * @param {string} mark
   */
  constructor(random, mark) {
    this.random = random;
    this.mark = mark;
  }

  next() {
    this.#count += 1;
    return `${this.mark}${this.#count}`;
  }

  sentence() {
    const { random } = this;
    return `${random.pick(WORDS)} ${random.pick(WORDS)} ${this.next()} ${random.pick(WORDS)}.`;
  }
}

/**
 * @param {Names} names
 * @returns {Task}
 */
export function newTask(names) {
  const id = `t_${names.next()}`;
  return {
    kind: 'task',
    id,
    title: `Do ${names.sentence()}`,
    status: 'todo',
    attributes: {},
    body: [],
    items: [],
  };
}

/**
 * A paragraph, a list, or a code block with lines that look like headings and tasks.
 * @param {Names} names
 * @returns {Prose}
 */
export function newProse(names) {
  const { random } = names;
  const isCode = random.chance(0.15);
  if (isCode) {
    const lines = ['```sh', `# ${names.sentence()}`, '', `- [ ] ${names.sentence()}`, '```'];
    return { kind: 'prose', lines, isCode, isTight: false };
  }
  const bullet = random.chance(0.2) ? '* ' : '';
  const lines = Array.from(
    { length: 1 + random.below(3) },
    () => `${bullet}${capitalized(names.sentence())}`,
  );
  return { kind: 'prose', lines, isCode, isTight: bullet === '' && random.chance(0.2) };
}

/** @param {string} text */
function capitalized(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * A plan with nested sections and subtasks, and prose between and inside of tasks.
 * @param {Names} names
 * @param {number} size number of tasks
 * @returns {Plan}
 */
export function basePlan(names, size) {
  const { random } = names;
  const root = newSection(names);
  const sections = [{ section: root, level: 1 }];
  for (let count = Math.max(6, size / 12); count > 0; count -= 1) {
    const { section: parent, level } = random.pick(
      sections.filter((each) => each.level < MAX_LEVEL),
    );
    const section = newSection(names);
    parent.sections.push(section);
    sections.push({ section, level: level + 1 });
  }
  for (let count = 0; count < size; count += 1) {
    const { items } = random.pick(sections).section;
    listFor(items, random).push(filledTask(names));
    if (random.chance(0.25)) listFor(items, random).push(newProse(names));
  }
  const form = {
    indent: random.pick([2, 2, 2, 3, 4]),
    ending: random.chance(0.15) ? '\r\n' : '\n',
    endsOpen: random.chance(0.15),
    isLoose: random.chance(0.2),
  };
  return { body: random.chance(0.5) ? [names.sentence()] : [], root, form };
}

/**
 * @param {Names} names
 * @returns {Section}
 */
export function newSection(names) {
  const key = names.next();
  return { key, name: `Part ${key}`, items: [], sections: [] };
}

/** @param {Names} names */
function filledTask(names) {
  const { random } = names;
  const task = newTask(names);
  task.status = random.pick(STATUSES);
  if (random.chance(0.3)) task.attributes['priority'] = random.pick(['high', 'low']);
  if (random.chance(0.3)) task.attributes['tags'] = random.pick(['api', 'api,core', 'core,ui']);
  const lines = random.chance(0.4) ? 1 + random.below(3) : 0;
  task.body = Array.from({ length: lines }, () => names.sentence());
  return task;
}

/**
 * The list itself, or that of a task in it.
 * @param {Item[]} items
 * @param {Random} random
 * @returns {Item[]}
 */
export function listFor(items, random) {
  const tasks = items.filter((item) => item.kind === 'task');
  if (tasks.length === 0 || random.chance(0.6)) return items;
  return listFor(random.pick(tasks).items, random);
}

/**
 * All sections except the root.
 * @param {Plan} plan
 */
export function allSections({ root }) {
  /** @type {SectionPosition[]} */
  const all = [];
  /** @param {Section} parent */
  const visit = (parent) => {
    for (const section of parent.sections) {
      all.push({ section, list: parent.sections, parent });
      visit(section);
    }
  };
  visit(root);
  return all;
}

/**
 * All tasks and paragraphs, in order.
 * @param {Plan} plan
 */
export function allItems(plan) {
  /** @type {Position[]} */
  const all = [];
  for (const section of [plan.root, ...allSections(plan).map((each) => each.section)])
    all.push(...itemsIn(section.items, undefined, section));
  return all;
}

/**
 * @param {Item[]} list
 * @param {Task | undefined} task
 * @param {Section} section
 * @returns {Position[]}
 */
export function itemsIn(list, task, section) {
  return list.flatMap((item) => [
    { item, list, task, section },
    ...(item.kind === 'task' ? itemsIn(item.items, item, section) : []),
  ]);
}

/**
 * A section and those under it, with the level of the deepest one relative to it.
 * @param {Section} section
 * @returns {number}
 */
export function depthOf(section) {
  return 1 + Math.max(0, ...section.sections.map(depthOf));
}
