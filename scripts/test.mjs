/**
 * `npm test`: sets up, builds, and runs the tests.
 *
 *   npm test                  everything but the long steps
 *   npm test -- all           everything; CI=true selects this
 *   npm test -- clippy unit   these steps or groups
 *   npm test -- FILE …        these test files
 */

import { build } from './lib/build.mjs';
import { main } from './lib/main.mjs';
import { platformGaps } from './lib/platform-gaps.mjs';
import { seconds, task } from './lib/progress.mjs';
import { selectSteps, testSteps } from './lib/steps.mjs';

/**
 * @typedef {import('./lib/steps.mjs').Step} Step
 * @typedef {{ name: string, outcome: import('./lib/steps.mjs').Outcome, time: string }} Line
 */

await main(async () => {
  const start = performance.now();
  const names = process.argv.slice(2);
  const required = announce(names).flatMap(({ requires }) => requires);
  const available = await build('everything', required);
  const { browser } = available;
  // The tests start the browser that was found here.
  if (browser)
    Object.assign(process.env, { CHROME_PATH: browser.chrome, CHROMEDRIVER: browser.driver });
  console.log(`Set up and built in ${seconds(start)}.`);

  const steps = selectSteps(testSteps(available), names);
  const lanes = ['rust', 'ts'].map((lane) => steps.filter((step) => step.lane === lane));
  const lines = (await Promise.all(lanes.map(runInOrder))).flat();
  summarize(lines, seconds(start));
});

/**
 * Also rejects a mistyped name before anything slow happens.
 * @param {string[]} names
 */
function announce(names) {
  const selected = selectSteps(testSteps({}), names);
  const listed = selected.map(({ name }) => name).join(', ');
  console.log(`Sets up and builds what is missing, then runs: ${listed}.`);
  const left = testSteps({}).filter(({ name }) => !selected.some((step) => step.name === name));
  if (names.length === 0 && left.length > 0) {
    const long = left.map(({ name }) => name).join(', ');
    console.log(`Left out because they take long: ${long}. Run everything with: npm test -- all`);
  }
  return selected;
}

/**
 * Two lanes run at once, so the output of a step is printed as a whole when it ends.
 * @param {Step[]} steps
 */
async function runInOrder(steps) {
  /** @type {Line[]} */
  const lines = [];
  for (const { name, work } of steps) {
    const start = performance.now();
    const { outcome, output } = await task(name, work);
    const time = seconds(start);
    console.log(`\n==== ${name}: ${outcome} in ${time} (npm test -- ${name}) ====`);
    console.log(output.trim());
    lines.push({ name, outcome, time });
  }
  return lines;
}

/**
 * @param {Line[]} lines
 * @param {string} time
 */
function summarize(lines, time) {
  /** @param {Line['outcome']} outcome */
  const withOutcome = (outcome) => lines.filter((line) => line.outcome === outcome);
  console.log('\n==== summary ====');
  for (const line of lines) {
    const outcome = line.outcome === 'passed' ? 'passed' : line.outcome.toUpperCase();
    console.log(`${line.name.padEnd(18)}${outcome.padEnd(9)}${line.time.padStart(8)}`);
  }
  console.log(`${'all'.padEnd(27)}${time.padStart(8)}`);
  const gaps = platformGaps();
  if (gaps.length > 0) console.log('This platform cannot have:');
  for (const { what, why } of gaps) console.log(`  ${what.padEnd(16)}${why}`);
  const skipped = withOutcome('skipped').map(({ name }) => name);
  if (skipped.length > 0)
    console.log(`NOT RUN: ${skipped.join(', ')}; see above for what is missing`);
  const failed = withOutcome('failed').map(({ name }) => name);
  if (failed.length > 0) console.log(`To repeat what failed: npm test -- ${failed.join(' ')}`);
  console.log(`${withOutcome('passed').length} passed, ${failed.length} failed`);
  if (failed.length > 0) process.exitCode = 1;
}
