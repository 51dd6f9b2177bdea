#!/usr/bin/env node
/**
 * Checks that the native tests notice defects: cargo-mutants changes one thing in the core at a time, and some test has
 * to fail. There are thousands of such mutants, so a sample is tried that is spread evenly over the sources: every n-th
 * mutant, where the seed chooses the first one.
 *
 *   npm run mutants -- [--seed NUMBER] [--count NUMBER] [--jobs NUMBER] [--in GLOB]
 *
 * --in limits the sample to some sources, such as 'core/src/toolsets/**'. Exits with 1 if fewer than nine of ten of the
 * mutants that compile are caught. Logs are in target/mutants/mutants.out.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { main } from './lib/main.mjs';
import { task } from './lib/progress.mjs';
import { targetDir, which } from './lib/project.mjs';
import { mustRun, run } from './lib/run.mjs';
import { SetupError } from './lib/setup-error.mjs';

const PACKAGES = ['long-term-plan-core', 'long-term-plan-format'];

/** What is not compiled natively cannot be caught natively. */
const NOT_NATIVE = ['core/src/wasm/**', 'core/src/bin/**'];

const GOAL = 0.9;

/** Exit codes of cargo-mutants that are results: all caught, some missed, some timed out. */
const RESULTS = [0, 2, 3];

/** Properties take most of the time of the tests, and catch few mutants that the other tests miss. So they are tested last. */
const WITHOUT_PROPERTIES = ['--', '--skip', 'properties::'];

/** @typedef {{ name: string, summary: string }} Outcome summary: `CaughtMutant`, `MissedMutant`, `Timeout` or `Unviable` */

await main(async () => {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '0' },
      count: { type: 'string', default: '60' },
      jobs: { type: 'string', default: '2' },
      in: { type: 'string', multiple: true, default: [] },
    },
  });
  if (which('cargo-mutants') === undefined) {
    throw new SetupError('There is no cargo-mutants.', {
      remedy: '`cargo install cargo-mutants --locked`.',
    });
  }
  const scope = [
    ...PACKAGES.flatMap((name) => ['--package', name]),
    ...NOT_NATIVE.flatMap((glob) => ['--exclude', glob]),
    ...values.in.flatMap((glob) => ['--file', glob]),
  ];
  const listed = await mustRun('cargo', ['mutants', '--list', '--json', ...scope]);
  const all = JSON.parse(listed).length;
  const step = Math.max(1, Math.round(all / Number(values.count)));
  const sample = ['--sharding', 'round-robin', '--shard', `${Number(values.seed) % step}/${step}`];
  const options = [...scope, '--jobs', values.jobs];
  const first = await task(`testing every ${step}th of ${all} mutants`, (onLine) =>
    testMutants([...options, ...sample], WITHOUT_PROPERTIES, onLine),
  );
  const left = first.filter(isMissed).map(({ name }) => name);
  const second = await task(
    `testing properties of the ${left.length} that were missed`,
    async (onLine) =>
      left.length === 0 ? [] : testMutants([...options, ...left.flatMap(selectByName)], [], onLine),
  );
  report([...first.filter(({ name }) => !left.includes(name)), ...second]);
});

/** @param {Outcome} outcome */
function isMissed({ summary }) {
  return summary === 'MissedMutant';
}

/** @param {string} name */
function selectByName(name) {
  return ['--re', `^${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`];
}

/**
 * @param {string[]} options
 * @param {string[]} testOptions of `cargo test`
 * @param {(line: string) => void} onLine
 * @returns {Promise<Outcome[]>}
 */
async function testMutants(options, testOptions, onLine) {
  const output = join(targetDir, 'mutants');
  const args = [
    ['mutants', '--output', output, ...options],
    // A mutant that runs forever is caught, too. The tests take a minute; the limits are far above it, so that a busy machine does
    // not count as a caught mutant. Without mutants, the tests are assumed to pass.
    ['--baseline', 'skip', '--timeout', '900', '--build-timeout', '1800'],
    ['--test-package', PACKAGES.join(',')],
    ['--', '--lib', '--test', 'it', ...testOptions],
  ];
  // The same random cases in each run make the figure repeatable. Without debug info, builds are faster.
  const env = { PROPTEST_RNG_SEED: '1', CARGO_PROFILE_DEV_DEBUG: 'none' };
  const result = await run('cargo', args.flat(), { env, onLine });
  if (!RESULTS.includes(result.code)) {
    throw new SetupError('cargo-mutants failed.', { output: result.output });
  }
  const found = JSON.parse(readFileSync(join(output, 'mutants.out', 'outcomes.json'), 'utf8'));
  return found.outcomes.map(
    (/** @type {{ summary: string, scenario: { Mutant: { name: string } } }} */ outcome) => ({
      name: outcome.scenario.Mutant.name,
      summary: outcome.summary,
    }),
  );
}

/** @param {Outcome[]} outcomes */
function report(outcomes) {
  const compiled = outcomes.filter(({ summary }) => summary !== 'Unviable');
  const missed = compiled.filter(isMissed);
  for (const { name } of missed) console.log(`missed: ${name}`);
  const caught = compiled.length - missed.length;
  const share = caught / compiled.length;
  console.log(
    `${outcomes.length} mutants, ${compiled.length} compile, ${caught} caught: ${(100 * share).toFixed(0)} %`,
  );
  if (!(share >= GOAL)) process.exitCode = 1;
}
