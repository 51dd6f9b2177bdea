import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Committed } from '../../../src/host.ts';
import {
  type HostOptions,
  type NodeHost,
  type NodeLock,
  nodeHost,
} from '../../../src/node/host.ts';
import type { Fault, Write } from '../../../wasm/bindings.js';

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
  context.after(() => rmSync(root, { recursive: true, force: true, maxRetries: 10 }));
  const plans = join(root, PLANS);
  mkdirSync(plans);
  return { root, plans, host: nodeHost(root, PLANS, options) };
}

/** Runs as an unprivileged user, because root can read and write everything. */
export async function asOtherUser<T>(work: () => T | Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return work();
  const UNPRIVILEGED = 65534;
  process.seteuid?.(UNPRIVILEGED);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}

/** Works under the lock; fails the test if the lock is not available. */
export async function locked<T>(
  host: NodeHost,
  work: (lock: NodeLock) => T | Promise<T>,
): Promise<T> {
  const taken = await host.lock({ create: true });
  if (taken.kind !== 'locked') throw new Error(`not locked: ${JSON.stringify(taken)}`);
  try {
    return await work(taken.lock);
  } finally {
    taken.lock.release();
  }
}

/** Commits one write under the lock, or returns why there is no lock. */
export async function commitOne(
  host: NodeHost,
  path: string,
  text: string,
  more: Partial<Write> = {},
): Promise<Committed | { kind: 'unlocked'; fault?: Fault }> {
  const taken = await host.lock({ create: true });
  if (taken.kind === 'absent') return { kind: 'unlocked' };
  if (taken.kind === 'fault') return { kind: 'unlocked', fault: taken.fault };
  try {
    return taken.lock.commit([
      { path, op: 'put', expect: 'anything', bytes: Buffer.from(text), ...more },
    ]);
  } finally {
    taken.lock.release();
  }
}

/** Leftovers of locks and writes; there should be none. */
export function leftovers(plans: string): string[] {
  return readdirSync(join(plans, '.history', 'lock'), { recursive: true, encoding: 'utf8' });
}
