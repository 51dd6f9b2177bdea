/**
 * Loaded before a program, this notes which wasm files it reads, in the file that WASM_NOTES names. Whether they are part
 * of a call cannot be seen from outside.
 */
const fs = require('node:fs');

for (const name of ['readFileSync', 'openSync', 'readFile', 'open']) {
  const original = fs[name];
  fs[name] = (path, ...rest) => {
    if (/\.wasm/.test(String(path))) fs.appendFileSync(process.env.WASM_NOTES, `${path}\n`);
    return original(path, ...rest);
  };
}
