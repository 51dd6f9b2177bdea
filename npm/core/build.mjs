import { fileURLToPath } from 'node:url';
import { wrapGlue } from './wrap-glue.mjs';

await wrapGlue({
  glue: fileURLToPath(new URL('wasm/long_term_plan_core.js', import.meta.url)),
  outDir: fileURLToPath(new URL('dist', import.meta.url)),
});
