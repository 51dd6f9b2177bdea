/** A merge of three versions of a file, printed or written. */
import {
  faultMessage,
  nodeHost,
  type PlanLocation,
  planLocation,
  writeFileAtomic,
} from 'long-term-plan-core/node';
import type { MergeOptions, MergeResult } from 'long-term-plan-core/slim';
import { openFunctions } from '../session.ts';
import type { CommandContext } from './command.ts';
import { Failure } from './exit-code.ts';

export type Contents = [base: Uint8Array, ours: Uint8Array, theirs: Uint8Array];

/** What to merge, and where the result goes. */
export interface MergeJob {
  /** Reads the three versions. */
  read(): Contents;
  options: MergeOptions;
  /** The file to write. */
  output: string;
  /** Works whatever the project's settings are, as the merge driver must. */
  ignoresProject?: true;
  /** Whether a file that is none of the versions may be replaced, too. */
  mayReplace?(bytes: Uint8Array): boolean;
}

/** How often a merge starts again because an editor changed the plan. */
const MAX_ATTEMPTS = 5;

/** The versions that a command names: base, ours and theirs. */
export function readVersions(context: CommandContext, files: readonly string[]): Contents {
  return files.map((file) => context.readFile(file)) as Contents;
}

/** Needs no project. */
export function merge(
  { program }: CommandContext,
  [base, ours, theirs]: Contents,
  options: MergeOptions,
): MergeResult {
  return openFunctions(program.wasmDir).merge(base, ours, theirs, options);
}

/** A plan is written under the lock of its directory. */
export async function mergeInto(context: CommandContext, job: MergeJob): Promise<MergeResult> {
  const { output, read, options, ignoresProject } = job;
  const plansDirs = ignoresProject ? [] : [context.plansPath];
  const location = planLocation(context.path(output), plansDirs);
  if (location) return mergeIntoPlan(context, location, job);
  const contents = read();
  if (job.mayReplace) refuseOther(job, contents, context.readFile(output));
  const merged = merge(context, contents, options);
  writeFileAtomic(context.path(output), merged.bytes, { mayReplacePlan: true, name: output });
  return merged;
}

/** All versions are read under the lock, so that no change of a tool is lost. */
async function mergeIntoPlan(
  context: CommandContext,
  { root, plansDir, name }: PlanLocation,
  job: MergeJob,
): Promise<MergeResult> {
  const { output, read, options, ignoresProject } = job;
  const fail = (reason: string): never => {
    throw new Failure(`${output} cannot be written: ${reason}`);
  };
  const readOnly = !ignoresProject && context.settings().readOnly;
  const host = nodeHost(root, plansDir, { readOnly });
  const locked = await host.lock({ create: true });
  if (locked.kind !== 'locked') {
    return fail(faultMessage(locked.kind === 'fault' ? locked.fault : 'busy'));
  }
  const { lock } = locked;
  try {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const contents = read();
      const found = lock.read(name);
      if (found.kind === 'fault') return fail(faultMessage(found.fault));
      if (found.kind === 'file') refuseOther(job, contents, found.bytes);
      const expect =
        found.kind === 'file' ? ({ etag: found.etag ?? '' } as const) : ('absent' as const);
      const merged = merge(context, contents, options);
      const committed = lock.commit([{ path: name, op: 'put', expect, bytes: merged.bytes }]);
      if (committed.kind === 'committed') return merged;
      if (committed.kind === 'failed') return fail(faultMessage(committed.fault));
    }
    return fail(faultMessage('busy'));
  } finally {
    lock.release();
  }
}

/** Refuses to replace a file that is none of the versions. */
function refuseOther(
  { output, mayReplace }: MergeJob,
  contents: Contents,
  found: Uint8Array,
): void {
  const isVersion = contents.some((bytes) => Buffer.compare(bytes, found) === 0);
  if (isVersion || mayReplace?.(found)) return;
  throw new Failure(
    `${output} is not one of the three versions, so its changes would be lost; merge it as one of them, or choose another file`,
  );
}
