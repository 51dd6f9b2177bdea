/** Bundles each command into one CommonJS file, and puts the wasm beside them. */
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { slimSdk } from './slim-sdk.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, 'dist');

await rm(dist, { recursive: true, force: true });
await mkdir(dist);
await Promise.all([
  build({
    absWorkingDir: here,
    // A file for each command: reading the SDK would be half of the time that `ltp` takes.
    entryPoints: ['src/bin/long-term-plan-mcp.ts', 'src/bin/ltp.ts'],
    outdir: 'dist',
    outExtension: { '.js': '.cjs' },
    bundle: true,
    // CommonJS starts faster than modules do, and Node 20 is the oldest that we run on.
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    minify: true,
    loader: { '.bash': 'text', '.zsh': 'text', '.fish': 'text' },
    // The wasm's glue can fetch the wasm by its own address; we hand it the bytes instead.
    logOverride: { 'empty-import-meta': 'silent' },
    plugins: [slimSdk()],
  }),
  copyFile(
    fileURLToPath(import.meta.resolve('long-term-plan-core/core.wasm')),
    join(dist, 'core.wasm'),
  ),
  ...['LICENSE-MIT', 'LICENSE-APACHE'].map((file) =>
    copyFile(join(here, '../..', file), join(dist, file)),
  ),
]);
