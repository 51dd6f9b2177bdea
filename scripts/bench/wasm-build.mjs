import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { task } from '../lib/progress.mjs';
import { inRoot } from '../lib/project.mjs';
import { mustRun } from '../lib/run.mjs';
import { wasmPackEnv } from '../lib/wasm-pack.mjs';
import { benchDir } from './peers.mjs';
import { instantiate } from './wasm.mjs';

/**
 * Builds the crate scripts/bench/boundary with one of its features, as the product is built.
 * @param {string} feature
 * @returns {Promise<import('./wasm.mjs').Instance>}
 */
export async function buildBoundary(feature) {
  const outDir = join(benchDir, 'boundary', feature);
  const args = ['build', inRoot('scripts/bench/boundary'), '--release', '--target', 'web'];
  args.push('--no-pack', '--out-dir', outDir, '--', '--features', feature);
  await task(`building the wasm of "${feature}"`, (onLine) =>
    mustRun('wasm-pack', args, {
      env: { ...wasmPackEnv, CARGO_TARGET_DIR: join(benchDir, 'boundary-target') },
      onLine,
    }),
  );
  const file = join(outDir, 'long_term_plan_bench_boundary');
  return instantiate(pathToFileURL(`${file}.js`), `${file}_bg.wasm`);
}
