import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Committed, Fault, Lock, Write } from '../../../src/host.ts';
import { type HostOptions, type NodeHost, nodeHost } from '../../../src/node/host.ts';

/** The plans directory of the project below. */
export const PLANS = 'plans';

export interface Project {
  root: string;
  plans: string;
  host: NodeHost;
}

/** A project with an empty plans directory, for as long as the test runs. */
export function makeProject(context: TestContext, options?: HostOptions): Project {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'host-')));
  context.after(() => rmSync(root, { recursive: true, force: true }));
  const plans = join(root, PLANS);
  mkdirSync(plans);
  return { root, plans, host: nodeHost(root, PLANS, options) };
}

/** Root may read and write everything, so for this long it is somebody else. */
export async function asNobody<T>(work: () => T | Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return work();
  const NOBODY = 65534;
  process.seteuid?.(NOBODY);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}

/** Does something under the lock, or fails the test if it cannot be had. */
export async function locked<T>(host: NodeHost, work: (lock: Lock) => T | Promise<T>): Promise<T> {
  const taken = await host.lock(true);
  if (taken.kind !== 'locked') throw new Error(`not locked: ${JSON.stringify(taken)}`);
  try {
    return await work(taken.lock);
  } finally {
    taken.lock.release();
  }
}

/** Commits one write under the lock, or says why there is no lock. */
export async function commitOne(
  host: NodeHost,
  path: string,
  text: string,
  { op = 'put', ...more }: Partial<Write> = {},
): Promise<Committed | { kind: 'unlocked'; fault?: Fault }> {
  const taken = await host.lock(true);
  if (taken.kind === 'absent') return { kind: 'unlocked' };
  if (taken.kind === 'fault') return { kind: 'unlocked', fault: taken.fault };
  try {
    return taken.lock.commit([{ path, op, bytes: Buffer.from(text), ...more }]);
  } finally {
    taken.lock.release();
  }
}

/** What is left of locks and of writes; it should be nothing. */
export function leftovers(plans: string): string[] {
  return readdirSync(join(plans, '.history', 'lock'), { recursive: true, encoding: 'utf8' });
}
