import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isFresh, unlessFresh } from './fingerprint.mjs';
import { hasNodeModules } from './needs/node-modules.mjs';
import { task } from './progress.mjs';
import { inCI, inRoot, npmPackages } from './project.mjs';
import { mustRun, npm } from './run.mjs';
import { setUp, whileOthersWait } from './set-up.mjs';
import { wasmCompilerFlags } from './wasm-flags.mjs';
import { wasmPackEnv } from './wasm-pack.mjs';
import { wasmSize } from './wasm-size.mjs';

/*
 * The build: Rust core -> tool listing and wasm -> npm packages. A part whose inputs did not change is skipped.
 */

const core = ['Cargo.toml', 'Cargo.lock', 'core/Cargo.toml', 'core/src', 'core/format'];
/** The manifests pin wasm-bindgen and wasm-pack. */
const wasmTools = ['scripts/wasm-tools/Cargo.toml', 'package-lock.json'];

const listing = {
  name: 'listing',
  inputs: [...core, 'core/examples'],
  outputs: [
    'npm/mcp/generated/listing.json',
    'npm/core/generated/listing.json',
    'npm/core/generated/contract.ts',
  ],
};

/** One name for all, so that one glue fits all. */
const WASM_NAME = 'long_term_plan_core';

/** What becomes a wasm: `crate` is a folder. */
const wasms = [
  // Everything: plans, the tools over files, imports and exports.
  wasmOf({
    name: 'wasm',
    crate: 'core',
    inputs: core,
  }),
  // Plans by themselves, which is what pages and editors need.
  wasmOf({
    name: 'wasm-core',
    crate: 'core',
    inputs: core,
    features: ['--no-default-features', '--features', 'wasm'],
  }),
];
/** @param {{ name: string, crate: string, inputs: string[], features?: string[] }} wasm */
function wasmOf({ name, crate, inputs, features = [] }) {
  const outDir = `npm/core/${name}`;
  const outputs = [`${outDir}/${WASM_NAME}_bg.wasm`, `${outDir}/${WASM_NAME}.js`];
  return { name, crate, outDir, inputs: [...inputs, ...wasmTools], outputs, features };
}

const packages = {
  name: 'packages',
  // The listing and the wasm lie under npm/ too.
  inputs: ['npm', 'scripts/lib/split-wasm', 'package-lock.json', 'tsconfig.base.json'],
  outputs: npmPackages()
    .filter(({ scripts }) => 'build' in scripts)
    .map(({ dir }) => `${dir}/dist`),
};

/**
 * Sets up what is missing and builds what is stale.
 * @param {{ forTests: boolean }} options
 * @returns {Promise<Partial<import('./set-up.mjs').Needs>>}
 */
export async function build({ forTests }) {
  const fresh = hasNodeModules() && [listing, ...wasms, packages].every(isFresh);
  // The server needs no more than what was built, not even Rust. The tests do.
  if (fresh && !forTests) return {};
  if (!fresh) console.error('long-term-plan: setting up and building (minutes the first time)');
  return whileOthersWait(async () => {
    const needs = await setUp({ forTests, meanwhile: compileCore });
    for (const wasm of wasms) await unlessFresh(wasm, () => packWasm(wasm));
    await unlessFresh(packages, buildPackages);
    return needs;
  });
}

/** What needs only Rust: the tool listing, and the compiled crates that wasm-pack will pick up. */
async function compileCore() {
  await unlessFresh(listing, renderListing);
  const args = ['build', '--lib', '--release', '--target', 'wasm32-unknown-unknown', ...locked()];
  for (const wasm of wasms.filter((wasm) => !isFresh(wasm))) {
    await task(`compiling the ${wasm.name}`, (note) =>
      mustRun('cargo', [...args, ...wasm.features], {
        cwd: inRoot(wasm.crate),
        env: compilerEnv(wasm),
        onLine: note,
      }),
    );
  }
}

/** The tools' names, schemas and types, rendered by native programs so that the wasm needs no code for it. */
async function renderListing() {
  await task('rendering the tool listing', async (note) => {
    const listed = await printedBy('listing', note);
    JSON.parse(listed);
    writeGenerated('npm/mcp/generated/listing.json', listed);
    writeGenerated('npm/core/generated/listing.json', listed);
    writeGenerated('npm/core/generated/contract.ts', await printedBy('types', note));
  });
}

/**
 * What an example of the core prints. The dev profile compiles fastest, and `cargo test` uses what it compiled.
 * @param {string} example
 * @param {(line: string) => void} onLine
 */
function printedBy(example, onLine) {
  const args = ['run', '--package', 'long-term-plan-core', '--example', example, ...locked()];
  return mustRun('cargo', args, { onLine });
}

/**
 * @param {string} path relative to the checkout
 * @param {string} text
 */
function writeGenerated(path, text) {
  mkdirSync(dirname(inRoot(path)), { recursive: true });
  writeFileSync(inRoot(path), text);
}

/** @param {ReturnType<typeof wasmOf>} wasm */
async function packWasm(wasm) {
  const {
    name,
    crate,
    outDir: outDirectory,
    outputs: [file = ''],
    features,
  } = wasm;
  const outDir = inRoot(outDirectory);
  rmSync(outDir, { recursive: true, force: true });
  const into = ['--out-dir', outDir, '--out-name', WASM_NAME];
  const args = ['build', crate, '--release', '--target', 'web', '--no-pack', ...into];
  if (features.length > 0) args.push('--', ...features);
  await task(`making the ${name}`, (note) =>
    mustRun('wasm-pack', args, { env: { ...wasmPackEnv, ...compilerEnv(wasm) }, onLine: note }),
  );
  // It says "ignore everything here", and npm would obey it when the package is packed.
  rmSync(join(outDir, '.gitignore'), { force: true });
  console.error(`  ${wasmSize(file, name).report}`);
}

/**
 * A crate with other features is compiled in a folder of its own: in a common one, each would throw away what the other
 * had compiled.
 * @param {ReturnType<typeof wasmOf>} wasm
 */
function compilerEnv({ name, features }) {
  const target = process.env.CARGO_TARGET_DIR ?? inRoot('target');
  const own = features.length > 0 ? { CARGO_TARGET_DIR: join(target, name) } : {};
  return { ...wasmCompilerFlags(), ...own };
}

const buildPackages = () =>
  task('building the npm packages', async (note) => {
    await mustRun(...npm('run', 'build', '--workspaces', '--if-present'), { onLine: note });
  });

/** CI builds from nothing but the committed lock file; who works on the manifests may have it updated. */
const locked = () => (inCI ? ['--locked'] : []);
