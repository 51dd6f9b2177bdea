/** A merge of three files, printed or written to a fourth. */
import { join } from 'node:path';
import {
  faultMessage,
  nodeHost,
  type PlanLocation,
  planLocation,
  writeFileAtomic,
} from 'long-term-plan-core/node';
import type { MergeOptions, MergeResult } from 'long-term-plan-core/slim';
import { Failure } from './exit-code.ts';
import type { Invocation } from './invocation.ts';
import { fileBytes } from './tools/source.ts';

/** The paths of the base, ours and theirs. */
export type Versions = [base: string, ours: string, theirs: string];

/** How often a merge starts again because an editor changed the plan meanwhile. */
const MAX_ATTEMPTS = 5;

export function mergeFiles(
  invocation: Invocation,
  versions: Versions,
  options: MergeOptions,
): MergeResult {
  return mergeBytes(invocation, readVersions(versions), options);
}

/** A plan is written under the lock of its directory. */
export async function mergeInto(
  output: string,
  invocation: Invocation,
  versions: Versions,
  options: MergeOptions,
): Promise<MergeResult> {
  const { root, plansDir } = invocation.place;
  const location = planLocation(output, [join(root, plansDir)]);
  if (location) return mergeIntoPlan(output, location, invocation, versions, options);
  const merged = mergeFiles(invocation, versions, options);
  writeFileAtomic(output, merged.bytes, { mayReplacePlan: true });
  return merged;
}

/** All versions are read under the lock, so that no change is lost that a tool has made. */
async function mergeIntoPlan(
  output: string,
  { root, plansDir, name }: PlanLocation,
  invocation: Invocation,
  versions: Versions,
  options: MergeOptions,
): Promise<MergeResult> {
  const fail = (reason: string): never => {
    throw new Failure(`${output} cannot be written: ${reason}`);
  };
  const host = nodeHost(root, plansDir, { readOnly: invocation.settings().readOnly });
  const locked = await host.lock(true);
  if (locked.kind !== 'locked') {
    return fail(faultMessage(locked.kind === 'fault' ? locked.fault : 'busy'));
  }
  const { lock } = locked;
  try {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const contents = readVersions(versions);
      const found = lock.load(name);
      if (found.kind === 'fault') return fail(faultMessage(found.fault));
      if (found.kind === 'bytes' && !contents.some((bytes) => isSame(bytes, found.bytes))) {
        throw new Failure(
          `${output} is not one of the three versions, so its changes would be lost; merge it as one of them, or choose another file`,
        );
      }
      const expect = found.kind === 'bytes' ? found.etag : null;
      const merged = mergeBytes(invocation, contents, options);
      const committed = lock.commit([{ path: name, op: 'put', expect, bytes: merged.bytes }]);
      if (committed.kind === 'committed') return merged;
      if (committed.kind === 'failed') return fail(faultMessage(committed.fault));
    }
    return fail(faultMessage('busy'));
  } finally {
    lock.release();
  }
}

type Contents = [base: Uint8Array, ours: Uint8Array, theirs: Uint8Array];

function readVersions(versions: Versions): Contents {
  return versions.map(fileBytes) as Contents;
}

function mergeBytes(
  invocation: Invocation,
  [base, ours, theirs]: Contents,
  options: MergeOptions,
): MergeResult {
  return invocation.session().merge(base, ours, theirs, options);
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}
