/** The pages in docs/bench: what was measured becomes data, a page with its plots, and the index of all pages. */

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from '../lib/project.mjs';
import { GOAL_HEAD, goalRow } from './goals.mjs';
import { indexPage } from './index-page.mjs';
import { machineText } from './machine.mjs';
import { tableText } from './markdown.mjs';
import { plotSvg } from './plot.mjs';

/**
 * @typedef {import('./goals.mjs').Goal} Goal
 * @typedef {import('./machine.mjs').Machine} Machine
 * @typedef {import('./markdown.mjs').Table} Table
 * @typedef {import('./plot.mjs').Plot} Plot
 *
 * @typedef {object} Section
 * @property {string} summary Markdown: what is measured, how, and what one can learn; true for any figures
 * @property {Table[]} tables
 * @property {Plot[]} plots
 * @property {Goal[]} goals
 * @property {string[]} [notes] Markdown, below the tables
 *
 * @typedef {Section & { name: string, title: string, date: string, machine: Machine }} Measured
 */

const docs = inRoot('docs/bench');
const data = join(docs, 'data');

/**
 * The page of a part.
 * @param {Measured} measured
 */
export function pageText({
  name,
  title,
  summary,
  tables,
  plots,
  goals,
  notes = [],
  date,
  machine,
}) {
  const goalTable = { caption: '', head: GOAL_HEAD, rows: goals.map(goalRow) };
  const blocks = [
    `# ${title}`,
    `<!-- Written by \`npm run bench -- ${name}\`. -->`,
    summary.trim(),
    ...(goals.length === 0 ? [] : [tableText(goalTable)]),
    ...plots.map((plot) => `![${plot.title}](${plotFile(name, plot)})`),
    ...tables.map(tableText),
    ...notes,
    `Measured on ${date}: ${machineText(machine)}. [All benchmarks](README.md).`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

/**
 * @param {string} part
 * @param {Plot} plot
 */
const plotFile = (part, plot) => `${part}-${plot.name}.svg`;

/** @param {string} part */
const dataFile = (part) => join(data, `${part}.json`);

/**
 * @param {string} part
 * @returns {Measured | undefined} what was written of it
 */
function readMeasured(part) {
  const file = dataFile(part);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/**
 * Writes what a part measured, in place of what it did before.
 * @param {Measured} measured
 */
export function writePage(measured) {
  const { name } = measured;
  for (const plot of readMeasured(name)?.plots ?? []) {
    rmSync(join(docs, plotFile(name, plot)), { force: true });
  }
  mkdirSync(data, { recursive: true });
  for (const plot of measured.plots) writeFileSync(join(docs, plotFile(name, plot)), plotSvg(plot));
  writeFileSync(join(docs, `${name}.md`), pageText(measured));
  writeFileSync(dataFile(name), `${JSON.stringify(measured, null, 2)}\n`);
}

/**
 * Writes the page that leads to all others.
 * @param {string[]} parts in their order
 */
export function writeIndex(parts) {
  const measured = parts.map(readMeasured).filter((one) => one !== undefined);
  writeFileSync(join(docs, 'README.md'), indexPage(measured));
}
