import { join } from 'node:path';
import { toolsDir } from './project.mjs';

/** The environment of every call of wasm-pack. */
export const wasmPackEnv = {
  // Otherwise it makes a folder in the person's home.
  WASM_PACK_CACHE: join(toolsDir, 'cache'),
  // Its errors are sentences; a backtrace of addresses hides them where RUST_BACKTRACE is set.
  RUST_LIB_BACKTRACE: '0',
};
