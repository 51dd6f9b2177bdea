import { existsSync, writeFileSync } from 'node:fs';
import { inRoot, readText } from '../project.mjs';
import { BASELINE_FILE, compare } from './compare.mjs';
import { countInstructions } from './count.mjs';

/** @typedef {import('./count.mjs').Counted} Counted */

const ACCEPT = `\`node scripts/instructions.mjs --accept\` writes ${BASELINE_FILE} anew`;

/**
 * Counts, and compares with the baselines.
 * @param {(line: string) => void} note
 * @returns {Promise<{ isGood: boolean, report: string }>}
 */
export async function checkInstructions(note) {
  return judge(readBaseline(), await countInstructions(note));
}

/**
 * Counts, and makes that the baseline. What grows too fast with a plan cannot be accepted, and is told.
 * @param {(line: string) => void} note
 */
export async function acceptInstructions(note) {
  const counted = await countInstructions(note);
  const before = readBaseline();
  writeFileSync(inRoot(BASELINE_FILE), `${JSON.stringify(counted, null, 2)}\n`);
  const { isGood, report } = judge(counted, counted);
  const { table } = compare(before, counted);
  return {
    isGood,
    report: isGood ? [...table, '', `${BASELINE_FILE} is written.`].join('\n') : report,
  };
}

/** @returns {Counted} */
function readBaseline() {
  if (!existsSync(inRoot(BASELINE_FILE))) return { rustc: '', target: '', instructions: {} };
  return JSON.parse(readText(BASELINE_FILE));
}

/**
 * What the counts mean, in words.
 * @param {Counted} baseline
 * @param {Counted} counted
 */
export function judge(baseline, counted) {
  const { table, faults, gains } = compare(baseline, counted);
  const words = [...table, ''];
  if (baseline.target !== counted.target) {
    words.push(
      `The baselines are for ${baseline.target || 'nothing yet'}, and this is ${counted.target}: only growth was judged.`,
    );
  }
  if (gains.length > 0) {
    words.push('BETTER THAN THE BASELINE:', ...gains, `So that it stays so: ${ACCEPT}; commit it.`);
  }
  if (faults.length > 0) {
    words.push('TOO MANY INSTRUCTIONS:', ...faults);
    if (baseline.target === counted.target && baseline.rustc !== counted.rustc) {
      words.push(
        `The baselines were counted with rustc ${baseline.rustc}, and this is ${counted.rustc}: that alone can be the reason. ` +
          'To know, count the commit before with this rustc too.',
      );
    }
    words.push(
      `What to do: \`valgrind --tool=callgrind\` and callgrind_annotate show where they are spent. If they are worth it, ${ACCEPT}; ` +
        'commit it with the change that explains it.',
    );
  }
  return { isGood: faults.length === 0, report: words.join('\n') };
}
