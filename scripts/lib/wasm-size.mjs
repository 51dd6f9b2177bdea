import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { inRoot } from './project.mjs';

/** What the core may weigh compressed: pages load it over the network. */
export const WASM_LIMIT = 150 * 1024;

/** The wasm that the build made. */
const WASM = 'npm/core/wasm/long_term_plan_core_bg.wasm';

/** @returns {{ withinLimit: boolean, report: string }} */
export function wasmSize() {
  const bytes = readFileSync(inRoot(WASM));
  const compressed = gzipSync(bytes, { level: 9 }).length;
  const report = `wasm: ${kibibytes(bytes.length)}, compressed ${kibibytes(compressed)} of ${kibibytes(WASM_LIMIT)}`;
  return { withinLimit: compressed <= WASM_LIMIT, report };
}

/** @param {number} bytes */
const kibibytes = (bytes) => `${(bytes / 1024).toFixed(1)} KiB`;
