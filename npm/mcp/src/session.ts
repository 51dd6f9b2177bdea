/** A core and its host, put together: what both the server and the command ask. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { etagOf, nodeHost, unavailableHost, withOtherRoots } from 'long-term-plan-core/node';
import {
  type AsyncHost,
  type Call,
  Core,
  type Settings as CoreSettings,
  type Findings,
  type MergeOptions,
  type MergeResult,
  type Outline,
  type Reply,
  type RunOptions,
  runAsync,
  type TaskChange,
} from 'long-term-plan-core/slim';
import type { Place, Policy } from './settings.ts';

export interface SessionSettings extends Place, Policy {
  toolsets: string[];
  tools?: string[] | undefined;
}

/** What is asked, of a tool or of anything else that the core answers. */
export type Asked = Pick<Call, 'kind' | 'name' | 'args'>;
export type Ask = (asked: Asked, actor: string, options?: RunOptions) => Promise<Reply>;

export interface Session {
  ask: Ask;
  /** The URIs of the resources that a file is; its path is relative to the plans directory. */
  urisOf(path: string): string[];
  /** What is wrong with a file, wherever its bytes come from. */
  findingsIn(bytes: Uint8Array): Findings;
  /** All that is in a plan's file. */
  outlineOf(bytes: Uint8Array): Outline;
  changesBetween(before: Uint8Array, after: Uint8Array): TaskChange[];
  merge(
    base: Uint8Array,
    ours: Uint8Array,
    theirs: Uint8Array,
    options?: MergeOptions,
  ): MergeResult;
}

/** Reads nothing yet: the wasm is loaded by the first call. */
export function openSession(settings: SessionSettings, coreFolder: string): Session {
  const { root, plansDir, readOnly, isRootUnknown, otherRoots = [] } = settings;
  const core = new Core(() => readWasm(coreFolder), coreSettings(settings));
  const hash = (bytes: Uint8Array) => hashOf(core, bytes);
  const ownHost = isRootUnknown ? unavailableHost : nodeHost(root, plansDir, { readOnly, hash });
  const host = withOtherRoots(ownHost, root, otherRoots, (other) =>
    nodeHost(other, plansDir, { readOnly: true, hash }),
  );
  return {
    ask: askOf(core, host),
    urisOf: (path) => core.urisOf(path),
    findingsIn: (bytes) => core.findingsIn(bytes),
    outlineOf: (bytes) => core.outlineOf(bytes),
    changesBetween: (before, after) => core.changesBetween(before, after),
    merge: (base, ours, theirs, options) => core.merge(base, ours, theirs, options),
  };
}

/** The wasm with everything, as the build put it next to the bundles. */
export const readWasm = (folder: string): Uint8Array => readFileSync(join(folder, 'tools.wasm'));

/** Time and randomness come in here. */
export function askOf(core: Core, host: AsyncHost): Ask {
  return (asked, actor, options) => {
    const call = { ...asked, actor, now: Date.now(), entropy: entropy() };
    return runAsync(core, host, call, options);
  };
}

/** 20 hexadecimal digits, for the ids that a call may need. */
function entropy(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(10))).toString('hex');
}

/** Above this, what `node:crypto` costs to load is less than what it saves. */
const LARGEST_FOR_CORE = 256 * 1024;

function hashOf(core: Core, bytes: Uint8Array): string {
  return bytes.length > LARGEST_FOR_CORE ? etagOf(bytes) : core.etag(bytes);
}

/** What is as by default is left out. */
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
