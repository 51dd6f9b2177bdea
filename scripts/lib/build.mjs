import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { withBuildLock } from './build-lock.mjs';
import { task } from './progress.mjs';
import { inRoot, locked } from './project.mjs';
import { hasNodeModules } from './requirements/node-modules.mjs';
import { mustRun } from './run.mjs';
import { setUp } from './setup.mjs';
import { buildIfStale, isFresh } from './stale-check.mjs';
import { bindWasm, CORE_WASM, compileWasm, TOOLS_WASM } from './wasm.mjs';

/*
 * The build: the Rust core becomes a listing of the tools and wasm, and from these the npm packages are made. A part whose
 * inputs did not change is skipped. Serving needs only a few of the parts.
 */

/** @typedef {import('./stale-check.mjs').Part & { build: (onLine: (line: string) => void) => Promise<void> }} BuiltPart */

const CORE_SOURCES = ['Cargo.toml', 'Cargo.lock', 'core/Cargo.toml', 'core/src', 'core/format'];
const WASM_SOURCES = [...CORE_SOURCES, 'scripts/lib/wasm.mjs'];

/** The names and schemas of the tools, rendered by a native program so that the wasm needs no code for it. */
const listing = {
  name: 'listing.json',
  inputs: [...CORE_SOURCES, 'core/examples'],
  outputs: ['npm/core/generated/listing.json'],
  /** @type {BuiltPart['build']} */
  build: async (onLine) => {
    const [path = ''] = listing.outputs;
    writeGenerated(path, await runExample('listing', onLine));
  },
};

/** TypeScript types of operations, outlines and tools. Bundles do without. */
const types = {
  name: 'contract.ts',
  inputs: listing.inputs,
  outputs: ['npm/core/generated/contract.ts'],
  /** @type {BuiltPart['build']} */
  build: async (onLine) => {
    const [path = ''] = types.outputs;
    writeGenerated(path, await runExample('types', onLine));
  },
};

/**
 * @param {import('./wasm.mjs').Wasm} wasm
 * @returns {BuiltPart}
 */
const wasmPart = (wasm) => ({
  name: wasm.name,
  inputs: WASM_SOURCES,
  outputs: wasm.outputs,
  build: async (onLine) => {
    await compileWasm(wasm, onLine);
    await bindWasm(wasm);
  },
});
const toolsWasm = wasmPart(TOOLS_WASM);
const coreWasm = wasmPart(CORE_WASM);

/** The commands, bundled from the sources of all packages. */
const server = {
  name: 'server',
  inputs: [
    'npm/core/src',
    ...listing.outputs,
    ...toolsWasm.outputs,
    'npm/preview',
    'npm/mcp',
    'package-lock.json',
  ],
  outputs: ['npm/preview/dist', 'npm/mcp/dist'],
  build: async () => {
    await mustRun(process.execPath, [inRoot('npm/preview/build.mjs')]);
    await mustRun(process.execPath, [inRoot('npm/mcp/build.mjs')]);
  },
};

const corePackage = {
  name: 'long-term-plan-core',
  inputs: ['npm/core', 'package-lock.json', 'tsconfig.base.json'],
  outputs: ['npm/core/dist'],
  build: async () => {
    await mustRun(process.execPath, [inRoot('npm/core/build.mjs')]);
  },
};

/** In the order in which they need each other. */
const FOR_SERVING = [listing, toolsWasm, server];
const ALL = [listing, toolsWasm, server, types, coreWasm, corePackage];

/**
 * Sets up what is missing and builds what is stale.
 * @param {'serving' | 'everything'} scope
 * @param {readonly import('./setup.mjs').TestRequirement[]} [required]
 * @returns {Promise<import('./setup.mjs').Available>}
 */
export async function build(scope, required = []) {
  const parts = scope === 'serving' ? FOR_SERVING : ALL;
  const fresh = hasNodeModules() && parts.every(isFresh);
  // What was built runs without Rust.
  if (fresh && required.length === 0) return {};
  if (!fresh) console.error('long-term-plan: setting up and building (minutes the first time)');
  return withBuildLock(async () => {
    const available = await setUp(required, compileCore);
    for (const part of parts) await buildPart(part);
    return available;
  });
}

/** The slow parts that need only Rust, at the same time: cargo locks a folder for each profile. */
async function compileCore() {
  const compiling = isFresh(toolsWasm)
    ? undefined
    : task(`compiling ${toolsWasm.name}`, (onLine) => compileWasm(TOOLS_WASM, onLine));
  await Promise.all([compiling, buildPart(listing)]);
}

/** @param {BuiltPart} part */
const buildPart = (part) => buildIfStale(part, () => task(`building ${part.name}`, part.build));

/**
 * What an example of the core prints. The dev profile compiles fastest, and `cargo test` uses what it compiled.
 * @param {string} name
 * @param {(line: string) => void} onLine
 */
function runExample(name, onLine) {
  const args = ['run', '--package', 'long-term-plan-core', '--example', name, ...locked()];
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
