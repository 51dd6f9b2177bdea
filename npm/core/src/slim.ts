/**
 * The entry for callers that load the wasm themselves: `long-term-plan-core/core.wasm` for functions on plans, and
 * `long-term-plan-core/tools.wasm` for everything.
 */
export { Core, type Glue } from './instance.ts';
export { localDate } from './local-date.ts';
export { createMarkdownRenderer, createPlanFunctions } from './plan.ts';
export * from './public.ts';
export { run } from './run.ts';
export { Workspace } from './tool-workspace.ts';
