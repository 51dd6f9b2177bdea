import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * @typedef {object} Sample a plan to measure on
 * @property {number} tasks
 * @property {string} text about 100 bytes for each task
 * @property {string[]} ids of its tasks
 */

const TASKS_PER_SECTION = 25;
const DEEPEST = 3;
const VERBS = ['Write', 'Check', 'Move', 'Split', 'Draft', 'Fix', 'Rename', 'Measure'];
const THINGS =
  'the parser|the docs|an index|検索の結果|two tests|the café page|old links|the cache'.split('|');

/**
 * A plan with sections, four levels, every status, and some bodies, attributes and dependencies. The same number of tasks
 * always gives the same text.
 * @param {number} tasks
 * @returns {Sample}
 */
export function samplePlan(tasks) {
  const lines = ['<!-- long-term-plan:format=v1 -->', '', '# Measured', '', '> What it is for.'];
  let depth = 0;
  for (let index = 0; index < tasks; index += 1) {
    const chance = scatter(index);
    /** @param {number} digit @param {number} count */
    const choose = (digit, count) => Math.floor(chance / digit) % count;
    if (index % TASKS_PER_SECTION === 0) {
      lines.push('', `## Milestone ${index / TASKS_PER_SECTION}`, '');
      depth = 0;
    }
    const indent = '  '.repeat(depth);
    const mark = [' ', ' ', '*', '√'][choose(1, 4)];
    const title = `${VERBS[choose(4, 8)]} ${THINGS[choose(32, 8)]}`;
    const attributes = attributesOf(choose(256, 16), index);
    lines.push(
      `${indent}- [${mark}] ${title} <!-- long-term-plan:id=${idOf(index)}${attributes} -->`,
    );
    if (choose(4096, 12) === 0) {
      const body = [
        `Seen in release ${index}; see [the notes](notes/${index}.md).`,
        '',
        'Ask first.',
      ];
      lines.push(...body.map((line) => `${indent}  > ${line}`.trimEnd()));
    }
    depth = Math.min(choose(65_536, DEEPEST + 1), depth + 1);
  }
  return sample(tasks, lines);
}

/**
 * @param {number} choice
 * @param {number} index
 */
function attributesOf(choice, index) {
  if (choice === 0) return ' priority=high due=2026-12-01';
  if (choice <= 2) return ' tags=api,auth estimate=3d';
  return choice === 3 && index > 9 ? ` depends=${idOf(index - 9)}` : '';
}

/**
 * A plan in which all but the first few tasks depend on three others, most of them earlier and some later in the plan, without
 * a cycle.
 * @param {number} tasks
 * @returns {Sample}
 */
export function connectedPlan(tasks) {
  // The order in which the tasks can be done. It differs from the order in the plan: pairs are swapped.
  const order = (/** @type {number} */ index) => ((index ^ 1) < tasks ? index ^ 1 : index);
  const lines = ['<!-- long-term-plan:format=v1 -->', '', '# Connected', ''];
  for (let index = 0; index < tasks; index += 1) {
    const chance = scatter(index);
    const targets = [1, 2, 3]
      .map((step) => order(index) - step * (1 + (chance % 40)))
      .filter((earlier) => earlier >= 0)
      .map((earlier) => idOf(order(earlier)));
    const depends = targets.length > 0 ? ` depends=${targets.join()}` : '';
    const priority = ['', ' priority=high', ' priority=low'][Math.floor(chance / 16) % 3];
    const mark = chance % 3 === 0 ? '√' : ' ';
    const attributes = `id=${idOf(index)}${priority}${depends}`;
    lines.push(`- [${mark}] Step ${index} <!-- long-term-plan:${attributes} -->`);
  }
  return sample(tasks, lines);
}

/** @param {number} index */
const idOf = (index) => `t_01HT${`${index}`.padStart(22, '0')}`;

/**
 * A number that looks random and is always the same for an index.
 * @param {number} index
 */
function scatter(index) {
  const mixed = Math.imul(index, 0x9e3779b1) ^ 0x5bd1e995;
  return Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b) >>> 4;
}

/**
 * @param {number} tasks
 * @param {string[]} lines
 * @returns {Sample}
 */
const sample = (tasks, lines) => ({
  tasks,
  text: `${lines.join('\n')}\n`,
  ids: Array.from({ length: tasks }, (_, index) => idOf(index)),
});

/**
 * Writes a plan with an old time: a server reads a file again that was written a moment ago, because it may change again within
 * the resolution of the file system's clock.
 * @param {string} project
 * @param {string} planId
 * @param {string} text
 * @returns {string} the file
 */
export function putPlan(project, planId, text) {
  const file = join(project, '.long-term-plan', `${planId}.md`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  const before = Date.now() / 1000 - 3600;
  utimesSync(file, before, before);
  return file;
}
