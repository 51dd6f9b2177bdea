/** A merge of three files, printed or written to a fourth. */
import {
  faultMessage,
  nodeHost,
  type PlanLocation,
  planLocation,
  writeFileAtomic,
} from 'long-term-plan-core/node';
import type { MergeOptions, MergeResult } from 'long-term-plan-core/slim';
import type { CommandContext } from './command.ts';
import { Failure } from './exit-code.ts';

/** The paths of the base, ours and theirs. */
export type Versions = [base: string, ours: string, theirs: string];

/** How often a merge starts again because an editor changed the plan. */
const MAX_ATTEMPTS = 5;

export function mergeFiles(
  context: CommandContext,
  versions: Versions,
  options: MergeOptions,
): MergeResult {
  return mergeBytes(context, readVersions(context, versions), options);
}

/** A plan is written under the lock of its directory. */
export async function mergeInto(
  output: string,
  context: CommandContext,
  versions: Versions,
  options: MergeOptions,
): Promise<MergeResult> {
  const location = planLocation(context.path(output), [context.plansPath]);
  if (location) return mergeIntoPlan(output, location, context, versions, options);
  const merged = mergeFiles(context, versions, options);
  writeFileAtomic(context.path(output), merged.bytes, { mayReplacePlan: true, name: output });
  return merged;
}

/** All versions are read under the lock, so that no change of a tool is lost. */
async function mergeIntoPlan(
  output: string,
  { root, plansDir, name }: PlanLocation,
  context: CommandContext,
  versions: Versions,
  options: MergeOptions,
): Promise<MergeResult> {
  const fail = (reason: string): never => {
    throw new Failure(`${output} cannot be written: ${reason}`);
  };
  const host = nodeHost(root, plansDir, { readOnly: context.settings().readOnly });
  const locked = await host.lock({ create: true });
  if (locked.kind !== 'locked') {
    return fail(faultMessage(locked.kind === 'fault' ? locked.fault : 'busy'));
  }
  const { lock } = locked;
  try {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const contents = readVersions(context, versions);
      const found = lock.read(name);
      if (found.kind === 'fault') return fail(faultMessage(found.fault));
      if (found.kind === 'file' && !contents.some((bytes) => isSame(bytes, found.bytes))) {
        throw new Failure(
          `${output} is not one of the three versions, so its changes would be lost; merge it as one of them, or choose another file`,
        );
      }
      const expect =
        found.kind === 'file' ? ({ etag: found.etag ?? '' } as const) : ('absent' as const);
      const merged = mergeBytes(context, contents, options);
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

function readVersions(context: CommandContext, versions: Versions): Contents {
  return versions.map((file) => context.readFile(file)) as Contents;
}

function mergeBytes(
  context: CommandContext,
  [base, ours, theirs]: Contents,
  options: MergeOptions,
): MergeResult {
  return context.session().merge(base, ours, theirs, options);
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}
