import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { task } from '../lib/progress.mjs';
import { inRoot } from '../lib/project.mjs';
import { mustRun } from '../lib/run.mjs';
import { benchDir } from './peers.mjs';

/** Builds the parsers that are measured natively. */
export async function buildNative() {
  const targetDir = join(benchDir, 'native');
  await task('building the native parsers', (onLine) =>
    mustRun('cargo', ['build', '--release', '--target-dir', targetDir], {
      cwd: inRoot('scripts/bench/native'),
      onLine,
    }),
  );
  const program = join(targetDir, 'release', 'long-term-plan-bench-native');
  /**
   * @param {string} parser
   * @param {string} text
   * @param {number} rounds
   * @returns {number[]} milliseconds of CPU time
   */
  return (parser, text, rounds) =>
    JSON.parse(execFileSync(program, [parser, `${rounds}`], { input: text, encoding: 'utf8' }));
}
