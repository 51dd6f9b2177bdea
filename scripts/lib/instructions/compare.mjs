import { SIZES } from './count.mjs';

/**
 * How much more may be counted than is stored. One program counts the same within 0.01 % every time, whatever else the
 * machine does and wherever the program lies. A change elsewhere moved counts by up to 0.6 %, as the compiler decided
 * otherwise; the rest is for other versions of the C library and of valgrind.
 */
export const TOLERANCE = 0.03;
/** Most that ten times the tasks may cost. */
export const GROWTH_LIMIT = 11;
/** Where the baselines are, relative to the checkout. */
export const BASELINE_FILE = 'core/instructions/baseline.json';

/**
 * @typedef {import('./count.mjs').Counted} Counted
 *
 * @typedef {object} Comparison
 * @property {string[]} table lines that show all counts
 * @property {string[]} faults what is too much, each as a sentence
 * @property {string[]} gains what has become clearly less, likewise
 */

/**
 * @param {Counted} baseline
 * @param {Counted} counted
 * @returns {Comparison}
 */
export function compare(baseline, counted) {
  const isComparable = baseline.target === counted.target;
  const rows = Object.entries(counted.instructions).flatMap(([name, counts]) =>
    SIZES.map((tasks) => row(name, tasks, counts, baseline.instructions[name]?.[tasks])),
  );
  const differing = isComparable ? rows : [];
  const unknown = Object.keys(baseline.instructions).filter((name) => !counted.instructions[name]);
  return {
    table: [
      line('operation', 'tasks', 'instructions', 'baseline', 'change', 'growth'),
      ...rows.map(shown),
    ],
    faults: [
      ...differing.filter(({ before }) => before === undefined).map(isNew),
      ...unknown.map((name) => `${name} has a baseline and is not counted any more.`),
      ...differing.filter(({ change }) => change > TOLERANCE).map(hasGrown),
      ...rows.filter(({ growth }) => growth > GROWTH_LIMIT).map(growsTooFast),
    ],
    gains: differing.filter(({ change }) => change < -TOLERANCE).map(hasShrunk),
  };
}

/**
 * @typedef {object} Row
 * @property {string} name
 * @property {number} tasks
 * @property {number} now
 * @property {number | undefined} before
 * @property {number} change as a fraction; NaN without a baseline
 * @property {number} growth how many times the count of a tenth of the tasks; NaN if that is not counted
 */

/**
 * @param {string} name
 * @param {number} tasks
 * @param {import('./count.mjs').Counts} counts
 * @param {number | undefined} before
 * @returns {Row}
 */
function row(name, tasks, counts, before) {
  const now = counts[tasks] ?? Number.NaN;
  const change = before === undefined ? Number.NaN : now / before - 1;
  return { name, tasks, now, before, change, growth: now / (counts[tasks / 10] ?? Number.NaN) };
}

/** @param {Row} row */
const isNew = ({ name, tasks }) => `${name} at ${grouped(tasks)} tasks has no baseline yet.`;

/** @param {Row} row */
const hasGrown = (row) =>
  `${changed(row)}: ${percent(row.change)} more, and at most ${percent(TOLERANCE)} are let pass.`;

/** @param {Row} row */
const hasShrunk = (row) => `${changed(row)}: ${percent(-row.change)} less.`;

/** @param {Row} row */
const changed = ({ name, tasks, now, before }) =>
  `${name} at ${grouped(tasks)} tasks takes ${grouped(now)} instructions instead of ${grouped(before ?? 0)}`;

/** @param {Row} row */
const growsTooFast = ({ name, tasks, growth }) =>
  `${name} at ${grouped(tasks)} tasks takes ${growth.toFixed(1)} times what a tenth of them takes, ` +
  `and ${GROWTH_LIMIT} times is the most.`;

/** @param {Row} row */
const shown = ({ name, tasks, now, before, change, growth }) =>
  line(
    name,
    grouped(tasks),
    grouped(now),
    before === undefined ? '' : grouped(before),
    Number.isNaN(change) ? '' : `${change > 0 ? '+' : ''}${percent(change)}`,
    Number.isNaN(growth) ? '' : growth.toFixed(1),
  );

/**
 * @param {string} name
 * @param {string[]} cells
 */
const line = (name, ...cells) =>
  [name.padEnd(20), ...cells.map((cell) => cell.padStart(14))].join('').trimEnd();

/** @param {number} number */
const grouped = (number) => number.toLocaleString('en');

/** @param {number} fraction */
const percent = (fraction) => `${(fraction * 100).toFixed(1)} %`;
