/**
 * Two branches of a plan, merged by git, by git's driver `union` and by ours, many times over; and how long a
 * large merge takes. Needs a build and git.
 *
 *   node scripts/merge-simulation.mjs [--runs 1000] [--seed 1] [--write]
 *
 * Each run takes a plan of 300 tasks and makes 1 to 40 random edits on each of two branches, of the kinds that
 * people and agents make. What must come out of a merge is known from the edits alone, so that every edit that is
 * lost or doubled is found. `--write` puts the result into docs/merge-simulation.md.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createGlue } from '../npm/core/wasm/glue.js';
import { countFaults, isKeptInConflict } from './lib/merge-simulation/check.mjs';
import { branchOf } from './lib/merge-simulation/edits.mjs';
import { basePlan, render } from './lib/merge-simulation/plan.mjs';
import { randomFrom } from './lib/merge-simulation/random.mjs';

/**
 * @typedef {import('./lib/merge-simulation/plan.mjs').Plan} Plan
 * @typedef {{ clean: number, lost: number, doubled: number, invalid: number }} Counts
 * @typedef {{ git: Counts, union: Counts, ours: Counts }} AllCounts
 * @typedef {{ text: string, isClean: boolean, notes?: { taskId?: string }[] }} Result
 */

const here = new URL('.', import.meta.url);
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    write: { type: 'boolean', default: false },
  },
});
const [runs, seed] = [Number(values.runs), Number(values.seed)];
const glue = createGlue();
glue.initSync({ module: readFileSync(new URL('../npm/core/wasm/tools.wasm', here)) });
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
  if (values.write) write(report);
  const isGood = tables.every(([, { ours }]) => ours.lost + ours.doubled + ours.invalid === 0);
  process.exitCode = isGood ? 0 : 1;
} finally {
  rmSync(directory, { recursive: true });
}

/** @param {{ areDisjoint: boolean }} options */
function simulate({ areDisjoint }) {
  const none = { clean: 0, lost: 0, doubled: 0, invalid: 0 };
  const counts = { git: { ...none }, union: { ...none }, ours: { ...none } };
  for (let run = 0; run < runs; run++) {
    const random = randomFrom(seed * 1_000_003 + run);
    const base = basePlan(random);
    const ours = branchOf(base, random, 'o', new Set());
    const theirs = branchOf(base, random, 't', areDisjoint ? ours.touched : new Set());
    const texts = [base, ours.plan, theirs.plan].map(render);
    for (const [at, file] of files.entries()) writeFileSync(file, texts[at] ?? '');
    const plans = [base, ours.plan, theirs.plan];
    count(counts.git, byGit([]), plans, run);
    count(counts.union, byGit(['--union']), plans, run);
    count(counts.ours, byUs(texts), plans, run, true);
  }
  return counts;
}

/**
 * @param {string[]} flags
 * @returns {Result}
 */
function byGit(flags) {
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
function byUs(texts) {
  const [base, ours, theirs] = /** @type {[Uint8Array, Uint8Array, Uint8Array]} */ (
    texts.map((text) => new TextEncoder().encode(text))
  );
  const { bytes, conflicts, notes } = glue.merge(base, ours, theirs, {});
  const text = new TextDecoder().decode(bytes);
  return { text, isClean: conflicts.length === 0, notes };
}

/**
 * Only merges without conflict are held against the model, except for ours: nothing may get lost there at all.
 * @param {Counts} counts
 * @param {Result} result
 * @param {Plan[]} plans
 * @param {number} run
 */
function count(counts, { text, isClean, notes = [] }, plans, run, isOurs = false) {
  if (!isClean) {
    if (isOurs && !isKeptInConflict(text, plans)) {
      counts.lost += 1;
      console.error(`run ${run}: a conflict lost something`);
    }
    return;
  }
  counts.clean += 1;
  const plan = new glue.Plan(new TextEncoder().encode(text));
  const { errors } = plan.validate();
  const outline = plan.outline();
  plan.free();
  if (errors.length > 0) counts.invalid += 1;
  const faults = countFaults(outline, text, plans, new Set(notes.map(({ taskId = '' }) => taskId)));
  counts.lost += faults.lost.length;
  counts.doubled += faults.doubled.length;
  if (isOurs)
    for (const fault of [...faults.lost, ...faults.doubled]) console.error(`run ${run}: ${fault}`);
}

/**
 * @param {string} title
 * @param {AllCounts} counts
 */
function tableOf(title, counts) {
  const names = { git: 'git', union: 'git with `union`', ours: 'ltp merge-driver' };
  const kinds = /** @type {(keyof AllCounts)[]} */ (Object.keys(counts));
  const rows = kinds.map((name) => {
    const { clean, lost, doubled, invalid } = counts[name];
    const share = `${((clean / runs) * 100).toFixed(1)} %`;
    return `| ${names[name]} | ${clean} (${share}) | ${lost} | ${doubled} | ${invalid} |`;
  });
  return `### ${title}

| | merged without conflict | edits lost | edits doubled | invalid plans |
| --- | --- | --- | --- | --- |
${rows.join('\n')}
`;
}

/** The best of several merges of 10,000 tasks, 100 edits on each side. */
function speed() {
  const random = randomFrom(seed);
  const base = basePlan(random, 10_000);
  const ours = branchOf(base, random, 'o', new Set(), 100);
  const theirs = branchOf(base, random, 't', ours.touched, 100);
  const texts = [base, ours.plan, theirs.plan].map(render);
  for (const [at, file] of files.entries()) writeFileSync(file, texts[at] ?? '');
  /** @param {() => void} work */
  const best = (work) => {
    const times = Array.from({ length: 7 }, () => {
      const start = performance.now();
      work();
      return performance.now() - start;
    });
    return `${Math.min(...times).toFixed(0)} ms`;
  };
  const ltp = new URL('../npm/mcp/bin/ltp.cjs', here).pathname;
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
    ['the merge alone, in a running process', best(() => byUs(texts))],
    ['an empty Node process', best(() => run(process.execPath, ['-e', '']))],
  ];
  return `### Speed: 10,000 tasks (${((texts[0] ?? '').length / 1e6).toFixed(1)} MB), 100 edits on each side

| | best of 7 |
| --- | --- |
${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}
`;
}

/** @param {string} report */
function write(report) {
  const version = execFileSync('git', ['--version'], { encoding: 'utf8' }).trim();
  const text = `# Merge simulation

Written by \`node scripts/merge-simulation.mjs --runs ${runs} --seed ${seed} --write\` (${version}, Node ${process.version}).

Starting from a plan of 300 tasks, two branches each make 1 to 40 random edits: ticks, new tasks, new titles, moves,
deletions, notes in bodies, renamed and new sections. Then they are merged. The expected result is known from the edits,
and every merge without conflict is compared with it: a missing edit is lost, an edit that occurs twice is doubled. For
our driver, merges with conflicts are checked too: everything that either side wrote must be in the file.

${report}`;
  writeFileSync(new URL('../docs/merge-simulation.md', here), text);
}
