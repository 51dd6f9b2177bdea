/**
 * What it costs to keep the lock's token open, which shows at once that its owner has ended, against the lease alone: with Node for
 * Windows, on Wine. Run as `node scripts/bench/lock/main.mjs`.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { inRoot } from '../../lib/project.mjs';
import { ensureWine, wineEnv } from '../../lib/requirements/wine.mjs';
import { mustRun } from '../../lib/run.mjs';

const RUNS = 5;

const [program] = Object.values(await ensureWine());
if (program === undefined) throw new Error('this needs Wine');
const folder = inRoot('target/lock-bench');
mkdirSync(folder, { recursive: true });
const file = join(folder, 'locks.mjs');
const log = join(folder, 'log');
await build({
  entryPoints: [join(import.meta.dirname, 'locks.ts')],
  outfile: file,
  bundle: true,
  platform: 'node',
  format: 'esm',
});
/** @type {Record<string, number[]>} */
const times = { open: [], lease: [] };
for (let run = 0; run < RUNS; run++) {
  for (const [kind, all] of Object.entries(times)) {
    const flag = kind === 'lease' ? ' --lease' : '';
    // Node for Windows prints to files only, on Wine.
    const command = `exec wine '${program}' '${file}'${flag} > '${log}' 2>&1 < /dev/null`;
    await mustRun('sh', ['-c', command], { env: wineEnv });
    all.push(Number(readFileSync(log, 'utf8')));
  }
}
const median = (/** @type {number[]} */ all) => [...all].sort((a, b) => a - b)[RUNS >> 1] ?? 0;
const [open, lease] = [median(times['open'] ?? []), median(times['lease'] ?? [])];
console.log(`token kept open: ${open} µs for each time; lease: ${lease} µs (median of ${RUNS})`);
