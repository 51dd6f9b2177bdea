/**
 * Merges random branches of a plan with git, with git's driver `union` and with ours, and measures a large merge. Needs git and
 * what `npm run build` makes.
 *
 *   node scripts/merge-simulation/main.mjs [--runs 5000] [--seed 1] [--write]
 *   node scripts/merge-simulation/main.mjs --show mixed:17     prints the versions and the result of one run
 *
 * `--write` writes the result to docs/merge-simulation.md, with a plot.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { inRoot } from '../lib/project.mjs';
import { reportOf, writeReport } from './report.mjs';
import { FAULT_KINDS, faultsOf, mergeAndCheck, mergePlans, versionsOf } from './run.mjs';

/**
 * @typedef {import('./run.mjs').Texts} Texts
 * @typedef {import('./run.mjs').Settings} Settings
 * @typedef {import('./run.mjs').FaultKind} FaultKind
 * @typedef {import('./check.mjs').Result} Result
 * @typedef {{ clean: number, correct: number } & Record<FaultKind, number>} Counts runs with each kind of fault
 * @typedef {'git' | 'union' | 'ours'} Engine
 */

/** @type {Record<'disjoint' | 'mixed', Settings>} */
const MODES = {
  disjoint: { areDisjoint: true, tasks: 80, maxEdits: 12 },
  mixed: { areDisjoint: false, tasks: 80, maxEdits: 12 },
};
/** The share of merges without conflict that is required. */
const REQUIRED = { disjoint: 1, mixed: 0.9 };
/** With fewer runs, the share of mixed edits varies by several percent, so only faults and disjoint edits are judged. */
const RUNS_FOR_SHARE = 1000;
/** A seed for each run, far from those of other simulations. */
const SEEDS = 1_000_003;

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5000' },
    seed: { type: 'string', default: '1' },
    show: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const [runs, seed] = [Number(values.runs), Number(values.seed)];
const directory = mkdtempSync(join(tmpdir(), 'ltp-merge-'));
const files = /** @type {[string, string, string]} */ (
  ['base', 'ours', 'theirs'].map((name) => join(directory, name))
);

try {
  if (values.show === undefined) simulateAll();
  else show(values.show);
} finally {
  rmSync(directory, { recursive: true, maxRetries: 10 });
}

function simulateAll() {
  const counts = { disjoint: simulate('disjoint'), mixed: simulate('mixed') };
  const report = reportOf({ counts, runs, speed: values.write ? speed() : [] });
  console.log(report);
  if (values.write) writeReport({ report, counts, runs, seed });
  for (const mode of /** @type {const} */ (['disjoint', 'mixed'])) {
    const { ours } = counts[mode];
    const isFaultless = FAULT_KINDS.every((kind) => ours[kind] === 0);
    const isJudged = mode === 'disjoint' || runs >= RUNS_FOR_SHARE;
    const isShareEnough = !isJudged || ours.clean >= REQUIRED[mode] * runs;
    if (!isFaultless || !isShareEnough) process.exitCode = 1;
  }
}

/** @param {keyof typeof MODES} mode */
function simulate(mode) {
  /** @returns {Counts} */
  const none = () => ({
    clean: 0,
    correct: 0,
    lost: 0,
    duplicated: 0,
    reverted: 0,
    invalid: 0,
    asymmetric: 0,
    'not idempotent': 0,
  });
  const counts = { git: none(), union: none(), ours: none() };
  for (let run = 0; run < runs; run += 1) {
    const versions = versionsOf(seed * SEEDS + run, MODES[mode]);
    writeVersions(versions);
    for (const [engine, flags] of /** @type {const} */ ([
      ['git', []],
      ['union', ['--union']],
    ])) {
      const result = mergeWithGit(flags);
      if (result.isClean) count(counts[engine], result, faultsOf(versions, result));
    }
    const { result, faults } = mergeAndCheck(versions);
    count(counts.ours, result, faults);
    for (const kind of FAULT_KINDS)
      for (const fault of faults[kind]) console.error(`${mode}:${run} ${kind}: ${fault}`);
    if (mode === 'disjoint' && !result.isClean)
      console.error(`${mode}:${run} conflict: ${result.conflicts}`);
  }
  return counts;
}

/**
 * @param {Counts} counts
 * @param {Result} result
 * @param {import('./run.mjs').RunFaults} faults
 */
function count(counts, { isClean }, faults) {
  const found = FAULT_KINDS.filter((kind) => faults[kind].length > 0);
  for (const kind of found) counts[kind] += 1;
  if (isClean) counts.clean += 1;
  if (isClean && found.length === 0) counts.correct += 1;
}

/** @param {string} which a mode and the number of a run */
function show(which) {
  const [mode, run] = which.split(':');
  const settings = mode === 'disjoint' ? MODES.disjoint : MODES.mixed;
  const versions = versionsOf(seed * SEEDS + Number(run), settings);
  writeVersions(versions);
  for (const [index, side] of ['ours', 'theirs'].entries()) {
    const diff = ['diff', '--no-index', '-U2', files[0], files[index + 1] ?? ''];
    console.log(`==== ${side}\n${spawnSync('git', diff, { encoding: 'utf8' }).stdout}`);
  }
  const { result, faults } = mergeAndCheck(versions);
  console.log(
    `==== base\n${versions.base}\n==== result\n${result.text}`,
    faults,
    result.conflicts,
    result.notes,
  );
}

/** @param {Texts} versions */
function writeVersions({ base, ours, theirs }) {
  for (const [index, text] of [base, ours, theirs].entries())
    writeFileSync(files[index] ?? '', text);
}

/**
 * @param {readonly string[]} flags
 * @returns {Result}
 */
function mergeWithGit(flags) {
  const args = ['merge-file', '-p', ...flags, files[1], files[0], files[2]];
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 28 });
  return { text: stdout, isClean: status === 0 };
}

/** The best of several merges of 10,000 tasks, with 100 edits on each side. */
function speed() {
  const versions = versionsOf(seed, { areDisjoint: true, tasks: 10_000, maxEdits: 100 });
  writeVersions(versions);
  /** @param {() => void} work */
  const best = (work) => {
    const times = Array.from({ length: 7 }, () => {
      const start = performance.now();
      work();
      return performance.now() - start;
    });
    return `${Math.min(...times).toFixed(0)} ms`;
  };
  const ltp = inRoot('npm/mcp/bin/ltp.cjs');
  /**
   * @param {string} command
   * @param {string[]} args
   */
  const run = (command, args) => spawnSync(command, args, { maxBuffer: 2 ** 28 });
  return [
    ['git merge-file', best(() => run('git', ['merge-file', '-p', files[1], files[0], files[2]]))],
    [
      'ltp merge, including the start of Node and the wasm',
      best(() => run(process.execPath, [ltp, 'merge', ...files])),
    ],
    ['the merge alone, in a running process', best(() => mergePlans(versions))],
    ['an empty Node process', best(() => run(process.execPath, ['-e', '']))],
  ];
}
