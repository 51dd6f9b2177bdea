import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { inRoot } from './project.mjs';
import { withoutNames } from './split-wasm/names.mjs';

/** What the core may weigh compressed: pages load it over the network. */
export const WASM_LIMIT = 150 * 1024;

/** The wasm of the functions on plans, as the build made it. */
const CORE = 'npm/core/wasm-core/long_term_plan_core_bg.wasm';

/**
 * Only the functions on plans have a limit: they are what pages load.
 * @param {string} [file] relative to the checkout
 * @param {string} [name]
 * @returns {{ withinLimit: boolean, report: string }}
 */
export function wasmSize(file = CORE, name = 'wasm-core') {
  const wasm = withoutNames(readFileSync(inRoot(file)));
  const compressed = gzipSync(wasm, { level: 9 }).length;
  const limit = file === CORE ? ` of ${kibibytes(WASM_LIMIT)}` : '';
  return {
    withinLimit: file !== CORE || compressed <= WASM_LIMIT,
    report: `${name}: ${kibibytes(wasm.length)}, compressed ${kibibytes(compressed)}${limit}`,
  };
}

/** @param {number} bytes */
const kibibytes = (bytes) => `${(bytes / 1024).toFixed(1)} KiB`;
