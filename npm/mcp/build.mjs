/** Bundles each command into a CommonJS file, what `ltp` seldom needs into one more, and puts what is wasm beside them. */
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { build } from 'esbuild';
import { splitWasm } from '../../scripts/lib/split-wasm/split.mjs';
import { inputsOfListing, laterIn, lazyBuiltins } from './lazy-parts.mjs';
import { slimSdk } from './slim-sdk.mjs';
import { isForLater } from './wasm-for-later.mjs';

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
const LAZY_BUILTINS = ['child_process', 'crypto', 'os', 'timers/promises', 'tty', 'util', 'zlib'];

await rm(dist, { recursive: true, force: true });
await mkdir(dist);
await Promise.all([
  // A file for each command: reading the SDK would be half of the time that `ltp` takes.
  build({
    ...common,
    entryPoints: ['src/bin/long-term-plan-mcp.ts'],
    plugins: [lazyBuiltins(LAZY_BUILTINS), slimSdk()],
  }),
  build({
    ...common,
    entryPoints: ['src/bin/ltp.ts'],
    plugins: [lazyBuiltins(LAZY_BUILTINS), inputsOfListing(), laterIn('ltp-more.cjs')],
  }),
  build({
    ...common,
    entryPoints: { 'ltp-more': 'src/cli/more.ts' },
    plugins: [lazyBuiltins(LAZY_BUILTINS), inputsOfListing()],
  }),
  writeWasm(),
  writePage(),
  ...['LICENSE-MIT', 'LICENSE-APACHE'].map((file) =>
    copyFile(join(here, '../..', file), join(dist, file)),
  ),
]);

/** The wasm in two parts, of which most calls need only the first. */
async function writeWasm() {
  const whole = await readFile(join(here, '../core/wasm/long_term_plan_core_bg.wasm'));
  const { first, later } = splitWasm(whole, isForLater);
  await writeCompressed('core.wasm', first);
  await writeCompressed('later.wasm', later);
}

/** The page without its core, which is here already. */
async function writePage() {
  const page = fileURLToPath(import.meta.resolve('long-term-plan-preview/coreless.html'));
  await writeCompressed('preview.html', await readFile(page));
}

/**
 * A fifth smaller than in npm's own archive, and unpacked in a few milliseconds.
 * @param {string} file
 * @param {Uint8Array} bytes
 */
async function writeCompressed(file, bytes) {
  const params = {
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
  };
  await writeFile(join(dist, `${file}.br`), brotliCompressSync(bytes, { params }));
}
