import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { inRoot, locked, targetDir } from './project.mjs';
import { mustRun } from './run.mjs';

/*
 * How the core becomes wasm: cargo compiles it, wasm-bindgen (called by scripts/wasm-tools/bind-web) writes the JavaScript
 * glue, and esbuild wraps the glue in a function. The results are in npm/core/wasm.
 */

const WASM_TARGET = 'wasm32-unknown-unknown';
const OUT_DIR = 'npm/core/wasm';

/**
 * @typedef {object} Wasm
 * @property {string} name
 * @property {string[]} features arguments for cargo
 * @property {string[]} outputs relative to the checkout
 */

/** Everything: functions on plans, the tools over files, imports and exports. Its glue also fits the other wasm; the build checks that. */
export const TOOLS_WASM = {
  name: 'tools.wasm',
  features: [],
  outputs: [`${OUT_DIR}/tools.wasm`, `${OUT_DIR}/glue.js`, `${OUT_DIR}/casts.json`],
};

/** Functions on single plans, for pages and editors. */
export const CORE_WASM = {
  name: 'core.wasm',
  features: ['--no-default-features', '--features', 'wasm'],
  outputs: [`${OUT_DIR}/core.wasm`],
};

/**
 * @param {Wasm} wasm
 * @param {(line: string) => void} onLine
 */
export async function compileWasm({ features }, onLine) {
  const args = ['build', '--lib', '--release', '--target', WASM_TARGET, '--target-dir', targetDir];
  args.push('--package', 'long-term-plan-core', ...features, ...locked());
  await mustRun('cargo', args, { env: compilerFlags(), onLine });
}

/**
 * Turns the last compiled wasm into what the packages use.
 * @param {Wasm} wasm
 */
export async function bindWasm({ name, outputs }) {
  const compiled = join(targetDir, WASM_TARGET, 'release', 'long_term_plan_core.wasm');
  const bound = join(targetDir, 'wasm-bindgen');
  await mustRun('bind-web', [compiled, bound]);
  mkdirSync(inRoot(OUT_DIR), { recursive: true });
  renameSync(join(bound, 'bindings_bg.wasm'), inRoot(OUT_DIR, name));
  const bindings = readFileSync(join(bound, 'bindings.js'), 'utf8');
  if (outputs.includes(`${OUT_DIR}/glue.js`)) {
    await wrapGlue(bound);
    writeFileSync(inRoot(OUT_DIR, 'casts.json'), JSON.stringify(castsIn(bindings)));
  } else {
    const ofGlue = JSON.parse(readFileSync(inRoot(OUT_DIR, 'casts.json'), 'utf8'));
    if (JSON.stringify(castsIn(bindings)) !== JSON.stringify(ofGlue)) {
      throw new Error(
        `${name} converts values differently from tools.wasm, so it needs its own glue`,
      );
    }
  }
}

/**
 * How a wasm converts values, in order. wasm-bindgen numbers these functions separately for each wasm, so one glue fits two wasms
 * only if they use the same ones.
 * @param {string} bindings the JavaScript that wasm-bindgen wrote
 */
const castsIn = (bindings) =>
  [
    ...bindings.matchAll(
      /__wbindgen_(?:cast|generic)_\w+: function(\([^)]*\) \{[\s\S]*?\n\s*\}),/g,
    ),
  ].map(([, body]) => body);

/**
 * Makes the glue usable more than once. wasm-bindgen keeps the instance in a variable of the module forever; after a trap,
 * only a new instance is safe. So the module becomes a function, and each call of it returns a new glue.
 * @param {string} bound the folder with the output of wasm-bindgen
 */
async function wrapGlue(bound) {
  // Loaded here, because the set-up installs it.
  const { build } = await import('esbuild');
  await build({
    entryPoints: [join(bound, 'bindings.js')],
    outfile: inRoot(OUT_DIR, 'glue.js'),
    bundle: true,
    format: 'iife',
    globalName: 'glue',
    target: 'es2022',
    banner: { js: 'export function createGlue() {' },
    footer: { js: 'return glue;\n}' },
    // The glue could fetch the wasm from its own address; it always receives the bytes instead.
    logOverride: { 'empty-import-meta': 'silent' },
  });
  // How the glue loads a wasm is declared with types of browsers and with `any`; callers only use this way.
  const types = readFileSync(join(bound, 'bindings.d.ts'), 'utf8');
  const start = '/** Starts the wasm from its bytes or from a compiled module. */\n';
  const declared = types
    .replace(
      /export type InitInput[\s\S]*$/,
      `${start}export function initSync(options: { module: Uint8Array | object }): unknown;\n`,
    )
    .replaceAll(/^\s*\[Symbol\.dispose\]\(\): void;\n/gm, '');
  writeFileSync(inRoot(OUT_DIR, 'bindings.d.ts'), declared);
  writeFileSync(
    inRoot(OUT_DIR, 'glue.d.ts'),
    `import type * as bindings from './bindings.js';\nexport declare function createGlue(): typeof bindings;\n`,
  );
}

/** @returns {Record<string, string>} the environment for cargo */
function compilerFlags() {
  const crates = join(process.env.CARGO_HOME ?? join(homedir(), '.cargo'), 'registry', 'src');
  const flags = [
    '--cfg',
    'sha2_backend_soft="compact"',
    // Panic messages contain paths of source files. They should not show where this machine keeps its crates.
    `--remap-path-prefix=${crates}=crates`,
  ];
  // Encoded, because a path may contain spaces.
  return { CARGO_ENCODED_RUSTFLAGS: flags.join('\x1f') };
}
