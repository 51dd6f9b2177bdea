/**
 * Bundles the commands, and puts the wasm beside them. What both need, and what is imported dynamically, becomes a file by
 * itself, so that everything is there once and a start reads no more than it needs.
 */
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { build, transform } from 'esbuild';
import { splitWasm } from '../../scripts/lib/split-wasm/split.mjs';
import { lazyBuiltins, lazyListing, together } from './lazy-parts.mjs';
import { slimSdk } from './slim-sdk.mjs';
import { isForLater } from './wasm-for-later.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, 'dist');

/** Slow to load, and needed by few calls of `ltp`, or not for the start of the server. */
const LAZY_BUILTINS = ['child_process', 'crypto', 'os', 'timers/promises', 'tty', 'util', 'zlib'];

await rm(dist, { recursive: true, force: true });
await mkdir(dist);
await Promise.all([
  bundleCommands(),
  writeWasm(),
  writePage(),
  ...['LICENSE-MIT', 'LICENSE-APACHE'].map((file) =>
    copyFile(join(here, '../..', file), join(dist, file)),
  ),
]);

/**
 * esbuild splits only modules. CommonJS starts faster than modules do, so each file is turned into that afterwards.
 */
async function bundleCommands() {
  const target = { platform: /** @type {const} */ ('node'), target: 'node20' };
  const { outputFiles } = await build({
    ...target,
    absWorkingDir: here,
    entryPoints: ['src/bin/long-term-plan-mcp.ts', 'src/bin/ltp.ts'],
    outdir: dist,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    write: false,
    loader: { '.bash': 'text', '.zsh': 'text', '.fish': 'text' },
    plugins: [
      lazyBuiltins(LAZY_BUILTINS),
      lazyListing(),
      slimSdk(),
      together(/[\\/]src[\\/]cli[\\/]/, join(here, 'src/cli/more.ts')),
    ],
    // The wasm's glue can fetch the wasm by its own address; we hand it the bytes instead.
    logOverride: { 'empty-import-meta': 'silent' },
  });
  for (const { path, text } of outputFiles) {
    const { code } = await transform(text, {
      ...target,
      format: 'cjs',
      minify: true,
      // Or else a dynamic import would start Node's loader of modules.
      supported: { 'dynamic-import': false },
      logOverride: { 'empty-import-meta': 'silent' },
    });
    await writeFile(path, code);
  }
}

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
