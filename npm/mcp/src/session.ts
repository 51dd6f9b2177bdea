/** A core with its host, its clock and its random bytes: what the server and the commands call. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  etagOf,
  nodeHost,
  type PlansWatch,
  unavailableHost,
  watchPlans,
  withOtherRoots,
} from 'long-term-plan-core/node';
import {
  type AsyncHost,
  type Call,
  Core,
  type Settings as CoreSettings,
  conversionsGlue,
  type Findings,
  type MergeOptions,
  type MergeResult,
  type Outline,
  type Reply,
  runAsync,
  type TaskChange,
} from 'long-term-plan-core/slim';
import type { Policy, Project } from './settings.ts';

export interface SessionSettings extends Project, Policy {
  toolsets: string[];
  tools?: string[] | undefined;
}

export type CallRequest = Pick<Call, 'kind' | 'name' | 'args'>;

export interface CallOptions {
  /** Stops before the commit; the reply has a diff. */
  dryRun?: boolean;
}

export type CallFunction = (
  request: CallRequest,
  actor: string,
  options?: CallOptions,
) => Promise<Reply>;

export interface Session {
  call: CallFunction;
  /** The URIs of a file's resources; the path is relative to the plans directory. */
  resourceUris(path: string): string[];
  /** The diagnostics of any file. */
  validate(bytes: Uint8Array): Findings;
  outline(bytes: Uint8Array): Outline;
  changesBetween(before: Uint8Array, after: Uint8Array): TaskChange[];
  merge(
    base: Uint8Array,
    ours: Uint8Array,
    theirs: Uint8Array,
    options?: MergeOptions,
  ): MergeResult;
  /** Reports changes of the resources in these folders, which are relative to the plans directory. */
  watch(folders: string[], onChange: (change: WatchedChange) => void): PlansWatch;
}

export interface WatchedChange {
  uris: string[];
  files: string[];
  /** Whether resources were created or deleted. */
  listChanged: boolean;
}

/** Reads nothing yet: the first call loads the wasm, which is in `wasmDir`. */
export function openSession(settings: SessionSettings, wasmDir: string): Session {
  const { root, plansDir, readOnly, isRootUnknown, otherRoots = [] } = settings;
  const core = new Core(() => readWasm(wasmDir), coreSettings(settings));
  const hash = (bytes: Uint8Array) => hashOf(core, bytes);
  const ownHost = isRootUnknown ? unavailableHost : nodeHost(root, plansDir, { readOnly, hash });
  const host = withOtherRoots(ownHost, root, otherRoots, (other) =>
    nodeHost(other, plansDir, { readOnly: true, hash }),
  );
  const resourceUris = (path: string) => core.urisOf(path);
  return {
    call: callFunction(core, host),
    resourceUris,
    validate: (bytes) => core.findingsIn(bytes),
    outline: (bytes) => core.outlineOf(bytes),
    changesBetween: (before, after) => core.changesBetween(before, after),
    merge: (base, ours, theirs, options) => core.merge(base, ours, theirs, options),
    watch: (folders, onChange) =>
      watchPlans({
        root,
        plansDir,
        folders,
        isWatched: (path) => resourceUris(path).length > 0,
        onChange: ({ files, isListChanged }) =>
          onChange({ uris: files.flatMap(resourceUris), files, listChanged: isListChanged }),
      }),
  };
}

/** A file to import. Messages name it by its path. */
export interface ImportFile {
  path: string;
  bytes: Uint8Array;
}

/** Distinguishes imported files from files of the plans directory. */
const SOURCE = 'source:';

/** Calls that import and export, on the same host. */
export function openConverter(
  settings: SessionSettings,
  wasmDir: string,
  files: readonly ImportFile[] = [],
): Pick<Session, 'call'> {
  const { root, plansDir, readOnly } = settings;
  const core = new Core(() => readWasm(wasmDir), coreSettings(settings), conversionsGlue);
  for (const { path, bytes } of files) {
    core.workspace().put(`${SOURCE}${path}`, 'bytes', '', '', 0, bytes);
  }
  return { call: callFunction(core, nodeHost(root, plansDir, { readOnly })) };
}

/** The wasm with all tools, which the build puts next to the bundles. */
export const readWasm = (wasmDir: string): Uint8Array => readFileSync(join(wasmDir, 'tools.wasm'));

function callFunction(core: Core, host: AsyncHost): CallFunction {
  return (request, actor, { dryRun = false } = {}) => {
    const call = { ...request, actor, now: Date.now(), entropy: entropy() };
    return runAsync(core, host, call, { preview: dryRun });
  };
}

/** 20 hexadecimal digits, for the ids that a call may need. */
function entropy(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(10))).toString('hex');
}

/** Above this size, hashing in the wasm takes longer than loading `node:crypto`. */
const MAX_HASHED_BY_CORE = 256 * 1024;

function hashOf(core: Core, bytes: Uint8Array): string {
  return bytes.length > MAX_HASHED_BY_CORE ? etagOf(bytes) : core.etag(bytes);
}

/** Defaults are omitted. */
export function coreSettings(settings: SessionSettings): CoreSettings {
  const { toolsets, plansDir, tools, readOnly, requireIfMatch, oneDoing, plan } = settings;
  return {
    toolsets,
    plansDir,
    ...(tools && { tools }),
    ...(readOnly && { readOnly }),
    ...(requireIfMatch && { requireIfMatch }),
    ...(oneDoing && { oneDoing }),
    ...(plan !== undefined && { plan }),
  };
}
