/**
 * Makes the package: the wasm and its glue, and from them one bundle for each way to import it.
 *
 *   dist/core.wasm   for those who load it themselves
 *   dist/esm         modules with the wasm inside, for browsers and bundlers
 *   dist/cjs         CommonJS; the wasm lies in a file of its own that the first call requires
 *   dist/node        a module for Node that hands on the CommonJS one, so that import and require share one instance
 *   dist/types       declarations; dist/types-cjs the same, as CommonJS wants them
 */
import { execFileSync } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { wrapGlue } from './wrap-glue.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, 'dist');
const ENTRIES = ['index', 'slim'];
/** Where the wasm is inside the JavaScript. */
const INLINED = 'wasm-base64';

await rm(dist, { recursive: true, force: true });
await mkdir(dist);
await wrapGlue({ glue: join(here, 'wasm', 'long_term_plan_core.js'), outDir: dist });
const base64 = await makeInlined();
await Promise.all([bundleModules(), bundleCommonJs(), copyFiles()]);
await writeEntryForNode();
await writeTypes();

async function makeInlined() {
  const wasm = await readFile(join(here, 'wasm', 'long_term_plan_core_bg.wasm'));
  await writeFile(join(dist, 'core.wasm'), wasm);
  const text = wasm.toString('base64');
  await writeFile(join(dist, `${INLINED}.js`), `export const wasmBase64 = () => '${text}';\n`);
  await writeFile(join(dist, `${INLINED}.d.ts`), 'export declare function wasmBase64(): string;\n');
  return text;
}

/** @returns {import('esbuild').BuildOptions} */
function common() {
  return {
    absWorkingDir: here,
    entryPoints: ENTRIES.map((entry) => `src/${entry}.ts`),
    bundle: true,
    target: 'es2022',
    platform: 'neutral',
    // What nobody uses of a package like this one, a bundler should be able to leave out.
    treeShaking: true,
  };
}

async function bundleModules() {
  await build({ ...common(), format: 'esm', outdir: 'dist/esm' });
}

async function bundleCommonJs() {
  await build({
    ...common(),
    format: 'cjs',
    outdir: 'dist/cjs',
    plugins: [
      {
        name: 'wasm in a file of its own',
        setup({ onLoad }) {
          onLoad({ filter: new RegExp(`[\\\\/]${INLINED}\\.js$`) }, () => ({
            contents: `export const wasmBase64 = () => require('./${INLINED}.js');`,
            resolveDir: here,
          }));
        },
      },
    ],
    external: [`./${INLINED}.js`],
  });
  await writeFile(join(dist, 'cjs', `${INLINED}.js`), `module.exports = '${base64}';\n`);
  await writeFile(join(dist, 'cjs', 'package.json'), '{ "type": "commonjs" }\n');
}

/** Names are written out, since Node cannot always find those of a CommonJS module. */
async function writeEntryForNode() {
  const names = Object.keys(await import(pathToFileURL(join(dist, 'esm', 'index.js')).href)).join(
    ', ',
  );
  await mkdir(join(dist, 'node'));
  await writeFile(
    join(dist, 'node', 'index.js'),
    `import core from '../cjs/index.js';\n\nexport const { ${names} } = core;\n`,
  );
}

async function writeTypes() {
  const compiler = join(
    dirname(fileURLToPath(import.meta.resolve('typescript/package.json'))),
    'bin/tsc',
  );
  execFileSync(process.execPath, [compiler, '--project', 'tsconfig.build.json'], {
    cwd: here,
    stdio: 'inherit',
  });
  await cp(join(dist, 'types'), join(dist, 'types-cjs'), { recursive: true });
  await writeFile(join(dist, 'types-cjs', 'package.json'), '{ "type": "commonjs" }\n');
}

async function copyFiles() {
  for (const file of ['LICENSE-MIT', 'LICENSE-APACHE']) {
    await cp(join(here, '../..', file), join(dist, file));
  }
}
