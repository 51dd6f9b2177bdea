/** A core with its host, its clock and its random bytes: what the server and the commands call. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  nodeHost,
  type PlansWatch,
  type Source,
  unavailableHost,
  watchPlans,
  withGitVersions,
  withOtherRoots,
  withSources,
} from 'long-term-plan-core/node';
import {
  type CallKind,
  Core,
  type Settings as CoreSettings,
  type Diagnostics,
  type Difference,
  type Host,
  localDate,
  type MergeOptions,
  type MergeResult,
  type Outline,
  run,
  type TaskChange,
  type ToolError,
} from 'long-term-plan-core/slim';
import { DEFAULT_LEASE_MINUTES, type Policy, type Project, type ToolNames } from './settings.ts';

export interface SessionSettings extends Project, Policy {
  toolsets: string[];
  tools?: string[] | undefined;
  toolNames?: ToolNames | undefined;
}

export interface CallRequest {
  kind: CallKind;
  /** Name of the tool or prompt; URI of the resource, empty for the list of all. */
  name: string;
  args: Record<string, unknown>;
}

/** What a call returns. */
export type Reply =
  | {
      result: Record<string, unknown>;
      /** The result as JSON text. */
      json: string;
      /** Of a dry run: what would be written, as a unified diff. */
      diff?: string;
    }
  | {
      error: ToolError;
      /** The whole structured reply, where a toolset's specification has its own form for errors. */
      structured?: Record<string, unknown>;
    };

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
  validate(bytes: Uint8Array): Diagnostics;
  outline(bytes: Uint8Array): Outline;
  changesBetween(before: Uint8Array, after: Uint8Array): TaskChange[];
  differences(before: Uint8Array, after: Uint8Array): Difference[];
  comparableText(bytes: Uint8Array): string;
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

/** Reads nothing yet: the first call loads the wasm, which is in `wasmDir`. `importFiles` are for `plan_import`. */
export function openSession(
  settings: SessionSettings,
  wasmDir: string,
  importFiles: readonly Source[] = [],
): Session {
  const { root, plansDir, isRootUnknown, otherRoots = [] } = settings;
  const core = new Core(() => readWasm(wasmDir), coreSettings(settings));
  const ownHost = isRootUnknown ? hostWithoutProject(settings) : projectHost(settings);
  const host = withOtherRoots(withSources(ownHost, importFiles), root, otherRoots, (other) =>
    nodeHost(other, plansDir, { readOnly: true }),
  );
  const resourceUris = (path: string) => core.resourceUris(path);
  return {
    call: callFunction(core, host),
    resourceUris,
    validate: (bytes) => core.validate(bytes),
    outline: (bytes) => core.outline(bytes),
    changesBetween: (before, after) => core.changesBetween(before, after),
    differences: (before, after) => core.differences(before, after),
    comparableText: (bytes) => core.comparableText(bytes),
    merge: (base, ours, theirs, options) => core.merge(base, ours, theirs, options),
    watch: (folders, onChange) =>
      isRootUnknown
        ? { close: () => {} }
        : watchPlans({
            root,
            plansDir,
            folders,
            isWatched: (path) => resourceUris(path).length > 0,
            onChange: ({ files, isListChanged }) =>
              onChange({ uris: files.flatMap(resourceUris), files, listChanged: isListChanged }),
          }),
  };
}

function projectHost({ root, plansDir, readOnly }: SessionSettings): Host {
  return withGitVersions(nodeHost(root, plansDir, { readOnly }), join(root, plansDir));
}

/** Reads find nothing, and writes fail. Alone, the toolset `todori` reports the missing project for every call. */
function hostWithoutProject({ toolsets }: SessionSettings): Host {
  const absent = () => ({ kind: 'absent' }) as const;
  const isReported = toolsets.every((name) => name === 'todori');
  return isReported ? unavailableHost : { ...unavailableHost, list: absent, read: absent };
}

/** The functions on single files, without a project and its settings. */
export function openFunctions(wasmDir: string): Pick<Session, 'validate' | 'merge'> {
  const core = new Core(() => readWasm(wasmDir), { toolsets: [], plansDir: '' });
  return {
    validate: (bytes) => core.validate(bytes),
    merge: (base, ours, theirs, options) => core.merge(base, ours, theirs, options),
  };
}

/** The wasm with all tools, which the build puts next to the bundles. */
export const readWasm = (wasmDir: string): Uint8Array => readFileSync(join(wasmDir, 'tools.wasm'));

function callFunction(core: Core, host: Host): CallFunction {
  return async ({ kind, name, args }, actor, { dryRun = false } = {}) => {
    // Not the global `crypto`, which loads more than the module that the host needs anyway.
    const entropy = randomBytes(10);
    const now = Date.now();
    const request = { kind, name, args: JSON.stringify(args), actor, now, today: localDate(now) };
    const reply = await run(core, host, { ...request, entropy, dryRun });
    if (reply.kind === 'error') {
      const { error, structured } = reply;
      return structured ? { error, structured } : { error };
    }
    const { json, diff } = reply;
    return { result: JSON.parse(json), json, ...(diff !== undefined && { diff }) };
  };
}

/** Defaults are omitted. */
export function coreSettings(settings: SessionSettings): CoreSettings {
  const { toolsets, plansDir, tools, readOnly, requireIfMatch, oneDoing } = settings;
  const { defaultPlan, handEdits, markers, leaseMinutes } = settings;
  return {
    toolsets,
    plansDir,
    ...(tools && { tools }),
    ...(settings.toolNames === 'dotted' && { toolNames: settings.toolNames }),
    ...(readOnly && { readOnly }),
    ...(requireIfMatch && { requireIfMatch }),
    ...(oneDoing && { oneDoing }),
    ...(defaultPlan !== undefined && { plan: defaultPlan }),
    ...(handEdits !== 'refuse' && { handEdits }),
    ...(markers !== 'plan' && { markers }),
    ...(leaseMinutes !== DEFAULT_LEASE_MINUTES && { leaseMinutes }),
  };
}
