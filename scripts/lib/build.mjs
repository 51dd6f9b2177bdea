import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isFresh, unlessFresh } from './fingerprint.mjs';
import { hasNodeModules } from './needs/node-modules.mjs';
import { task } from './progress.mjs';
import { inRoot, locked, npmPackages } from './project.mjs';
import { mustRun, npm } from './run.mjs';
import { setUp, whileOthersWait } from './set-up.mjs';
import { bindWasm, CORE_WASM, compileWasm, TOOLS_WASM } from './wasm.mjs';

/*
 * The build: Rust core -> tool listing and wasm -> npm packages. A part whose inputs did not change is skipped.
 */

const core = ['Cargo.toml', 'Cargo.lock', 'core/Cargo.toml', 'core/src', 'core/format'];
/** The manifests pin wasm-bindgen and wasm-pack. */
const wasmTools = ['scripts/wasm-tools/Cargo.toml', 'package-lock.json'];

const listing = {
  name: 'listing',
  inputs: [...core, 'package-lock.json'],
  outputs: [
    'npm/mcp/generated/listing.json',
    'npm/core/generated/listing.json',
    'npm/core/generated/types.ts',
  ],
};

/** The wasms, in the order in which they are built. */
const wasms = [TOOLS_WASM, CORE_WASM].map((wasm) => ({ ...wasm, inputs: [...core, ...wasmTools] }));

const packages = {
  name: 'packages',
  // The listing and the wasm lie under npm/ too.
  inputs: ['npm', 'package-lock.json', 'tsconfig.base.json'],
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
    for (const wasm of wasms) await unlessFresh(wasm, () => makeWasm(wasm));
    await unlessFresh(packages, buildPackages);
    return needs;
  });
}

/** What needs only Rust: the tool listing, and the crates of the first wasm. */
async function compileCore() {
  await unlessFresh(listing, renderListing);
  const [first] = wasms.filter((wasm) => !isFresh(wasm));
  if (first) await task(`compiling ${first.name}`, (note) => compileWasm(first, note));
}

/** The tools' names, schemas and types, rendered by native programs so that the wasm needs no code for it. */
async function renderListing() {
  await task('rendering the tool listing', async (note) => {
    const args = ['run', '--package', 'long-term-plan-core', '--bin', 'listing', ...locked()];
    const { listing, types } = JSON.parse(await mustRun('cargo', args, { onLine: note }));
    writeGenerated('npm/mcp/generated/listing.json', JSON.stringify(listing));
    writeGenerated('npm/core/generated/listing.json', JSON.stringify(listing));
    writeGenerated('npm/core/generated/types.ts', await typesFrom(types));
  });
}

/**
 * TypeScript types from a JSON Schema whose `$defs` are the types.
 * @param {object} schema
 */
async function typesFrom(schema) {
  // Loaded here, because the set-up installs it.
  const { compile } = await import('json-schema-to-typescript');
  const types = await compile(schema, 'Types', {
    additionalProperties: false,
    bannerComment: '// Generated from the Rust contracts by `cargo run --bin listing`.',
    format: false,
    unreachableDefinitions: true,
  });
  // The root of the schema is no type, and where a type was defined says nothing to its users.
  return types
    .replace(/export interface Types \{[^}]*\}\n/, '')
    .replace(/( \* ?\n)? \* This interface was referenced by [^\n]*\n \* via the [^\n]*\n/g, '')
    .replace(/\/\*\*\n \*\/\n/g, '');
}

/**
 * @param {string} path relative to the checkout
 * @param {string} text
 */
function writeGenerated(path, text) {
  mkdirSync(dirname(inRoot(path)), { recursive: true });
  writeFileSync(inRoot(path), text);
}

/** @param {import('./wasm.mjs').Wasm} wasm */
const makeWasm = (wasm) =>
  task(`building ${wasm.name}`, async (note) => {
    await compileWasm(wasm, note);
    await bindWasm(wasm);
  });

const buildPackages = () =>
  task('building the npm packages', async (note) => {
    await mustRun(...npm('run', 'build', '--workspaces', '--if-present'), { onLine: note });
  });
