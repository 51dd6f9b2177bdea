import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { inRoot } from '../lib/project.mjs';

/**
 * @typedef {object} Instance
 * @property {any} exports what the glue offers
 * @property {Buffer} bytes the wasm
 */

/**
 * @param {URL} glue made by wasm-bindgen for the web
 * @param {string} wasm
 * @returns {Promise<Instance>}
 */
export async function instantiate(glue, wasm) {
  const exports = await import(glue.href);
  const bytes = readFileSync(wasm);
  exports.initSync({ module: bytes });
  return { exports, bytes };
}

/** Where the build puts the wasm that the server loads, with its glue. */
const CORE = inRoot('npm/core/wasm/long_term_plan_core');

export const loadCore = () => instantiate(pathToFileURL(`${CORE}.js`), `${CORE}_bg.wasm`);
