/** Bundles the commands, and copies the wasm and the page next to them. */
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { slimSdk } from './slim-sdk.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, 'dist');

await rm(dist, { recursive: true, force: true });
await mkdir(dist);
await build({
  absWorkingDir: here,
  // The server loads `sdk` with the first message that needs it.
  entryPoints: ['src/bin/long-term-plan-mcp.ts', 'src/server/sdk.ts', 'src/bin/ltp.ts'],
  entryNames: '[name]',
  outdir: dist,
  outExtension: { '.js': '.cjs' },
  bundle: true,
  minify: true,
  platform: 'node',
  target: 'node20',
  // CommonJS starts faster than modules, and a dynamic import would start Node's loader of modules.
  format: 'cjs',
  supported: { 'dynamic-import': false },
  // From its source, so that the commands do not need a build of that package.
  alias: { 'long-term-plan-core': '../core/src' },
  loader: { '.bash': 'text', '.zsh': 'text', '.fish': 'text' },
  plugins: [slimSdk(), separateSdk()],
  // The glue could fetch the wasm from its own address; it always receives the bytes instead.
  logOverride: { 'empty-import-meta': 'silent' },
});
const copied = ['../core/wasm/tools.wasm', '../preview/dist/page.html'];
for (const file of [...copied, '../../LICENSE-MIT', '../../LICENSE-APACHE']) {
  await copyFile(join(here, file), join(dist, basename(file)));
}

/** @returns {import('esbuild').Plugin} */
function separateSdk() {
  return {
    name: 'separate-sdk',
    setup({ onResolve }) {
      onResolve({ filter: /^\.\/sdk\.ts$/ }, () => ({ path: './sdk.cjs', external: true }));
    },
  };
}
