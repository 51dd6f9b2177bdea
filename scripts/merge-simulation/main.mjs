/**
 * Merges random branches of a plan with git, with git's driver `union` and with ours, and measures a large merge. Needs git and
 * what `npm run build` makes.
 *
 *   node scripts/merge-simulation/main.mjs [--runs 1000] [--seed 1] [--write]
 *
 * Each run takes a plan of 300 tasks and makes 1 to 40 random edits on each of two branches, of the kinds that people and
 * agents make. The expected result follows from the edits alone, so every lost or doubled edit is found. `--write` writes the
 * result to docs/merge-simulation.md, with a plot.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { merge, parse, validate } from 'long-term-plan-core';
import { plotSvg } from '../bench/plot.mjs';
import { inRoot } from '../lib/project.mjs';
import { findFaults, keepsBothSides } from './check.mjs';
import { makeBranch } from './edits.mjs';
import { basePlan, render } from './plan.mjs';
import { randomFrom } from './random.mjs';

/**
 * @typedef {import('./plan.mjs').Plan} Plan
 * @typedef {{ clean: number, correct: number, lost: number, doubled: number, invalid: number }} Counts
 * @typedef {{ git: Counts, union: Counts, ours: Counts }} AllCounts
 * @typedef {{ text: string, isClean: boolean, notes?: { taskId?: string }[] }} Result
 */

const NAMES = { git: 'git', union: 'git with `union`', ours: 'ltp merge-driver' };

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    write: { type: 'boolean', default: false },
  },
});
const [runs, seed] = [Number(values.runs), Number(values.seed)];
const directory = mkdtempSync(join(tmpdir(), 'ltp-merge-'));
const files = /** @type {[string, string, string]} */ (
  ['base', 'ours', 'theirs'].map((name) => join(directory, name))
);

try {
  /** @type {[string, AllCounts][]} */
  const tables = [
    ['Edits of different fields', simulate({ areDisjoint: true })],
    ['Any edits, including edits of the same fields', simulate({ areDisjoint: false })],
  ];
  const report = `${tables.map(([title, counts]) => tableOf(title, counts)).join('\n')}\n${speed()}`;
  console.log(report);
  if (values.write) write(report, tables[0]?.[1]);
  const losesNothing = tables.every(
    ([, { ours }]) => ours.lost + ours.doubled + ours.invalid === 0,
  );
  const mergesAll = tables[0]?.[1].ours.clean === runs;
  process.exitCode = losesNothing && mergesAll ? 0 : 1;
} finally {
  rmSync(directory, { recursive: true });
}

/** @param {{ areDisjoint: boolean }} options */
function simulate({ areDisjoint }) {
  const none = { clean: 0, correct: 0, lost: 0, doubled: 0, invalid: 0 };
  const counts = { git: { ...none }, union: { ...none }, ours: { ...none } };
  for (let run = 0; run < runs; run++) {
    const random = randomFrom(seed * 1_000_003 + run);
    const base = basePlan(random);
    const ours = makeBranch(base, random, 'o', new Set());
    const theirs = makeBranch(base, random, 't', areDisjoint ? ours.touched : new Set());
    const texts = [base, ours.plan, theirs.plan].map(render);
    writeTexts(texts);
    const plans = [base, ours.plan, theirs.plan];
    count(counts.git, mergeWithGit([]), plans, run);
    count(counts.union, mergeWithGit(['--union']), plans, run);
    count(counts.ours, mergeWithOurs(texts), plans, run, true);
  }
  return counts;
}

/**
 * @param {string[]} flags
 * @returns {Result}
 */
function mergeWithGit(flags) {
  const { status, stdout } = spawnSync(
    'git',
    ['merge-file', '-p', ...flags, files[1], files[0], files[2]],
    { encoding: 'utf8', maxBuffer: 2 ** 28 },
  );
  return { text: stdout, isClean: status === 0 };
}

/**
 * @param {string[]} texts
 * @returns {Result}
 */
function mergeWithOurs([base = '', ours = '', theirs = '']) {
  const { newText, conflicts, notes } = merge(base, ours, theirs);
  return { text: newText, isClean: conflicts.length === 0, notes };
}

/** @param {string[]} texts */
function writeTexts(texts) {
  for (const [index, file] of files.entries()) writeFileSync(file, texts[index] ?? '');
}

/**
 * Merges without conflict are compared with the model. Of ours, those with a conflict must not lose anything, either.
 * @param {Counts} counts
 * @param {Result} result
 * @param {Plan[]} plans
 * @param {number} run
 */
function count(counts, { text, isClean, notes = [] }, plans, run, isOurs = false) {
  if (!isClean) {
    if (isOurs && !keepsBothSides(text, plans)) {
      counts.lost += 1;
      console.error(`run ${run}: a conflict lost something`);
    }
    return;
  }
  counts.clean += 1;
  const isInvalid = validate(text).errors.length > 0;
  const reported = new Set(notes.map(({ taskId = '' }) => taskId));
  const { lost, doubled } = findFaults(parse(text), text, plans, reported);
  const faults = [...lost, ...doubled];
  counts.lost += lost.length;
  counts.doubled += doubled.length;
  if (isInvalid) counts.invalid += 1;
  if (!isInvalid && faults.length === 0) counts.correct += 1;
  if (isOurs) for (const fault of faults) console.error(`run ${run}: ${fault}`);
}

/**
 * @param {string} title
 * @param {AllCounts} counts
 */
function tableOf(title, counts) {
  const kinds = /** @type {(keyof AllCounts)[]} */ (Object.keys(counts));
  const rows = kinds.map((name) => {
    const { clean, lost, doubled, invalid } = counts[name];
    const share = `${((clean / runs) * 100).toFixed(1)} %`;
    return `| ${NAMES[name]} | ${clean} (${share}) | ${lost} | ${doubled} | ${invalid} |`;
  });
  return `### ${title}

| | merged without conflict | edits lost | edits doubled | invalid plans |
| --- | --- | --- | --- | --- |
${rows.join('\n')}
`;
}

/** The best of several merges of 10,000 tasks, with 100 edits on each side. */
function speed() {
  const random = randomFrom(seed);
  const base = basePlan(random, 10_000);
  const ours = makeBranch(base, random, 'o', new Set(), 100);
  const theirs = makeBranch(base, random, 't', ours.touched, 100);
  const texts = [base, ours.plan, theirs.plan].map(render);
  writeTexts(texts);
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
  const rows = [
    ['git merge-file', best(() => run('git', ['merge-file', '-p', files[1], files[0], files[2]]))],
    [
      'ltp merge, including the start of Node and the wasm',
      best(() => run(process.execPath, [ltp, 'merge', ...files])),
    ],
    ['the merge alone, in a running process', best(() => mergeWithOurs(texts))],
    ['an empty Node process', best(() => run(process.execPath, ['-e', '']))],
  ];
  return `### Speed: 10,000 tasks (${((texts[0] ?? '').length / 1e6).toFixed(1)} MB), 100 edits on each side

| | best of 7 |
| --- | --- |
${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}
`;
}

/**
 * @param {string} report
 * @param {AllCounts | undefined} counts
 */
function write(report, counts) {
  const version = execFileSync('git', ['--version'], { encoding: 'utf8' }).trim();
  const plotTitle = `Correct merges without conflict, of ${runs} pairs of branches that edit different fields`;
  const text = `# Merge simulation

Written by \`node scripts/merge-simulation/main.mjs --runs ${runs} --seed ${seed} --write\` (${version}, Node ${process.version}).

Starting from a plan of 300 tasks, two branches each make 1 to 40 random edits: ticks, new tasks, new titles, moves,
deletions, notes in bodies, renamed and new sections. Then they are merged. The expected result is known from the edits,
and every merge without conflict is compared with it: a missing edit is lost, an edit that occurs twice is doubled. For
our driver, merges with conflicts are checked too: everything that either side wrote must be in the file.

![${plotTitle}](merge-simulation.svg)

${report}`;
  writeFileSync(inRoot('docs/merge-simulation.md'), text);
  const kinds = /** @type {(keyof AllCounts)[]} */ (Object.keys(NAMES));
  const plot = plotSvg({
    name: 'merge-simulation',
    title: plotTitle,
    kind: 'bars',
    unit: 'merges',
    bars: kinds.map((name) => ({
      label: NAMES[name].replaceAll('`', ''),
      value: counts?.[name].correct ?? 0,
      isOurs: name === 'ours',
    })),
  });
  writeFileSync(inRoot('docs/merge-simulation.svg'), plot);
}
