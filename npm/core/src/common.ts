/** What both entries export: everything that needs no wasm of its own. */
export type * from '../generated/contract.ts';
export { type MergeOptions, type MergeResult, type Settings, Trap, type Wasm } from './boundary.ts';
export { type Folder, memoryFolder } from './folder-host.ts';
export type { Merged, PlanFunctions, PlanText } from './functions.ts';
export type {
  Absent,
  AsyncHost,
  AsyncLock,
  Committed,
  Failed,
  Fault,
  Host,
  Listed,
  Loaded,
  Lock,
  Locked,
  Seen,
  Write,
} from './host.ts';
export {
  type Edited,
  type EditOptions,
  type OpenPlan,
  PlanError,
  REPAIRS,
  type Repaired,
} from './open-plan.ts';
export { sectionPaths, subtasks, taskAttributes, taskDepths } from './outline.ts';
export type { Call, CallError, CallKind, Reply, RunOptions } from './run.ts';
export type {
  CallOptions,
  ToolReply,
  WorkspaceSettings,
} from './tool-workspace.ts';
export {
  type Availability,
  findToolConflict,
  offeredTools,
  type Tool,
  type ToolConflict,
  type ToolSettings,
  type Toolset,
} from './tools.ts';
