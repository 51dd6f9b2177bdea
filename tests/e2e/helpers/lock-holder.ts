/** A process that takes the lock of a project and never releases it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkout } from './commands.ts';

export function holdLock(context: TestContext, root: string, env = process.env): ChildProcess {
  const entry = join(checkout, 'npm', 'core', 'dist', 'cjs', 'node.js');
  const code = `require(${JSON.stringify(entry)})
    .nodeHost(process.argv[1], '.long-term-plan').lock({ create: true })
    .then(() => setInterval(() => {}, 1000));`;
  const holder = spawn(process.execPath, ['-e', code, root], { stdio: 'inherit', env });
  context.after(() => holder.kill('SIGKILL'));
  return holder;
}

/** Returns the name of its token once it has the lock. */
export async function tokenOf(root: string, { pid }: ChildProcess): Promise<string> {
  const held = join(root, '.long-term-plan', '.history', 'lock', 'held');
  for (;;) {
    try {
      const token = readdirSync(held).find((name) => name.split('-')[1] === String(pid));
      if (token !== undefined) return token;
    } catch {
      // It is not held yet.
    }
    await sleep(20);
  }
}
