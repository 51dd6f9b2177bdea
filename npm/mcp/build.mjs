/**
 * Bundles the commands, and puts the wasm beside them. What both need, and what is imported dynamically, becomes a file by
 * itself, so that everything is there once and a start reads no more than it needs.
 */
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';
import { lazyBuiltins, lazyListing, together } from './lazy-parts.mjs';
import { slimSdk } from './slim-sdk.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, 'dist');

/** Slow to load, and needed by few calls of `ltp`, or not for the start of the server. */
const LAZY_BUILTINS = ['child_process', 'crypto', 'os', 'timers/promises', 'tty', 'util', 'zlib'];

await rm(dist, { recursive: true, force: true });
await mkdir(dist);
await Promise.all([
  bundleCommands(),
  ...[
    '../core/wasm/tools.wasm',
    '../preview/dist/page.html',
    '../../LICENSE-MIT',
    '../../LICENSE-APACHE',
  ].map((file) => copyFile(join(here, file), join(dist, basename(file)))),
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
    // From its source, so that the commands need no build of that package.
    alias: { 'long-term-plan-core': '../core/src' },
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
