/** The tables and the plot of docs/merge-simulation.md. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { plotSvg } from '../bench/plot.mjs';
import { inRoot } from '../lib/project.mjs';
import { FAULT_KINDS } from './run.mjs';

/**
 * @typedef {import('./main.mjs').Counts} Counts
 * @typedef {import('./main.mjs').Engine} Engine
 * @typedef {Record<'disjoint' | 'mixed', Record<Engine, Counts>>} AllCounts
 */

const NAMES = { git: 'git', union: 'git with `union`', ours: 'ltp merge-driver' };
const TITLES = {
  disjoint: 'Edits of different fields',
  mixed: 'Any edits, including edits of the same fields',
};

/** @param {{ counts: AllCounts, runs: number, speed: string[][] }} results */
export function reportOf({ counts, runs, speed }) {
  const tables = /** @type {const} */ (['disjoint', 'mixed']).map((mode) => {
    const engines = /** @type {Engine[]} */ (Object.keys(NAMES));
    const rows = engines.map((engine) => {
      const found = counts[mode][engine];
      const share = `${((found.clean / runs) * 100).toFixed(1)} %`;
      const faults = FAULT_KINDS.map((kind) => cell(engine, kind, found[kind]));
      return `| ${NAMES[engine]} | ${found.clean} (${share}) | ${faults.join(' | ')} |`;
    });
    return `### ${TITLES[mode]}

| | merged without conflict | ${FAULT_KINDS.join(' | ')} |
| --- | --- |${' --- |'.repeat(FAULT_KINDS.length)}
${rows.join('\n')}
`;
  });
  if (speed.length > 0)
    tables.push(`### Speed: 10,000 tasks, up to 100 edits on each side

| | best of 7 |
| --- | --- |
${speed.map((row) => `| ${row.join(' | ')} |`).join('\n')}
`);
  return tables.join('\n');
}

/**
 * @param {Engine} engine
 * @param {import('./run.mjs').FaultKind} kind
 * @param {number} count
 */
function cell(engine, kind, count) {
  const isChecked = engine === 'ours' || !['asymmetric', 'not idempotent'].includes(kind);
  return isChecked ? String(count) : '–';
}

/** @param {{ report: string, counts: AllCounts, runs: number, seed: number }} results */
export function writeReport({ report, counts, runs, seed }) {
  const version = execFileSync('git', ['--version'], { encoding: 'utf8' }).trim();
  const plotTitle = `Correct merges without conflict, of ${runs} pairs of branches that edit different fields`;
  const text = `# Merge simulation

Written by \`node scripts/merge-simulation/main.mjs --runs ${runs} --seed ${seed} --write\` (${version}, Node ${process.version}).

Starting from a plan of 80 tasks in nested sections, with prose between and inside of tasks, two branches each make 1 to 12
random edits: ticks, claims, new tasks, titles, attributes, bodies, moves, deletions, paragraphs, code blocks, renamed, moved,
wrapped and deleted sections, and now and then another indentation or other line endings. Then they are merged.

A small reader, which shares no code with the product, reads the three versions and the result. What one side changed and the
other did not must be in the result. The figures are merges with at least one fault:

- lost: a task, a line or a section is missing,
- duplicated: one occurs twice,
- reverted: a change or deletion that only one side made is undone,
- invalid: the result is not a valid plan,
- asymmetric: with the sides swapped, the result says something else,
- not idempotent: merging the result again with one of the sides changes it. This is not checked if the result has an empty section
  that the base does not have under that name: no merge can recognize it.

Of git only merges without conflict are checked. Of ours those with conflicts are checked too, with all conflicts resolved to one
side and then to the other.

![${plotTitle}](merge-simulation.svg)

${report}`;
  writeFileSync(inRoot('docs/merge-simulation.md'), text);
  const engines = /** @type {Engine[]} */ (Object.keys(NAMES));
  const plot = plotSvg({
    name: 'merge-simulation',
    title: plotTitle,
    kind: 'bars',
    unit: 'merges',
    bars: engines.map((engine) => ({
      label: NAMES[engine].replaceAll('`', ''),
      value: counts.disjoint[engine].correct,
      isOurs: engine === 'ours',
    })),
  });
  writeFileSync(inRoot('docs/merge-simulation.svg'), plot);
}
