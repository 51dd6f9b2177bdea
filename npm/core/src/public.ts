/** Exports that the entries share: everything that needs no wasm. */
export type * from '../generated/types.ts';
export type {
  CallKind,
  CallRequest,
  Fault,
  FileState,
  MergeOptions,
  MergeResult,
  Reply,
  Settings,
  ToolError,
  Write,
} from '../wasm/bindings.js';
export { type Folder, memoryFolder } from './folder.ts';
export type {
  Absent,
  Committed,
  Failed,
  Found,
  Host,
  Listed,
  Lock,
  Locked,
  ReadOptions,
  Unchanged,
} from './host.ts';
export { PlanError, Trap, type Wasm } from './instance.ts';
export { sectionPaths, subtasks, taskAttributes, taskDepths } from './outline.ts';
export {
  type Edited,
  type EditOptions,
  type Merged,
  type OpenPlan,
  type PlanFunctions,
  type PlanText,
  REPAIRS,
  type Repaired,
} from './plan.ts';
export type { ToolName } from './tool-types.ts';
export type { CallOptions, ToolReply, WorkspaceSettings } from './tool-workspace.ts';
export {
  type Availability,
  findToolConflict,
  type HostNotes,
  offeredTools,
  type Tool,
  type ToolConflict,
  type ToolSettings,
  type Toolset,
} from './tools.ts';
