/** Bundles each command into a CommonJS file, what it need not start with into one more, and puts what is wasm beside them. */
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { wrapGlue } from '../core/wrap-glue.mjs';
import { laterIn, lazyBuiltins, lazyListing } from './lazy-parts.mjs';
import { slimSdk } from './slim-sdk.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, 'dist');

/** @type {import('esbuild').BuildOptions} */
const common = {
  absWorkingDir: here,
  outdir: 'dist',
  outExtension: { '.js': '.cjs' },
  bundle: true,
  // CommonJS starts faster than modules do, and Node 20 is the oldest that we run on.
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  // Or else a dynamic import would start Node's loader of modules.
  supported: { 'dynamic-import': false },
  minify: true,
  loader: { '.bash': 'text', '.zsh': 'text', '.fish': 'text' },
  // The wasm's glue can fetch the wasm by its own address; we hand it the bytes instead.
  logOverride: { 'empty-import-meta': 'silent' },
};

/** Slow to load, and needed by few calls of `ltp`, or not for the start of the server. */
const LAZY_BUILTINS = ['child_process', 'crypto', 'os', 'timers/promises', 'tty', 'util'];

await rm(dist, { recursive: true, force: true });
await mkdir(dist);
await wrapGlue({
  glue: join(here, 'wasm/long_term_plan_convert.js'),
  outDir: join(here, 'wasm/dist'),
});
await Promise.all([
  // A file for each command: reading the SDK would be half of the time that `ltp` takes.
  build({
    ...common,
    entryPoints: ['src/bin/long-term-plan-mcp.ts'],
    plugins: [lazyBuiltins(LAZY_BUILTINS), lazyListing(), laterIn('long-term-plan-mcp-more.cjs')],
  }),
  build({
    ...common,
    entryPoints: { 'long-term-plan-mcp-more': 'src/server/more.ts' },
    plugins: [lazyBuiltins(LAZY_BUILTINS), slimSdk()],
  }),
  build({
    ...common,
    entryPoints: ['src/bin/ltp.ts'],
    plugins: [
      lazyBuiltins(LAZY_BUILTINS),
      lazyListing({ hasOutputs: false }),
      laterIn('ltp-more.cjs'),
    ],
  }),
  build({
    ...common,
    entryPoints: { 'ltp-more': 'src/cli/more.ts' },
    plugins: [lazyBuiltins(LAZY_BUILTINS), lazyListing({ hasOutputs: false })],
  }),
  copyFile(
    fileURLToPath(import.meta.resolve('long-term-plan-core/tools.wasm')),
    join(dist, 'core.wasm'),
  ),
  copyFile(
    fileURLToPath(import.meta.resolve('long-term-plan-preview/page.html')),
    join(dist, 'preview.html'),
  ),
  // A wasm by itself: only two commands need it.
  copyFile(join(here, 'wasm/long_term_plan_convert_bg.wasm'), join(dist, 'convert.wasm')),
  ...['LICENSE-MIT', 'LICENSE-APACHE'].map((file) =>
    copyFile(join(here, '../..', file), join(dist, file)),
  ),
]);
