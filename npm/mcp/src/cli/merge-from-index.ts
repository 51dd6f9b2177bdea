/** Merges a file that git left in conflict from the versions in its index, as the merge driver would have. */
import { basename, dirname } from 'node:path';
import { gitLine, gitVersion } from 'long-term-plan-core/node';
import type { MergeOptions, MergeResult } from 'long-term-plan-core/slim';
import { openFunctions } from '../session.ts';
import type { CommandContext } from './command.ts';
import { Failure } from './exit-code.ts';
import { type Contents, mergeInto } from './merge-files.ts';

/** Replaces the file, unless it was resolved already. Like the driver, it works whatever the project's settings are. */
export function mergeFromIndex(
  context: CommandContext,
  file: string,
  options: MergeOptions,
): Promise<MergeResult> {
  const directory = dirname(context.path(file));
  const style = gitLine(directory, ['config', 'merge.conflictStyle']);
  return mergeInto(context, {
    read: () => stagesOf(context, file),
    options: { ...options, ...shownBase(style) },
    output: file,
    ignoresProject: true,
    mayReplace: (bytes) => hasConflicts(context, bytes),
  });
}

/** The option that makes conflicts show the base, if the conflict style of git says so. */
export function shownBase(style: string | undefined, label?: string): MergeOptions {
  return style === 'diff3' || style === 'zdiff3' ? { baseLabel: label ?? 'base' } : {};
}

function stagesOf(context: CommandContext, file: string): Contents {
  const path = context.path(file);
  const stage = (number: number) => gitVersion(dirname(path), `:${number}`, basename(path));
  const [base, ours, theirs] = [stage(1), stage(2), stage(3)];
  if (ours && theirs) return [base ?? new Uint8Array(), ours, theirs];
  if (!(ours || theirs)) throw new Failure(`${file} is not in conflict in the index of git`);
  throw new Failure(
    `${file} was deleted on ${ours ? 'their' : 'our'} side; keep it with git add, or delete it with git rm`,
  );
}

function hasConflicts({ program }: CommandContext, bytes: Uint8Array): boolean {
  const { errors } = openFunctions(program.wasmDir).validate(bytes);
  return errors.some(({ code }) => code === 'CONFLICT_MARKER');
}
