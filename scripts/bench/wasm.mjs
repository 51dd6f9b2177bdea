import { readFileSync } from 'node:fs';
import { inRoot } from '../lib/project.mjs';

/**
 * Instantiates the wasm that the server loads.
 * @returns {Promise<ReturnType<typeof import('../../npm/core/wasm/glue.js').createGlue>>}
 */
export async function loadCore() {
  // Loaded here, because the build makes it.
  const { createGlue } = await import('../../npm/core/wasm/glue.js');
  const glue = createGlue();
  glue.initSync({ module: readFileSync(inRoot('npm/core/wasm/tools.wasm')) });
  return glue;
}
