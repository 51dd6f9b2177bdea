import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { cannotHave } from '../../../../scripts/lib/platform-gaps.mjs';
import { nodeHost } from '../../src/node/host.ts';
import { livenessOf, newOwner } from '../../src/node/lock-owner.ts';
import { commitOne, leftovers, locked, makeProject, PLANS } from './helpers/project.ts';

const busy = { kind: 'unlocked', fault: 'busy' };

/** The name of an owner that differs from this process in some parts. */
function owner({ machine = '', pid = '', started = '', namespace = '' }): string {
  const [ownMachine, ownPid, ownStarted, ownNamespace, ...rest] = newOwner().split('-');
  return [
    machine || ownMachine,
    pid || ownPid,
    started || ownStarted,
    namespace || ownNamespace,
    ...rest,
  ].join('-');
}

const deadPid = String(spawnSync(process.execPath, ['--version']).pid);
const elsewhere = { machine: '0123456789abcdef' };

test('an owner is alive, dead or unknown', () => {
  assert.equal(livenessOf(newOwner()), 'alive');
  assert.equal(livenessOf(owner({ pid: deadPid })), 'dead');
  assert.equal(livenessOf(owner({ ...elsewhere, pid: deadPid })), 'unknown');
  assert.equal(livenessOf(owner({ namespace: '1', pid: deadPid })), 'unknown');
  assert.equal(livenessOf('not an owner'), 'unknown');
});

test('an owner whose process id is in use again is dead', {
  skip: cannotHave('/proc'),
}, async (context) => {
  assert.equal(livenessOf(owner({ started: '1' })), 'dead', 'another process with the same id');

  const parent = spawn('sh', ['-c', 'sleep 0.1 & echo $!; exec sleep 60']);
  context.after(() => parent.kill());
  const [line] = await parent.stdout.take(1).toArray();
  const pid = String(line).trim();
  const status = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ');
  const zombie = owner({ pid, started: status()[21] ?? '' });
  assert.equal(livenessOf(zombie), 'alive');
  while (status()[2] !== 'Z') await sleep(10);
  assert.equal(livenessOf(zombie), 'dead', 'a process that its parent has not reaped');
});

/** A lock that another process left. */
function leaveLock(plans: string, name: string, ageMs = 0, staged: string[] = []): void {
  const held = join(plans, '.history', 'lock', 'held');
  mkdirSync(held, { recursive: true });
  const changed = (Date.now() - ageMs) / 1000;
  for (const file of [name, ...staged.map((suffix) => `${name}.${suffix}`)]) {
    writeFileSync(join(held, file), '.');
    utimesSync(join(held, file), changed, changed);
  }
}

test("a dead owner's lock is broken at once, with its staged files", async (context) => {
  const { plans, host } = makeProject(context);
  leaveLock(plans, owner({ pid: deadPid }), 0, ['1', '2']);
  const begin = performance.now();
  assert.equal((await commitOne(host, 'a.md', 'x')).kind, 'committed');
  assert.ok(performance.now() - begin < 500);
  assert.deepEqual(leftovers(plans), []);
});

test('staged files without a token are removed', async (context) => {
  const { plans, host } = makeProject(context);
  const held = join(plans, '.history', 'lock', 'held');
  mkdirSync(held, { recursive: true });
  assert.equal((await commitOne(host, 'a.md', 'x')).kind, 'committed');
  mkdirSync(held);
  writeFileSync(join(held, `${newOwner()}.1`), 'half');
  assert.equal((await commitOne(host, 'a.md', 'y')).kind, 'committed');
  assert.deepEqual(leftovers(plans), []);
});

test('the wait for a living owner ends', async (context) => {
  const { plans, host, root } = makeProject(context);
  const impatient = nodeHost(root, PLANS, { waitMs: 100, leaseMs: 1 });
  await locked(host, async () => {
    assert.deepEqual(await commitOne(impatient, 'a.md', 'x'), busy);
    assert.deepEqual(readdirSync(join(plans, '.history', 'lock')), ['held']);
  });
  const taken = await host.lock({ create: true });
  assert.ok(taken.kind === 'locked');
  const waiting = commitOne(impatient, 'a.md', 'x');
  await sleep(20);
  taken.lock.release();
  assert.equal((await waiting).kind, 'committed');
  assert.deepEqual(leftovers(plans), []);
});

test('the lock of an unknown owner is broken after its lease', async (context) => {
  const { plans, host, root } = makeProject(context);
  const impatient = nodeHost(root, PLANS, { waitMs: 100 });
  for (const name of [owner(elsewhere), '.DS_Store']) {
    leaveLock(plans, name, 9_000);
    assert.deepEqual(await commitOne(impatient, 'a.md', 'x'), busy, name);
    assert.ok(existsSync(join(plans, '.history', 'lock', 'held', name)));
    leaveLock(plans, name, 11_000);
    assert.equal((await commitOne(host, 'a.md', 'x')).kind, 'committed', name);
    assert.deepEqual(leftovers(plans), []);
  }
});

test('the next writer removes what dead processes prepared, and nothing else', async (context) => {
  const { plans, host } = makeProject(context);
  const directory = join(plans, '.history', 'lock');
  const prepare = (name: string, ageMs = 0) => {
    mkdirSync(join(directory, name), { recursive: true });
    writeFileSync(join(directory, name, name), '.');
    const changed = (Date.now() - ageMs) / 1000;
    utimesSync(join(directory, name), changed, changed);
    return name;
  };
  prepare(owner({ pid: deadPid }));
  mkdirSync(join(directory, owner({ pid: deadPid })));
  prepare(owner(elsewhere), 61_000);
  const half = owner(elsewhere);
  mkdirSync(join(directory, half));
  utimesSync(join(directory, half), 1e9, 1e9);
  const living = [prepare(newOwner()), prepare(owner(elsewhere))];
  assert.equal((await commitOne(host, 'a.md', 'x')).kind, 'committed');
  assert.deepEqual(readdirSync(directory).sort(), living.sort());
});

test('calls of one process take the lock in order, and those of another in between', async (context) => {
  const { root, plans, host } = makeProject(context);
  const order: number[] = [];
  const write = async (number: number) => {
    await commitOne(host, 'a.md', `${number}`);
    order.push(number);
  };
  const many = Promise.all(Array.from({ length: 200 }, (_, number) => write(number)));
  await sleep(50);
  const begin = performance.now();
  assert.equal((await commitOne(nodeHost(root, PLANS), 'b.md', 'x')).kind, 'committed');
  const waited = performance.now() - begin;
  assert.ok(order.length < 200, 'the other process came in between');
  assert.ok(waited < 1000, `it waited ${waited} ms`);
  await many;
  assert.deepEqual(
    order,
    order.toSorted((a, b) => a - b),
  );
  assert.deepEqual(leftovers(plans), []);
});
