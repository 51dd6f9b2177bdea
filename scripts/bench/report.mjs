/** The pages in docs/bench: one for each part, some with a plot, and the index with all goals. */

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { inRoot } from '../lib/project.mjs';
import { shown, tableText } from './markdown.mjs';
import { plotSvg } from './plot.mjs';

/**
 * @typedef {object} Context
 * @property {boolean} quick fewer rounds, to try it out
 * @property {(line: string) => void} progress
 * @property {() => Promise<string>} peers installs the peers and returns their folder
 *
 * @typedef {object} Part
 * @property {string} title
 * @property {(context: Context) => Promise<Section>} measure
 *
 * @typedef {object} Section
 * @property {string} summary Markdown: what is measured and how; true for any figures
 * @property {import('./markdown.mjs').Table[]} tables
 * @property {import('./plot.mjs').Plot} [plot] for those that the README and the documentation show
 * @property {Goal[]} goals
 * @property {string[]} [notes] Markdown, below the tables
 *
 * @typedef {object} Goal met when the value is at most the limit
 * @property {string} what
 * @property {number} limit
 * @property {number} value
 * @property {string} unit
 *
 * @typedef {ReturnType<typeof thisMachine>} Machine
 * @typedef {Section & { name: string, title: string, date: string, machine: Machine }} Measured
 */

export const thisMachine = () => ({
  processor: cpus()[0]?.model.trim() ?? 'unknown',
  cores: availableParallelism(),
  node: process.versions.node,
  system: `${process.platform} ${process.arch}`,
  /** How many processes were running or ready to run in the minute before. */
  load: Number((loadavg()[0] ?? 0).toFixed(2)),
});

/** @param {Machine} machine */
const machineText = ({ processor, cores, node, system, load }) =>
  `${processor}, ${cores} cores, Node ${node}, ${system}, load before ${load}`;

/**
 * A goal that could not be measured is missed. (In JSON its value is null, which would count as 0.)
 * @param {Goal} goal
 */
const isMet = ({ value, limit }) => Number.isFinite(value) && value <= limit;

export const GOAL_HEAD = ['Goal', 'At most', 'Measured', ''];

/** @param {Goal} goal */
export function goalRow(goal) {
  const { what, limit, value, unit } = goal;
  // More digits where the usual ones would hide the difference.
  const text =
    shown(value) === shown(limit) && value !== limit ? value.toPrecision(5) : shown(value);
  return [what, `${shown(limit)} ${unit}`, `${text} ${unit}`, isMet(goal) ? 'met' : '**missed**'];
}

const docs = inRoot('docs/bench');
/** What the index needs of each part. */
const resultsFile = join(docs, 'results.json');

/** @returns {Record<string, Pick<Measured, 'title' | 'date' | 'machine' | 'goals'>>} */
const readResults = () =>
  existsSync(resultsFile) ? JSON.parse(readFileSync(resultsFile, 'utf8')) : {};

/** Removes all pages before all parts are measured, so that none remains of a former part. */
export const clearPages = () => rmSync(docs, { recursive: true, force: true, maxRetries: 10 });

/** @param {Measured} measured */
export function writePage(measured) {
  const { name, title, date, machine, goals, plot } = measured;
  mkdirSync(docs, { recursive: true });
  if (plot) writeFileSync(join(docs, `${plot.name}.svg`), plotSvg(plot));
  writeFileSync(join(docs, `${name}.md`), pageText(measured));
  const results = { ...readResults(), [name]: { title, date, machine, goals } };
  writeFileSync(resultsFile, `${JSON.stringify(results, null, 2)}\n`);
}

/** @param {Measured} measured */
function pageText({ name, title, summary, tables, plot, goals, notes = [], date, machine }) {
  const blocks = [
    `# ${title}`,
    `<!-- Written by \`npm run bench -- ${name}\`. -->`,
    summary.trim(),
    ...(goals.length > 0
      ? [tableText({ caption: '', head: GOAL_HEAD, rows: goals.map(goalRow) })]
      : []),
    ...(plot ? [`![${plot.title}](${plot.name}.svg)`] : []),
    ...tables.map(tableText),
    ...notes,
    `Measured on ${date}: ${machineText(machine)}. [All benchmarks](README.md).`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

const INTRODUCTION = `# What it costs

<!-- Written by \`npm run bench\`; the text is in scripts/bench/report.mjs. -->

All figures in this folder come from one command, on Linux with bash:

\`\`\`sh
npm run bench                        # builds, measures everything and writes these pages, in ten minutes
npm run bench -- start memory        # only these parts
npm run bench -- start --quick       # a few rounds, printed and not written
\`\`\`

Each run compares three things: what this repository builds, the least that Node could do (an empty program, or the same files
read and written without this product), and public packages from the npm registry, at the versions pinned in
\`scripts/bench/peers\`. The packages are installed for the benchmarks only.

CPU time is the user and system time of a process with all its threads and children. Figures are medians; the quartiles next to
them show how much runs differ. Cases take turns, so that a busy machine affects all of them. Therefore ratios carry over to
other machines; milliseconds do not. MB are millions of bytes. The load before a run is the number of processes that were
running or ready to run: if it is far above 0, clock times say more about the machine than about the product.`;

/**
 * @param {string[]} parts in their order
 */
export function writeIndex(parts) {
  const results = readResults();
  const measured = parts.flatMap((name) => (results[name] ? [{ name, ...results[name] }] : []));
  const goals = measured.flatMap((part) => part.goals);
  const missed = goals.filter((goal) => !isMet(goal)).length;
  const blocks = [
    INTRODUCTION,
    '## Goals',
    `${goals.length - missed} of ${goals.length} are met${missed === 0 ? '.' : `, **${missed} missed**.`}`,
    tableText({
      caption: '',
      head: ['Part', ...GOAL_HEAD],
      rows: measured.flatMap((part) =>
        part.goals.map((goal) => [`[${part.name}](${part.name}.md)`, ...goalRow(goal)]),
      ),
    }),
    '## Pages',
    tableText({
      caption: '',
      head: ['Page', 'Measured on', 'Machine'],
      rows: measured.map(({ name, title, date, machine }) => [
        `[${title}](${name}.md)`,
        date,
        machineText(machine),
      ]),
    }),
  ];
  writeFileSync(join(docs, 'README.md'), `${blocks.join('\n\n')}\n`);
}
