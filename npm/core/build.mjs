/**
 * Makes the package: the wasm and its glue, and from them one bundle for each way to import it.
 *
 *   dist/core.wasm   functions on plans, for those who load it themselves
 *   dist/tools.wasm  the same, all tools, imports and exports
 *   dist/esm         modules with the wasm inside, for browsers and bundlers
 *   dist/cjs         CommonJS; the wasm lies in a file of its own that the first call requires
 *   dist/node        a module for Node that hands on the CommonJS one, so that import and require share one instance
 *   dist/types       declarations; dist/types-cjs the same, as CommonJS wants them
 */
import { execFileSync } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { withoutNames } from '../../scripts/lib/split-wasm/names.mjs';
import { wrapGlue } from './wrap-glue.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, 'dist');
const ENTRIES = ['index', 'workspace', 'slim'];
/** The glue of the larger wasm fits both: of what the smaller one lacks, nothing is called. */
const WASMS = { core: 'wasm-core', tools: 'wasm' };

await rm(dist, { recursive: true, force: true });
await mkdir(dist);
await wrapGlue({ glue: join(here, 'wasm', 'long_term_plan_core.js'), outDir: dist });
const inlined = await makeInlined();
await Promise.all([bundleModules(), bundleCommonJs(), copyFiles()]);
await writeEntryForNode();
await writeTypes();

/** Each wasm as a file, and as JavaScript; the texts are returned by the names of the wasms. */
async function makeInlined() {
  const texts = new Map();
  for (const [name, folder] of Object.entries(WASMS)) {
    const file = join(here, folder, 'long_term_plan_core_bg.wasm');
    const wasm = withoutNames(await readFile(file));
    await writeFile(join(dist, `${name}.wasm`), wasm);
    const text = Buffer.from(wasm).toString('base64');
    const inlined = join(dist, `${name}-base64`);
    await writeFile(`${inlined}.js`, `export const ${name}Base64 = () => '${text}';\n`);
    await writeFile(`${inlined}.d.ts`, `export declare function ${name}Base64(): string;\n`);
    texts.set(name, text);
  }
  return texts;
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
          onLoad({ filter: /[\\/]\w+-base64\.js$/ }, ({ path }) => {
            const name = basename(path, '-base64.js');
            const contents = `export const ${name}Base64 = () => require('./${name}-base64.js');`;
            return { contents, resolveDir: here };
          });
        },
      },
    ],
    external: Object.keys(WASMS).map((name) => `./${name}-base64.js`),
  });
  for (const [name, text] of inlined) {
    await writeFile(join(dist, 'cjs', `${name}-base64.js`), `module.exports = '${text}';\n`);
  }
  await writeFile(join(dist, 'cjs', 'package.json'), '{ "type": "commonjs" }\n');
}

/** Names are written out, since Node cannot always find those of a CommonJS module. */
async function writeEntryForNode() {
  await mkdir(join(dist, 'node'));
  for (const entry of ['index', 'workspace']) {
    const module = await import(pathToFileURL(join(dist, 'esm', `${entry}.js`)).href);
    const names = Object.keys(module).join(', ');
    await writeFile(
      join(dist, 'node', `${entry}.js`),
      `import core from '../cjs/${entry}.js';\n\nexport const { ${names} } = core;\n`,
    );
  }
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
