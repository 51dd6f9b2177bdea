/** Bundles the commands, and copies the wasm and the page next to them. */
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { chatPage } from '../preview/build-chat.mjs';
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
  loader: { '.bash': 'text', '.zsh': 'text', '.fish': 'text', '.ps1': 'text' },
  // zod, with which the SDK checks messages, then compiles no validators. They pay off after many messages, and cost 5 of 95 ms
  // of CPU time up to the reply to the first call (2026-11-18, `npm run bench -- start`).
  banner: { js: 'globalThis.__zod_globalConfig = { jitless: true };' },
  plugins: [slimSdk(), separateSdk(), parsedListing()],
  // The glue could fetch the wasm from its own address; it always receives the bytes instead.
  logOverride: { 'empty-import-meta': 'silent' },
});
await writeFile(join(dist, 'chat.html'), await chatPage());
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

/**
 * Saves 2 of 34 ms of CPU time up to the reply to `initialize` (2026-11-18, `npm run bench -- start`): parsing a text as JSON is
 * faster than evaluating an object literal.
 * @returns {import('esbuild').Plugin}
 */
function parsedListing() {
  return {
    name: 'parsed-listing',
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]listing\.json$/ }, async ({ path }) => {
        const text = JSON.stringify(JSON.parse(await readFile(path, 'utf8')));
        return { contents: `export default JSON.parse(${JSON.stringify(text)});` };
      });
    },
  };
}
