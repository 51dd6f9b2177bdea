/**
 * Plans in Markdown, for any JavaScript: the wasm is a part of this module, and is started by the first call that needs it.
 */
import { coreBase64 } from '../dist/core-base64.js';
import { planFunctions } from './functions.ts';
import { inlinedWasm } from './inlined-wasm.ts';

export * from './common.ts';

export const { parse, validate, applyEdit, repair, search, merge, changesBetween, etag, openPlan } =
  /* @__PURE__ */ planFunctions(inlinedWasm(coreBase64));
