import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { inRoot } from './project.mjs';

/** Pages load core.wasm over the network. tools.wasm has no limit; the server's package has one. */
export const CORE_WASM_LIMIT = 224 * 1024;

/** @returns {{ withinLimit: boolean, report: string }} */
export function wasmSize() {
  const [core, tools] = ['core.wasm', 'tools.wasm'].map(weigh);
  return {
    withinLimit: (core?.gzipped ?? 0) <= CORE_WASM_LIMIT,
    report: `${core?.report}, at most ${kibibytes(CORE_WASM_LIMIT)}\n${tools?.report}`,
  };
}

/** @param {string} name */
function weigh(name) {
  const wasm = readFileSync(inRoot('npm/core/wasm', name));
  const gzipped = gzipSync(wasm, { level: 9 }).length;
  return { gzipped, report: `${name}: ${kibibytes(wasm.length)}, gzipped ${kibibytes(gzipped)}` };
}

/** @param {number} bytes */
const kibibytes = (bytes) => `${(bytes / 1024).toFixed(1)} KiB`;
