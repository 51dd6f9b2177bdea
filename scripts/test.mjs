/**
 * `npm test`: sets up, builds, and runs everything. `npm test -- clippy e2e` runs only the steps or groups named.
 */

import { build } from './lib/build.mjs';
import { main } from './lib/main.mjs';
import { seconds, task } from './lib/progress.mjs';
import { pickSteps, testSteps } from './lib/test-steps.mjs';

/**
 * @typedef {import('./lib/test-steps.mjs').Step} Step
 * @typedef {import('./lib/test-steps.mjs').Outcome} Outcome
 * @typedef {{ name: string, outcome: Outcome, time: string }} Line
 */

await main(async () => {
  const start = performance.now();
  const names = process.argv.slice(2);
  // A mistyped name is told before anything slow happens.
  pickSteps(testSteps({}), names);

  const needs = await build({ forTests: true });
  console.log(`Set up and built in ${seconds(start)}.`);

  const steps = pickSteps(testSteps(needs), names);
  const lanes = ['rust', 'ts'].map((lane) => steps.filter((step) => step.lane === lane));
  const lines = (await Promise.all(lanes.map(runInOrder))).flat();
  summarise(lines, seconds(start));
});

/**
 * Two lanes run at once, so what a step prints is kept and shown whole when it ends.
 * @param {Step[]} steps
 */
async function runInOrder(steps) {
  /** @type {Line[]} */
  const lines = [];
  for (const { name, work } of steps) {
    const start = performance.now();
    const { outcome, output } = await task(name, work);
    const time = seconds(start);
    console.log(`\n==== ${name}: ${outcome} in ${time} ====\n${output.trim()}`);
    lines.push({ name, outcome, time });
  }
  return lines;
}

/**
 * @param {Line[]} lines
 * @param {string} time
 */
function summarise(lines, time) {
  /** @param {Outcome} outcome */
  const count = (outcome) => lines.filter((line) => line.outcome === outcome).length;
  console.log('\n==== summary ====');
  for (const line of lines) {
    const outcome = line.outcome === 'passed' ? 'passed' : line.outcome.toUpperCase();
    console.log(`${line.name.padEnd(14)}${outcome.padEnd(9)}${line.time.padStart(8)}`);
  }
  console.log(`${'all'.padEnd(23)}${time.padStart(8)}`);
  const skipped = count('skipped') === 0 ? '' : `, ${count('skipped')} skipped`;
  console.log(`${count('passed')} passed, ${count('failed')} failed${skipped}`);
  if (count('failed') > 0) process.exitCode = 1;
}
