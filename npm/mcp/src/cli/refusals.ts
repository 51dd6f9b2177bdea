/** Why a plan cannot be written, with the command that helps. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Project } from '../settings.ts';
import { duration } from './dates.ts';
import type { Failure } from './exit-code.ts';

/** The same failure in words for people. */
export function refusalOf(failure: Failure, args: object, project: Project): Failure {
  const { planId } = args as { planId?: unknown };
  switch (failure.code) {
    case 'INVALID_PLAN':
      return typeof planId === 'string' ? invalidPlan(failure, planId) : failure;
    case 'READ_ONLY':
      return failure.with({
        message: `These plans are read-only ("readOnly" in ${project.plansDir}/config.json).`,
      });
    default:
      return failure.details.fault === 'busy' ? busy(failure, project) : failure;
  }
}

function invalidPlan(failure: Failure, planId: string): Failure {
  const lines = failure.message.split('\n');
  const [, line] = /^CONFLICT_MARKER@(\d+)/.exec(lines[0] ?? '') ?? [];
  if (line !== undefined) {
    return failure.with({
      message: `${planId}.md has merge conflicts, the first on line ${line}.`,
      hints: [`ltp resolve ${planId}`],
    });
  }
  const errors = lines.length === 1 ? '1 error' : `${lines.length} errors`;
  const fix = `ltp fix ${planId}`;
  return failure.with({
    message: `${planId}.md has ${errors}, so nothing is written:\n${failure.message}`,
    hints: failure.message.includes(fix) ? [] : [fix],
  });
}

/** The folder with a file that names the owner of the lock. */
const LOCK = '.history/lock';

function busy(failure: Failure, { root, plansDir }: Project): Failure {
  const path = `${plansDir}/${LOCK}`;
  const owner = ownerOf(join(root, path, 'held'));
  return failure.with({
    message: `Another program is writing${owner === undefined ? '' : `: ${owner}`}.`,
    hints: [`try again, or stop that program. Lock: ${path}`],
  });
}

/** `pid 4711, for 12 s` */
function ownerOf(held: string): string | undefined {
  try {
    const [name = ''] = readdirSync(held);
    const pid = /(?:^|[._-])(\d+)(?:[._-]|$)/.exec(name)?.[1];
    const since = statSync(join(held, name)).mtimeMs;
    return pid === undefined ? undefined : `pid ${pid}, for ${duration(Date.now() - since)}`;
  } catch {
    return undefined;
  }
}
