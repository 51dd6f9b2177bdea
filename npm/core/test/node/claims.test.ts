/** Leases on disk: where they are, who sees them, and what becomes of those whose holders are gone. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { Core } from '../../src/instance.ts';
import type { ClaimOptions } from '../../src/node/claims.ts';
import { nodeHost } from '../../src/node/host.ts';
import { run } from '../../src/run.ts';
import { resultOf, settings, toolCall, wasm } from '../setting.ts';

const plansDir = '.long-term-plan';

const plan = `<!-- long-term-plan:format=v1 -->
# Roadmap

- [ ] One <!-- long-term-plan:id=t_1 -->
- [ ] Two <!-- long-term-plan:id=t_2 -->
`;

function temporaryFolder(context: TestContext): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'claims-')));
  context.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });

function project(root: string): string {
  mkdirSync(join(root, plansDir), { recursive: true });
  writeFileSync(join(root, plansDir, 'roadmap.md'), plan);
  return root;
}

/** A repository with a plan and one linked worktree. */
function worktrees(context: TestContext): { main: string; linked: string } {
  const folder = temporaryFolder(context);
  const main = project(join(folder, 'main'));
  git(main, 'init', '--quiet', '--initial-branch=trunk');
  git(main, 'add', '.');
  git(main, 'commit', '--quiet', '--message=Plan');
  const linked = join(folder, 'linked');
  git(main, 'worktree', 'add', '--quiet', '-b', 'topic', linked);
  return { main, linked };
}

function agent(root: string, actor: string, claims: ClaimOptions = {}) {
  let now = Date.now();
  const host = nodeHost(root, plansDir, { claims, now: () => now });
  const core = new Core(wasm, { ...settings, plansDir });
  const call = async (name: string, args: Record<string, unknown>) => {
    await host.renewClaims(actor);
    const request = { ...toolCall(name, { planId: 'roadmap', ...args }), actor, now };
    return run(core, host, { ...request, entropy: crypto.getRandomValues(new Uint8Array(10)) });
  };
  return {
    host,
    start: async (taskId?: string) => resultOf(await call('task_start', { taskId })).taskId,
    finish: async (taskId: string) =>
      resultOf(await call('task_update', { taskId, status: 'done' })),
    call,
    pass: (minutes: number) => {
      now += minutes * 60_000;
    },
  };
}

const plansClaims = (root: string) => join(root, plansDir, '.history', 'claims');
const sharedClaims = (root: string) =>
  join(root, '.git', 'long-term-plan', encodeURIComponent(plansDir), 'claims');
const names = (folder: string) => (existsSync(folder) ? readdirSync(folder).sort() : []);
const leaseIn = (folder: string, taskId: string) =>
  JSON.parse(readFileSync(join(folder, `roadmap.${taskId}.json`), 'utf8'));

test('a claim is a small file next to the plan, and ends with the task', async (context) => {
  const root = project(temporaryFolder(context));
  const ana = agent(root, 'ana', { isServer: true, isLasting: true });
  await ana.start('t_1');
  const lease = leaseIn(plansClaims(root), 't_1');
  assert.equal(lease.holder, 'ana');
  assert.equal(lease.isLasting, true);
  assert.match(lease.process, /^[0-9a-f]{16}-/);
  assert.equal(lease.worktree, undefined, 'in no repository');
  await ana.finish('t_1');
  assert.deepEqual(names(plansClaims(root)), []);
});

test('linked worktrees see each other in the common directory', async (context) => {
  const { main, linked } = worktrees(context);
  const ana = agent(main, 'ana', { place: 'repository' });
  const bob = agent(linked, 'bob', { place: 'repository' });
  await ana.start('t_1');
  assert.deepEqual(names(sharedClaims(main)), ['roadmap.t_1.json']);
  assert.deepEqual(names(plansClaims(main)), []);
  const { branch, worktree, checkout } = leaseIn(sharedClaims(main), 't_1');
  assert.deepEqual([branch, worktree, checkout], ['trunk', main, 'main']);
  await bob.start('t_2');
  const other = leaseIn(sharedClaims(main), 't_2');
  assert.deepEqual([other.branch, other.checkout], ['topic', 'linked']);
  await bob.finish('t_2');
  assert.equal(
    leaseIn(sharedClaims(main), 't_2').isFinished,
    true,
    'the main worktree still has it',
  );
  await ana.call('task_start', { taskId: 't_1', release: true });
  assert.deepEqual(names(sharedClaims(main)), ['roadmap.t_2.json']);
});

test('a common directory that cannot be written falls back to the plans', async (context) => {
  const { main } = worktrees(context);
  // A file where the folder would be fails for every user, also for root.
  writeFileSync(join(main, '.git', 'long-term-plan'), '');
  const ana = agent(main, 'ana', { place: 'repository' });
  assert.equal(await ana.start('t_1'), 't_1');
  assert.deepEqual(names(plansClaims(main)), ['roadmap.t_1.json']);
  // Once it can be, the lease moves there with the next change of the claim.
  rmSync(join(main, '.git', 'long-term-plan'));
  await ana.finish('t_1');
  assert.deepEqual(names(plansClaims(main)), []);
});

test('links out of the folders of claims are not followed', async (context) => {
  const { main } = worktrees(context);
  const outside = temporaryFolder(context);
  mkdirSync(join(main, plansDir, '.history'), { recursive: true });
  symlinkSync(outside, plansClaims(main));
  mkdirSync(join(main, '.git', 'long-term-plan'));
  symlinkSync(outside, join(main, '.git', 'long-term-plan', encodeURIComponent(plansDir)));
  for (const place of ['plans', 'repository'] as const) {
    await agent(main, 'ana', { place }).call('task_start', {});
  }
  assert.deepEqual(names(outside), []);
});

test('a read-only host renews nothing', async (context) => {
  const root = project(temporaryFolder(context));
  await agent(root, 'ana').start('t_1');
  const file = join(plansClaims(root), 'roadmap.t_1.json');
  utimesSync(file, 1000, 1000);
  await nodeHost(root, plansDir, { readOnly: true }).renewClaims('ana');
  assert.equal(statSync(file).mtimeMs, 1_000_000);
});

test('any call renews the claims of its name and of its sub-agents, once a minute', async (context) => {
  const root = project(temporaryFolder(context));
  const ana = agent(root, 'ana');
  await ana.start('t_1');
  const file = join(plansClaims(root), 'roadmap.t_1.json');
  const isRenewedBy = async (caller: ReturnType<typeof agent>) => {
    utimesSync(file, 1000, 1000);
    await caller.call('plan_list', { planId: undefined });
    return statSync(file).mtimeMs > 1_000_000;
  };
  assert.equal(await isRenewedBy(ana), false, 'less than a minute after the last time');
  ana.pass(1);
  assert.equal(await isRenewedBy(ana), true);
  assert.equal(await isRenewedBy(agent(root, 'bob')), false);
  assert.equal(await isRenewedBy(agent(root, 'an')), false);
  writeFileSync(file, readFileSync(file, 'utf8').replace('"ana"', '"ana/ui"'));
  assert.equal(await isRenewedBy(agent(root, 'ana')), true);
});

test('a server that restarts under the same name takes its claims over', async (context) => {
  const root = project(temporaryFolder(context));
  const ana = agent(root, 'ana', { isServer: true, isLasting: true });
  await ana.start('t_1');
  const file = join(plansClaims(root), 'roadmap.t_1.json');
  const lease = leaseIn(plansClaims(root), 't_1');
  // The process of a child that has ended.
  const { pid } = spawnSync(process.execPath, ['--eval', '']);
  const child = lease.process.replace(/^(\w+)-\d+/, `$1-${pid}`);
  writeFileSync(file, JSON.stringify({ ...lease, process: child }));
  await agent(root, 'bob').call('plan_list', { planId: undefined });
  assert.equal(leaseIn(plansClaims(root), 't_1').process, child);
  const restarted = agent(root, 'ana', { isServer: true, isLasting: true });
  await restarted.call('plan_list', { planId: undefined });
  assert.equal(leaseIn(plansClaims(root), 't_1').process, lease.process);
});

test('a lease that cannot be written does not fail the call', async (context) => {
  if (process.getuid?.() === 0) context.diagnostic('root writes everywhere; a file is in the way');
  const root = project(temporaryFolder(context));
  mkdirSync(join(root, plansDir, '.history'), { recursive: true });
  writeFileSync(plansClaims(root), '');
  chmodSync(plansClaims(root), 0o444);
  assert.equal(await agent(root, 'ana').start('t_1'), 't_1');
  assert.match(readFileSync(join(root, plansDir, 'roadmap.md'), 'utf8'), /\[\*] One/);
});
