/** Claims on a real git remote, from two clones. `RACES` is how often they compete for a task. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { RemoteClaims } from '../../src/node/remote-claims.ts';
import type { Write } from '../../wasm/bindings.js';

const RACES = Number(process.env.RACES ?? 10);

function git(cwd: string, ...args: string[]): string {
  const options = { cwd, stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'] };
  const user = ['-c', 'user.name=T', '-c', 'user.email=t@example.com'];
  return execFileSync('git', [...user, ...args], options).toString();
}

/** A bare repository and two clones of it. */
function clones(context: TestContext) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'remote-claims-')));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  const bare = join(folder, 'bare.git');
  git(folder, 'init', '--quiet', '--bare', bare);
  const [one, two] = ['one', 'two'].map((name) => {
    const clone = join(folder, name);
    git(folder, 'clone', '--quiet', bare, clone);
    return clone;
  });
  return { bare, one: one ?? '', two: two ?? '' };
}

interface Options {
  now?: () => number;
  timeoutMs?: number;
}

const claimsOf = (clone: string, { now = Date.now, ...options }: Options = {}) =>
  new RemoteClaims({
    name: 'origin',
    directory: clone,
    objects: join(clone, '.git', 'objects'),
    temporary: join(clone, '.git', 'long-term-plan', 'remote'),
    now,
    ...options,
  });

function lease(taskId: string, holder: string): Write {
  const record = {
    plan: 'p',
    task: taskId,
    holder,
    worktree: '/secret/path/folder',
    process: 'x',
    since: '2026-01-01T00:00:00.000Z',
    leaseMinutes: 30,
    nonce: `${holder}-${taskId}-${Math.random()}`,
  };
  const bytes = Buffer.from(`${JSON.stringify(record)}\n`);
  return { path: `claims:p/${taskId}`, op: 'put', expect: 'anything', bytes };
}

const refs = (repository: string) =>
  git(repository, 'for-each-ref', '--format=%(refname)').trim().split('\n').filter(Boolean);

const local = { kind: 'reserved', isLocal: true } as const;

test('of two clones that claim a task at once, exactly one wins', async (context) => {
  const { bare, one, two } = clones(context);
  const sides = [claimsOf(one), claimsOf(two)] as const;
  for (let race = 0; race < RACES; race++) {
    const id = `t_${race}`;
    const [a, b] = await Promise.all([
      sides[0].reserve(lease(id, 'ana')),
      sides[1].reserve(lease(id, 'bob')),
    ]);
    assert.deepEqual([a.kind, b.kind].sort(), ['lost', 'reserved'], `race ${race}`);
    const loser = a.kind === 'lost' ? sides[0] : sides[1];
    const winner = a.kind === 'lost' ? 'bob' : 'ana';
    const seen = loser.leases('p', []).find(({ taskId }) => taskId === id);
    assert.equal(JSON.parse(seen?.text ?? '{}').holder, winner);
    assert.ok([a, b].every((each) => each.kind === 'lost' || !each.isLocal));
  }
  assert.equal(refs(bare).length, RACES);
});

test('the record on the remote has no paths, and nothing else is written to the clone', async (context) => {
  const { bare, one } = clones(context);
  const before = readdirSync(join(one, '.git'), { recursive: true, encoding: 'utf8' }).sort();
  const ana = claimsOf(one);
  await ana.reserve(lease('t_1', 'ana'));
  await ana.refresh();
  const [ref = ''] = refs(bare);
  assert.equal(ref, 'refs/long-term-plan/claims/p/t_1');
  const { worktree, process: server, holder } = JSON.parse(git(bare, 'cat-file', 'blob', ref));
  assert.deepEqual([worktree, server, holder], ['folder', undefined, 'ana']);
  const after = readdirSync(join(one, '.git'), { recursive: true, encoding: 'utf8' }).sort();
  const added = after.filter((path) => !before.includes(path));
  assert.deepEqual(added, [
    'long-term-plan',
    'long-term-plan/remote',
    'long-term-plan/remote/p.t_1.json',
  ]);
});

test('a claim that ends is deleted, and free for others', async (context) => {
  const { bare, one, two } = clones(context);
  const [ana, bob] = [claimsOf(one), claimsOf(two)];
  await ana.reserve(lease('t_1', 'ana'));
  assert.equal((await bob.reserve(lease('t_1', 'bob'))).kind, 'lost');
  ana.changed({ planId: 'p', taskId: 't_1' }, undefined);
  await ana.settled();
  assert.deepEqual(refs(bare), []);
  // What was last seen of it is out of date, which the claim itself finds out.
  assert.deepEqual((await bob.reserve(lease('t_1', 'bob'))).kind, 'reserved');
  const given = await bob.reserve(lease('t_2', 'bob'));
  assert.ok(given.kind === 'reserved' && given.giveUp);
  given.giveUp();
  await bob.settled();
  assert.deepEqual(refs(bare), ['refs/long-term-plan/claims/p/t_1']);
});

test('how long a claim was unchanged counts from when it was first seen here', async (context) => {
  const { one, two } = clones(context);
  let now = Date.now();
  const ana = claimsOf(one, { now: () => 5 });
  const bob = claimsOf(two, { now: () => now });
  await ana.reserve(lease('t_1', 'ana'));
  await bob.refresh();
  const first = now;
  now += 20 * 60_000;
  await bob.refresh();
  assert.equal(bob.leases('p', [])[0]?.lastSeen, first);
  // Another process of the same clone knows it too.
  assert.equal(claimsOf(two).leases('p', [])[0]?.lastSeen, first);
  // A renewal is another value.
  const text = Buffer.from(lease('t_1', 'ana').bytes).toString();
  const renewing = claimsOf(one, { now: () => 11 * 60_000 });
  const own = { planId: 'p', taskId: 't_1', path: '', text, lease: {}, lastSeen: 0 };
  renewing.renew([own]);
  renewing.renew([own]);
  await renewing.settled();
  now += 1000 * 60;
  await bob.refresh();
  assert.equal(bob.leases('p', [])[0]?.lastSeen, now);
  // Taken over with the value that was seen; the former holder notices that when it renews.
  assert.equal((await bob.reserve(lease('t_1', 'bob'))).kind, 'reserved');
  const late = claimsOf(one, { now: () => 60 * 60_000 });
  late.renew([own]);
  await late.settled();
  await late.refresh();
  assert.equal(JSON.parse(late.leases('p', [])[0]?.text ?? '{}').holder, 'bob');
});

test('two calls of one clone do not claim the same task at once', async (context) => {
  const { bare, one } = clones(context);
  const [ana, eve] = [claimsOf(one), claimsOf(one)];
  const claim = lease('t_1', 'ana');
  const reserved = await ana.reserve(claim);
  assert.ok(reserved.kind === 'reserved' && reserved.giveUp);
  assert.deepEqual(
    eve.leases('p', []).map(({ taskId }) => taskId),
    ['t_1'],
  );
  // Once the lease is written, it is known from its file.
  const text = Buffer.from(claim.bytes).toString();
  const file = { planId: 'p', taskId: 't_1', path: '', text, lease: {}, lastSeen: 0 };
  assert.deepEqual(eve.leases('p', [file]), []);
  // What another call has replaced meanwhile is not removed.
  assert.equal((await eve.reserve(lease('t_1', 'eve'))).kind, 'reserved');
  reserved.giveUp();
  await ana.settled();
  assert.deepEqual(refs(bare), ['refs/long-term-plan/claims/p/t_1']);
});

test('a lease that was not reserved is sent in the background', async (context) => {
  const { bare, one } = clones(context);
  const ana = claimsOf(one);
  const { bytes } = lease('t_1', 'ana');
  ana.changed({ planId: 'p', taskId: 't_1' }, bytes);
  ana.changed({ planId: 'p', taskId: 't_2' }, Buffer.from('{"plan":"p","task":"t_2"}'));
  await ana.settled();
  assert.deepEqual(refs(bare), ['refs/long-term-plan/claims/p/t_1']);
});

test('a remote that refuses claims leaves them local', async (context) => {
  const { bare, one } = clones(context);
  writeFileSync(join(bare, 'hooks', 'pre-receive'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  const ana = claimsOf(one);
  assert.deepEqual(await ana.reserve(lease('t_1', 'ana')), local);
  assert.equal(ana.problem, 'origin refuses claims');
  assert.deepEqual(refs(bare), []);
});

test('a remote that is gone leaves claims local, and is not asked again at once', async (context) => {
  const { bare, one } = clones(context);
  rmSync(bare, { recursive: true });
  const ana = claimsOf(one);
  assert.deepEqual(await ana.reserve(lease('t_1', 'ana')), local);
  assert.equal(ana.problem, 'origin is unreachable');
  const start = performance.now();
  assert.deepEqual(await ana.reserve(undefined), local);
  assert.deepEqual(await ana.reserve(lease('t_2', 'ana')), local);
  assert.ok(performance.now() - start < 50, 'without asking');
});

test('a remote that hangs delays a call only so long, and its processes are ended', async (context) => {
  const { one } = clones(context);
  git(one, 'remote', 'set-url', 'origin', 'ssh://nowhere.invalid/x.git');
  git(one, 'config', 'core.sshCommand', 'sleep 371; true');
  const ana = claimsOf(one, { timeoutMs: 500 });
  const start = performance.now();
  assert.deepEqual(await ana.reserve(lease('t_1', 'ana')), local);
  assert.ok(performance.now() - start < 5000);
  assert.equal(ana.problem, 'origin is unreachable');
  const running = execFileSync('ps', ['-eo', 'args']).toString();
  assert.ok(!running.includes('sleep 371'), 'ssh was ended with git');
});

test('no program can ask for a password', async (context) => {
  const { one } = clones(context);
  const asked = join(one, 'asked');
  writeFileSync(join(one, 'ask.sh'), `#!/bin/sh\ntouch ${asked}\n`, { mode: 0o755 });
  git(one, 'config', 'core.askPass', join(one, 'ask.sh'));
  git(one, 'remote', 'set-url', 'origin', 'http://user@127.0.0.1:9/x.git');
  assert.deepEqual(await claimsOf(one, { timeoutMs: 3000 }).reserve(lease('t_1', 'ana')), local);
  assert.ok(!readdirSync(one).includes('asked'));
});
