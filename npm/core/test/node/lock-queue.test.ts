/** Who takes the lock next, and what waiting for it costs. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { nodeHost } from '../../src/node/host.ts';
import { comesBefore, newOwner } from '../../src/node/lock-owner.ts';
import { commitOne, leftovers, makeProject, PLANS } from './helpers/project.ts';

/** The name of another process that has waited longer than any attempt that begins now. */
function earlierOwner(pid: number | undefined): string {
  const [machine, , , namespace, since, nonce] = newOwner().split('-');
  return [machine, pid, '0', namespace, since, nonce].join('-');
}

function idleProcess(context: TestContext): ChildProcess {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  context.after(() => child.kill('SIGKILL'));
  return child;
}

function announce(plans: string, name: string): void {
  const prepared = join(plans, '.history', 'lock', name);
  mkdirSync(prepared, { recursive: true });
  writeFileSync(join(prepared, name), '');
}

test('the order is that of arrival, and only on one machine', () => {
  const [first, second] = [newOwner(), newOwner()];
  assert.ok(comesBefore(first, second));
  assert.ok(!comesBefore(second, first));
  assert.ok(!comesBefore(first, first));
  assert.ok(!comesBefore(first.replace(/^.{16}/, '0123456789abcdef'), second));
  assert.ok(!comesBefore('.DS_Store', second));
});

test('writers that always want the lock take it in turns', async (context) => {
  const { root, plans } = makeProject(context);
  const order: number[] = [];
  const write = async (number: number) => {
    const host = nodeHost(root, PLANS);
    for (let count = 0; count < 20; count += 1) {
      assert.equal((await commitOne(host, 'a.md', `${number}.${count}`)).kind, 'committed');
      order.push(number);
    }
  };
  const numbers = [0, 1, 2, 3, 4];
  await Promise.all(numbers.map(write));
  for (let end = 5; end <= order.length; end += 1) {
    const counts = numbers.map((number) => order.slice(0, end).filter((one) => one === number));
    const lengths = counts.map(({ length }) => length);
    assert.ok(Math.max(...lengths) - Math.min(...lengths) <= 2, `${order.slice(0, end)}`);
  }
  assert.deepEqual(leftovers(plans), []);
});

test('a process that is stopped while it waits delays each other process once', async (context) => {
  const { plans, host } = makeProject(context);
  announce(plans, earlierOwner(idleProcess(context).pid));
  const times: number[] = [];
  for (let count = 0; count < 5; count += 1) {
    const began = performance.now();
    assert.equal((await commitOne(host, 'a.md', `${count}`)).kind, 'committed');
    times.push(performance.now() - began);
  }
  const [first = 0, ...later] = times;
  assert.ok(first >= 50, `the first write did not wait: ${first} ms`);
  assert.ok(first < 1000, `the first write took ${first} ms`);
  assert.ok(Math.min(...later) < 50, `the later ones waited as well: ${later}`);
});

test('a process that was killed while it waited delays no other', async (context) => {
  const { plans, host } = makeProject(context);
  assert.equal((await commitOne(host, 'a.md', 'x')).kind, 'committed');
  const child = idleProcess(context);
  announce(plans, earlierOwner(child.pid));
  child.kill('SIGKILL');
  await new Promise((resolve) => child.once('exit', resolve));
  const began = performance.now();
  assert.equal((await commitOne(host, 'a.md', 'y')).kind, 'committed');
  assert.ok(performance.now() - began < 1000);
  assert.deepEqual(readdirSync(join(plans, '.history', 'lock')), []);
});

test('a process that waits uses little CPU', async (context) => {
  const { root, host } = makeProject(context);
  const taken = await host.lock({ create: true });
  assert.ok(taken.kind === 'locked');
  const waiting = commitOne(nodeHost(root, PLANS), 'a.md', 'x');
  await sleep(50);
  const before = process.cpuUsage();
  await sleep(1000);
  const { user, system } = process.cpuUsage(before);
  taken.lock.release();
  assert.equal((await waiting).kind, 'committed');
  const share = (user + system) / 1_000_000;
  context.diagnostic(`${(100 * share).toFixed(1)} % of a core`);
  assert.ok(share < 0.2, `it used ${share} of a core`);
});
