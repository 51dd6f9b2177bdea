/**
 * The entry for those who load the wasm themselves: `long-term-plan-core/core.wasm` for functions on plans, and
 * `long-term-plan-core/tools.wasm` for all of it.
 */

export { Core, type CreateGlue, conversionsGlue, type Glue } from './boundary.ts';
export * from './common.ts';
export { htmlWriter, planFunctions } from './functions.ts';
export { runAsync, runSync } from './run.ts';
export { Workspace } from './tool-workspace.ts';
