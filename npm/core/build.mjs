/**
 * Builds the package from wasm/ and src/: one bundle for each way to import it.
 *
 *   dist/core.wasm   functions on plans, for callers that load the wasm themselves
 *   dist/tools.wasm  the same, with all tools, imports and exports
 *   dist/esm         modules with the wasm inlined, for browsers and bundlers
 *   dist/cjs         CommonJS; the wasm is in a separate file that the first call requires
 *   dist/node        modules for Node that re-export the CommonJS ones, so that import and require share one instance
 *   dist/types       declarations; dist/types-cjs the same for CommonJS
 */
import { execFileSync } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, 'dist');
const ENTRIES = ['index', 'workspace', 'slim', 'node'];
const WASMS = ['core', 'tools'];

await rm(dist, { recursive: true, force: true });
await mkdir(dist);
const inlined = await inlineWasms();
await Promise.all([bundleModules(), bundleCommonJs(), copyFiles()]);
await writeEntryForNode();
await writeTypes();

/** Writes each wasm as a file and as JavaScript; returns them as base64 by name. */
async function inlineWasms() {
  const texts = new Map();
  for (const name of WASMS) {
    const wasm = await readFile(join(here, 'wasm', `${name}.wasm`));
    await writeFile(join(dist, `${name}.wasm`), wasm);
    const text = wasm.toString('base64');
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
    // Only the entry for Node imports these.
    external: ['node:*'],
    // So that bundlers can drop what an importer does not use.
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
        name: 'wasm-in-separate-file',
        setup({ onLoad }) {
          onLoad({ filter: /[\\/]\w+-base64\.js$/ }, ({ path }) => {
            const name = basename(path, '-base64.js');
            const contents = `export const ${name}Base64 = () => require('./${name}-base64.js');`;
            return { contents, resolveDir: here };
          });
        },
      },
    ],
    external: ['node:*', ...WASMS.map((name) => `./${name}-base64.js`)],
  });
  for (const [name, text] of inlined) {
    await writeFile(join(dist, 'cjs', `${name}-base64.js`), `module.exports = '${text}';\n`);
  }
  await writeFile(join(dist, 'cjs', 'package.json'), '{ "type": "commonjs" }\n');
}

/** The names are spelled out, since Node does not find all exports of a CommonJS module. */
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
  // The other declarations import its types.
  await cp(join(here, 'wasm', 'bindings.d.ts'), join(dist, 'types', 'wasm', 'bindings.d.ts'));
  await cp(join(dist, 'types'), join(dist, 'types-cjs'), { recursive: true });
  await writeFile(join(dist, 'types-cjs', 'package.json'), '{ "type": "commonjs" }\n');
}

async function copyFiles() {
  for (const file of ['LICENSE-MIT', 'LICENSE-APACHE']) {
    await cp(join(here, '../..', file), join(dist, file));
  }
}
