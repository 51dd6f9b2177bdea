#!/usr/bin/env node
/**
 * `npm run bench [-- part … --quick]`: measures, and writes docs/bench. No part named means all of them.
 */
import { parseArgs } from 'node:util';
import { GOAL_HEAD, goalRow } from './bench/goals.mjs';
import { thisMachine } from './bench/machine.mjs';
import { tableText } from './bench/markdown.mjs';
import { PARTS } from './bench/parts.mjs';
import { installPeers } from './bench/peers.mjs';
import { writeIndex, writePage } from './bench/report.mjs';
import { build } from './lib/build.mjs';
import { main } from './lib/main.mjs';
import { seconds } from './lib/progress.mjs';
import { report, SetupError } from './lib/setup-error.mjs';

/** @param {string[]} names */
function pickParts(names) {
  const unknown = names.find((name) => !PARTS.some((part) => part.name === name));
  if (unknown !== undefined) {
    throw new SetupError(`There is no benchmark "${unknown}".`, {
      remedy: `choose from ${PARTS.map(({ name }) => name).join(', ')}, or name none to run all.`,
    });
  }
  return names.length === 0 ? PARTS : PARTS.filter(({ name }) => names.includes(name));
}

/**
 * @param {import('./bench/parts.mjs').NamedPart} part
 * @param {boolean} quick
 */
async function measurePart({ name, load }, quick) {
  const start = performance.now();
  const machine = thisMachine();
  const { title, measure } = await load();
  console.error(`${name}: ${title}`);
  const progress = (/** @type {string} */ line) => console.error(`  ${line}`);
  const section = await measure({ quick, progress, peers: installPeers });
  const date = new Date().toISOString().slice(0, 10);
  if (!quick) {
    writePage({ name, title, date, machine, ...section });
    writeIndex(PARTS.map((part) => part.name));
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
  const parts = pickParts(positionals);
  await build('everything');
  for (const part of parts) {
    try {
      await measurePart(part, values.quick);
    } catch (error) {
      // The others take long, and can be measured without it.
      report(error);
      process.exitCode = 1;
    }
  }
});
