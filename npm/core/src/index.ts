/** Plans in Markdown, for any JavaScript. The wasm is part of this module, and the first call that needs it starts it. */
import { coreBase64 } from '../dist/core-base64.js';
import { inlineWasm } from './inline-wasm.ts';
import { createPlanFunctions } from './plan.ts';

export * from './public.ts';

export const { parse, validate, applyEdit, repair, search, merge, changesBetween, etag, openPlan } =
  /* @__PURE__ */ createPlanFunctions(inlineWasm(coreBase64));
