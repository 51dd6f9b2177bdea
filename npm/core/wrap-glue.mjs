/**
 * Makes the glue of a wasm instantiable more than once. wasm-bindgen keeps the instance in a
 * variable of the module and never lets go of it; after a trap, a new instance is the only safe way
 * on. So the module becomes a function, and each call of it a glue of its own.
 *
 * A wasm that was split (`scripts/lib/split-wasm`) imports what loads its later part: the function's argument, which is
 * given the exports of the first part.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { build } from 'esbuild';

/**
 * Writes `glue.js` and its types.
 * @param {object} paths
 * @param {string} paths.glue the module that wasm-bindgen made, with its types beside it
 * @param {string} paths.outDir
 */
export async function wrapGlue({ glue, outDir }) {
  await build({
    entryPoints: [glue],
    outfile: join(outDir, 'glue.js'),
    bundle: true,
    format: 'iife',
    globalName: 'glue',
    target: 'es2022',
    banner: { js: 'export function makeGlue(loadLater) {' },
    footer: { js: 'return glue;\n}' },
    plugins: [loaderAmongImports()],
    // The glue can fetch the wasm by its own address; it is always handed the bytes instead.
    logOverride: { 'empty-import-meta': 'silent' },
  });
  const types = relative(outDir, glue);
  await writeFile(
    join(outDir, 'glue.d.ts'),
    `import type * as glue from '${types.replaceAll('\\', '/')}';
export declare function makeGlue(loadLater?: (first: object) => void): typeof glue;
`,
  );
}

/** @returns {import('esbuild').Plugin} */
function loaderAmongImports() {
  const imports = /"\.\/\w+_bg\.js": import0,/;
  return {
    name: 'loader-among-imports',
    setup({ onLoad }) {
      onLoad({ filter: /\.js$/ }, async ({ path }) => {
        const glue = await readFile(path, 'utf8');
        if (!imports.test(glue)) throw new Error(`${path} does not say what it imports, as it did`);
        return { contents: glue.replace(imports, '$& first: { load: () => loadLater(wasm) },') };
      });
    },
  };
}
