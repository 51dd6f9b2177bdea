#!/usr/bin/env node
/**
 * `npm run bench [-- part … --quick]`: measures, and writes docs/bench. Without a part it measures all of them. `--quick`
 * measures a few rounds and writes nothing.
 */
import { parseArgs } from 'node:util';
import { build } from '../lib/build.mjs';
import { main } from '../lib/main.mjs';
import { seconds } from '../lib/progress.mjs';
import { report, SetupError } from '../lib/setup-error.mjs';
import { tableText } from './markdown.mjs';
import { installPeers } from './peers.mjs';
import { clearPages, GOAL_HEAD, goalRow, thisMachine, writeIndex, writePage } from './report.mjs';

/** In the order of the report. */
const PARTS = [
  'start',
  'calls',
  'contention',
  'agents',
  'memory',
  'parse',
  'growth',
  'tokens',
  'scenario',
  'size',
  'preview',
];

/** @param {string[]} names */
function selectParts(names) {
  const unknown = names.find((name) => !PARTS.includes(name));
  if (unknown !== undefined) {
    throw new SetupError(`There is no benchmark "${unknown}".`, {
      remedy: `choose from ${PARTS.join(', ')}, or name none to run all.`,
    });
  }
  return names.length === 0 ? PARTS : PARTS.filter((name) => names.includes(name));
}

/**
 * @param {string} name
 * @param {boolean} quick
 */
async function measurePart(name, quick) {
  const start = performance.now();
  const machine = thisMachine();
  /** @type {import('./report.mjs').Part} */
  const { title, measure } = await import(`./parts/${name}.mjs`);
  console.error(`${name}: ${title}`);
  const progress = (/** @type {string} */ line) => console.error(`  ${line}`);
  const section = await measure({ quick, progress, peers: installPeers });
  const date = new Date().toISOString().slice(0, 10);
  if (!quick) {
    writePage({ name, title, date, machine, ...section });
    writeIndex(PARTS);
  }
  for (const table of section.tables) console.log(`${tableText(table)}\n`);
  const rows = section.goals.map(goalRow);
  if (rows.length > 0) console.log(`${tableText({ caption: name, head: GOAL_HEAD, rows })}\n`);
  console.error(`  measured in ${seconds(start)}`);
}

await main(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { quick: { type: 'boolean', default: false } },
  });
  const parts = selectParts(positionals);
  await build('everything');
  if (parts === PARTS && !values.quick) clearPages();
  for (const part of parts) {
    try {
      await measurePart(part, values.quick);
    } catch (error) {
      // The other parts take long, and do not depend on this one.
      report(error);
      process.exitCode = 1;
    }
  }
});
