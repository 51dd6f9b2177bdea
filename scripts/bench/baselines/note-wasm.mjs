/**
 * Imported before a program, this notes which wasm files it reads, in the file that WASM_NOTES names. Whether they are part
 * of a call cannot be seen from outside.
 */
import fs from 'node:fs';

const notes = process.env.WASM_NOTES ?? '';
/** @type {Record<string, any>} */
const functions = fs;

for (const name of ['readFileSync', 'openSync', 'readFile', 'open']) {
  const original = functions[name];
  functions[name] = (/** @type {unknown} */ path, /** @type {unknown[]} */ ...rest) => {
    if (/\.wasm/.test(`${path}`)) fs.appendFileSync(notes, `${path}\n`);
    return original(path, ...rest);
  };
}
