import { join } from 'node:path';
import { toolsDir } from './project.mjs';

/** The environment of every call of wasm-pack. */
export const wasmPackEnv = {
  // Otherwise it creates a folder in the user's home.
  WASM_PACK_CACHE: join(toolsDir, 'cache'),
  // With RUST_BACKTRACE, a backtrace of addresses would hide its error messages.
  RUST_LIB_BACKTRACE: '0',
};
