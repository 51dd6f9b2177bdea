/** The entry for those who load the wasm themselves: `long-term-plan-core/core.wasm` is its file. */
export { Core, type Glue } from './boundary.ts';
export * from './common.ts';
export { planFunctions } from './functions.ts';
export { runAsync, runSync } from './run.ts';
export { Workspace } from './workspace.ts';
