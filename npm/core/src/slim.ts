/** The entry for those who load the wasm themselves. */
export { Core, type Glue, type Settings } from './boundary.ts';
export type {
  Finding,
  Findings,
  MergeConflict,
  MergeOptions,
  MergeResult,
  Outline,
  OutlineSection,
  OutlineTask,
  TaskChange,
} from './document.ts';
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
  type Call,
  type CallError,
  type CallKind,
  type Reply,
  type RunOptions,
  runAsync,
  runSync,
} from './run.ts';
