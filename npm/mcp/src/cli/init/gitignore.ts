import { faultMessage, nodeHost } from 'long-term-plan-core/node';
import type { Project } from '../../settings.ts';
import { Failure } from '../exit-code.ts';
import type { Step } from './first-plan.ts';

const NAME = '.gitignore';
/** The history and the lock belong to one machine. */
const IGNORED = '.history/';
const TEXT = `# The history and the lock of long-term-plan belong to this machine only.\n${IGNORED}\n`;

export async function createGitignore({ root, plansDir }: Project, dryRun: boolean): Promise<Step> {
  const path = `${plansDir}/${NAME}`;
  const host = nodeHost(root, plansDir);
  const fail = (reason: string): never => {
    throw new Failure(`${path} cannot be created: ${reason}`);
  };
  const found = host.read(NAME, { hash: false });
  if (found.kind === 'fault') return fail(faultMessage(found.fault));
  if (found.kind === 'file') {
    const lines = new TextDecoder().decode(found.bytes).split(/\r?\n/);
    const isListed = lines.some((line) => /^\/?\.history\/?\s*$/.test(line));
    return {
      path,
      isCreated: false,
      ...(!isListed && { advice: `Add the line ${IGNORED} to it.` }),
    };
  }
  if (dryRun) return { path, isCreated: true, diff: diffOf(path) };
  const locked = await host.lock({ create: true });
  if (locked.kind !== 'locked') {
    return fail(faultMessage(locked.kind === 'fault' ? locked.fault : 'busy'));
  }
  const bytes = new TextEncoder().encode(TEXT);
  const committed = locked.lock.commit([{ path: NAME, op: 'put', expect: 'absent', bytes }]);
  locked.lock.release();
  if (committed.kind === 'failed') return fail(faultMessage(committed.fault));
  if (committed.kind === 'stale') return fail('another program has just created it');
  return { path, isCreated: true };
}

function diffOf(path: string): string {
  const lines = TEXT.trimEnd().split('\n');
  const added = lines.map((line) => `+${line}\n`).join('');
  return `--- /dev/null\n+++ b/${path}\n@@ -0,0 +1,${lines.length} @@\n${added}`;
}
