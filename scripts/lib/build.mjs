import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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
  inputs: CORE_SOURCES,
  outputs: ['npm/core/generated/listing.json', 'npm/core/generated/types.json'],
  /** @type {BuiltPart['build']} */
  build: async (onLine) => {
    // The dev profile compiles fastest, and `cargo test` uses what it compiled.
    const args = ['run', '--package', 'long-term-plan-core', '--bin', 'listing', ...locked()];
    const { listing, types } = JSON.parse(await mustRun('cargo', args, { onLine }));
    writeGenerated('npm/core/generated/listing.json', JSON.stringify(listing));
    writeGenerated('npm/core/generated/types.json', JSON.stringify(types));
  },
};

/** TypeScript types of operations, outlines and tools. Bundles do without. */
const types = {
  name: 'types.ts',
  inputs: [...listing.outputs, 'package-lock.json'],
  outputs: ['npm/core/generated/types.ts'],
  build: async () => {
    // Loaded here, because the set-up installs it.
    const { compile } = await import('json-schema-to-typescript');
    const schema = JSON.parse(readFileSync(inRoot('npm/core/generated/types.json'), 'utf8'));
    const compiled = await compile(schema, 'Types', {
      additionalProperties: false,
      bannerComment: '// Generated from the Rust contracts by `cargo run --bin listing`.',
      format: false,
      unreachableDefinitions: true,
    });
    // The root of the schema is no type, and where a type was defined says nothing to its users.
    const text = compiled
      .replace(/export interface Types \{[^}]*\}\n/, '')
      .replace(/( \* ?\n)? \* This interface was referenced by [^\n]*\n \* via the [^\n]*\n/g, '')
      .replace(/\/\*\*\n \*\/\n/g, '');
    writeGenerated('npm/core/generated/types.ts', text);
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
 * @param {string} path relative to the checkout
 * @param {string} text
 */
function writeGenerated(path, text) {
  mkdirSync(dirname(inRoot(path)), { recursive: true });
  writeFileSync(inRoot(path), text);
}
