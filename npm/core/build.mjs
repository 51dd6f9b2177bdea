/**
 * Makes the glue of the wasm instantiable more than once. wasm-bindgen keeps the instance in a
 * variable of the module and never lets go of it; after a trap, a new instance is the only safe way
 * on. So the module becomes a function, and each call of it a glue of its own.
 */
import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

await build({
  absWorkingDir: dirname(fileURLToPath(import.meta.url)),
  entryPoints: ['wasm/long_term_plan_core.js'],
  outfile: 'dist/glue.js',
  bundle: true,
  format: 'iife',
  globalName: 'glue',
  target: 'es2022',
  banner: { js: 'export function makeGlue() {' },
  footer: { js: 'return glue;\n}' },
  // The glue can fetch the wasm by its own address; it is always handed the bytes instead.
  logOverride: { 'empty-import-meta': 'silent' },
});

await writeFile(
  new URL('dist/glue.d.ts', import.meta.url),
  `import type * as glue from '../wasm/long_term_plan_core.js';
export declare function makeGlue(): typeof glue;
`,
);
