/** Plans as a model without Markdown, and their text. */

/**
 * @typedef {import('./random.mjs').Random} Random
 * @typedef {'todo' | 'doing' | 'done'} Status
 * @typedef {{ id: string, title: string, status: Status, attributes: Record<string, string>, body: string[],
 *   children: Task[] }} Task
 * @typedef {{ key: string, name: string, tasks: Task[] }} Section
 * @typedef {{ sections: Section[] }} Plan
 * @typedef {{ task: Task, list: Task[], parent: Task | undefined, section: Section }} Position
 */

const MARKS = { todo: ' ', doing: '*', done: '√' };
/** @type {Status[]} */
const STATUSES = ['todo', 'todo', 'doing', 'done'];
const WORDS = [
  'parser',
  'editor',
  'search',
  'index',
  'lock',
  'page',
  'token',
  'cache',
  'release',
  'docs',
];

/**
 * Sections with tasks; the subtasks of a task are in `children`.
 * @param {Random} random
 * @returns {Plan}
 */
export function basePlan(random, size = 300) {
  const sections = Array.from({ length: Math.max(8, Math.floor(size / 40)) }, (_, index) => ({
    key: `s${index}`,
    name: `Section ${index}`,
    tasks: /** @type {Task[]} */ ([]),
  }));
  for (let index = 0; index < size; index++) {
    const task = newTask(`t_base${index}`, `${random.pick(WORDS)} ${random.pick(WORDS)} ${index}`);
    task.status = random.pick(STATUSES);
    if (random.chance(0.3)) task.attributes.priority = random.pick(['high', 'low']);
    if (random.chance(0.2)) task.attributes.tags = random.pick(['api', 'core']);
    const lines = random.chance(0.4) ? 1 + random.below(3) : 0;
    for (let line = 0; line < lines; line++) task.body.push(`Line ${line} about ${index}.`);
    const tasks = sections[Math.floor((index * sections.length) / size)]?.tasks ?? [];
    const last = tasks.at(-1);
    const parent = last && random.chance(0.3) && (random.chance(0.3) ? last.children.at(-1) : last);
    (parent ? parent.children : tasks).push(task);
  }
  return { sections };
}

/**
 * @param {string} id
 * @param {string} title
 * @returns {Task}
 */
export function newTask(id, title) {
  return { id, title, status: 'todo', attributes: {}, body: [], children: [] };
}

/** @param {Plan} plan */
export function render({ sections }) {
  const lines = ['<!-- long-term-plan:format=v1 -->', '', '# Simulated plan'];
  /**
   * @param {Task} task
   * @param {string} indent
   */
  const write = (task, indent) => {
    const attributes = Object.entries(task.attributes).map(([key, value]) => ` ${key}=${value}`);
    lines.push(
      `${indent}- [${MARKS[task.status]}] ${task.title} <!-- long-term-plan:id=${task.id}${attributes.join('')} -->`,
      ...task.body.map((line) => `${indent}  > ${line}`),
    );
    for (const child of task.children) write(child, `${indent}  `);
  };
  for (const { name, tasks } of sections) {
    lines.push('', `## ${name}`, '');
    for (const task of tasks) write(task, '');
  }
  return `${lines.join('\n')}\n`;
}

/**
 * All tasks in order, each with the list that contains it, its parent and its section.
 * @param {Plan} plan
 */
export function allTasks({ sections }) {
  /** @type {Position[]} */
  const all = [];
  /**
   * @param {Task[]} list
   * @param {Task | undefined} parent
   * @param {Section} section
   */
  const visit = (list, parent, section) => {
    for (const task of list) {
      all.push({ task, list, parent, section });
      visit(task.children, task, section);
    }
  };
  for (const section of sections) visit(section.tasks, undefined, section);
  return all;
}
