/** How a call that writes uses its host. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Committed, Found, Host, Lock, Locked, Unchanged } from '../src/host.ts';
import { Core } from '../src/instance.ts';
import { run } from '../src/run.ts';
import type { Begun, Reply, Settings, Step, Write } from '../wasm/bindings.js';
import { FakeWorkspace, fakeGlue, resultOf, settings, toolCall, wasm } from './setting.ts';

const plan = `<!-- long-term-plan:format=v1 -->
# Plan

- [ ] One <!-- long-term-plan:id=t_1 -->
`;

const call = toolCall('task_update', { planId: 'a', taskId: 't_1', status: 'done' });
const utf8 = new TextEncoder();

type Outcome = 'done' | 'throws' | Exclude<Committed, { kind: 'committed' }>;

interface Options {
  settings?: Partial<Settings>;
  /** How the next commits end; all others are done. */
  outcomes?: Outcome[];
}

/** A core, and a host with the plan `a` that logs how it is used. The etag of a file is its version. */
function setting({ settings: more = {}, outcomes = [] }: Options = {}) {
  const core = new Core(wasm, { ...settings, ...more });
  const log: string[] = [];
  const files = new Map([['a.md', { text: plan, version: 1 }]]);

  const versionOf = (path: string) => `v${files.get(path)?.version ?? 0}`;
  const read = (path: string, known?: string): Found | Unchanged => {
    const file = files.get(path);
    if (file === undefined) return { kind: 'absent' };
    const version = versionOf(path);
    if (known === version) return { kind: 'unchanged' };
    return { kind: 'file', bytes: utf8.encode(file.text), etag: version, stamp: version };
  };
  const write = ({ path, op, bytes }: Write): void => {
    const { text, version } = files.get(path) ?? { text: '', version: 0 };
    const written = new TextDecoder().decode(bytes);
    files.set(path, { text: op === 'append' ? text + written : written, version: version + 1 });
  };
  const commit = (writes: Write[]): Committed => {
    writes.forEach(write);
    const versions = writes.map(({ path }) => versionOf(path));
    return { kind: 'committed', etags: versions, stamps: versions };
  };
  const lock: Lock = {
    read: (path, { known } = {}) => {
      log.push(`read ${path} under the lock${unless(known)}`);
      return read(path, known);
    },
    commit: (writes) => {
      log.push(`commit ${writes.map(describe).join(', ')}`);
      const outcome = outcomes.shift() ?? 'done';
      if (outcome === 'throws') throw new Error('a host that throws');
      return outcome === 'done' ? commit(writes) : outcome;
    },
    release: () => log.push('release'),
  };
  const host: Host = {
    list: () => ({ kind: 'absent' }),
    read: (path, { known } = {}) => {
      log.push(`read ${path}${unless(known)}`);
      return read(path, known);
    },
    lock: ({ create }) => {
      log.push(create ? 'create the lock' : 'lock');
      return { kind: 'locked', lock };
    },
  };
  return { core, host, lock, log, files };
}

const unless = (known: string | undefined) => (known === undefined ? '' : ` unless ${known}`);

function describe({ op, path, expect }: Write): string {
  const expected = typeof expect === 'string' ? expect : expect.etag;
  return `${op} ${path} over ${expected}`;
}

const count = (log: string[], line: string) => log.filter((entry) => entry === line).length;

function assertFault(reply: Reply, message: RegExp): void {
  assert.ok(reply.kind === 'error', JSON.stringify(reply));
  assert.match(reply.error.message, message);
}

const stale: Committed = { kind: 'stale' };
const isBusy = /^\.long-term-plan\/a\.md.*others kept writing/;

test('a call that writes runs under the lock from its first read to its commit', async () => {
  const { core, host, log, files } = setting();
  assert.deepEqual(resultOf(await run(core, host, call)), {
    etag: 'v2',
    taskId: 't_1',
    changeId: 'c000000000',
  });
  assert.deepEqual(log, [
    'lock',
    'read a.md under the lock',
    'read .history/a.jsonl under the lock',
    'commit put a.md over v1',
    'commit append .history/a.jsonl over anything',
    'release',
  ]);
  assert.equal(files.get('a.md')?.text, plan.replace('[ ]', '[√]'));
});

test('the stamp of a plan is enough for a call that reads, that of a history for a call that writes', async () => {
  const { core, host, log } = setting();
  const get = toolCall('plan_get', { planId: 'a' });
  await run(core, host, get);
  await run(core, host, get);
  assert.deepEqual(log.splice(0), ['read a.md', 'read a.md unless v1']);

  for (const status of ['doing', 'done', 'todo']) {
    log.length = 0;
    await run(core, host, toolCall('task_update', { planId: 'a', taskId: 't_1', status }));
  }
  assert.deepEqual(log.slice(1, 3), [
    'read a.md under the lock',
    'read .history/a.jsonl under the lock unless v2',
  ]);
});

test('a history that cannot be written does not fail the call, and the reply says so', async () => {
  const fails: [Outcome, string][] = [
    ['throws', 'Error: a host that throws'],
    [{ kind: 'failed', at: 0, fault: 'noSpace' }, 'no space left on the device'],
    [stale, 'others kept writing, so that it could not be locked'],
  ];
  for (const [outcome, reason] of fails) {
    const { core, host, log } = setting({ outcomes: ['done', outcome] });
    assert.deepEqual(resultOf(await run(core, host, call)), {
      etag: 'v2',
      taskId: 't_1',
      notUndoable: `its history could not be written: ${reason}`,
    });
    assert.equal(log.at(-1), 'release');
  }
});

test('a follow-up that fails does not change the reply', async () => {
  const fails: Outcome[] = ['throws', { kind: 'failed', at: 0, fault: 'noSpace' }, stale];
  for (const outcome of fails) {
    const { core, host, log } = setting({
      settings: { toolsets: ['agentic-todo'], plan: 'a' },
      outcomes: ['done', outcome],
    });
    const adr = { title: 'T', context: 'c', decision: 'd', rationale: 'r' };
    const reply = resultOf(await run(core, host, toolCall('create_adr', adr)));
    assert.equal(reply.adr_id, 'adr-001-t');
    assert.deepEqual(log.at(-1), 'release');
    assert.equal(log.filter((line) => line.startsWith('commit')).length, 2);
  }
});

test('a dry run locks nothing and writes nothing', async () => {
  const { core, host, log } = setting();
  const reply = await run(core, host, { ...call, dryRun: true });
  assert.equal(resultOf(reply).taskId, 't_1');
  assert.ok(reply.kind === 'result');
  assert.match(reply.diff ?? '', /\n\+- \[√\] One /);
  assert.deepEqual(log, ['read a.md', 'read .history/a.jsonl']);
});

test('a call that only reads takes no lock', async () => {
  const { core, host, log } = setting();
  await run(core, host, toolCall('plan_get', { planId: 'a' }));
  assert.deepEqual(log, ['read a.md']);
});

test('a call with wrong arguments takes no lock', async () => {
  const { core, host, log } = setting();
  assert.equal((await run(core, host, { ...call, args: '{}' })).kind, 'error');
  assert.deepEqual(log, []);
});

test('where nothing was ever written, the lock is created once there is something to write', async () => {
  const { core, host, log } = setting();
  const lock: Host['lock'] = (options) =>
    options.create ? host.lock(options) : { kind: 'absent' };
  assert.equal(resultOf(await run(core, { ...host, lock }, call)).etag, 'v2');
  assert.deepEqual(log, [
    'read a.md',
    'read .history/a.jsonl',
    'create the lock',
    'read a.md under the lock',
    'read .history/a.jsonl under the lock',
    'commit put a.md over v1',
    'commit append .history/a.jsonl over anything',
    'release',
  ]);
});

test('where nothing was ever written, a call that fails creates nothing', async () => {
  const { core, host, log } = setting();
  const lock: Host['lock'] = ({ create }) =>
    create ? assert.fail('nothing is to be written') : { kind: 'absent' };
  const reply = await run(
    core,
    { ...host, lock },
    toolCall('task_update', { planId: 'a', taskId: 'gone', status: 'done' }),
  );
  assert.deepEqual(reply, {
    kind: 'error',
    error: { code: 'NOT_FOUND', message: 'Task not found: gone' },
  });
  assert.deepEqual(log, ['read a.md', 'read .history/a.jsonl']);
});

test('without the lock, the call is decided, and its commit fails with the reason', async () => {
  for (const [fault, message] of [
    ['busy', isBusy],
    ['readOnly', /^\.long-term-plan\/a\.md.*read-only/],
  ] as const) {
    const { core, host, log } = setting();
    const unlockable: Host = { ...host, lock: () => ({ kind: 'fault', fault }) };
    assertFault(await run(core, unlockable, call), message);
    assertFault(
      await run(core, unlockable, toolCall('task_delete', { planId: 'a', taskId: 'gone' })),
      /^Task not found: gone$/,
    );
    assert.equal(log.filter((line) => line.startsWith('commit')).length, 0);
  }
});

test('a lock that cannot be created fails the commit with the reason', async () => {
  const { core, host } = setting();
  const lock: Host['lock'] = ({ create }) =>
    create ? { kind: 'fault', fault: 'denied' } : { kind: 'absent' };
  assertFault(
    await run(core, { ...host, lock }, call),
    /^\.long-term-plan\/a\.md.*permission denied/,
  );
});

test('a file that changed before the commit is read again', async () => {
  const { core, host, log } = setting({ outcomes: [stale, stale] });
  assert.equal(resultOf(await run(core, host, call)).etag, 'v2');
  assert.equal(count(log, 'read a.md under the lock'), 3);
  assert.equal(count(log, 'commit put a.md over v1'), 3);
  assert.equal(count(log, 'release'), 1);
});

test('after five restarts the call gives up', async () => {
  const { core, host, log } = setting({ outcomes: Array(99).fill(stale) });
  assertFault(await run(core, host, call), isBusy);
  assert.equal(count(log, 'commit put a.md over v1'), 6);
  assert.equal(log.at(-1), 'release');
});

test('a failed commit is an error that names the file', async () => {
  for (const [at, path] of ['context/T001.md', 'a.md'].entries()) {
    const { core, host, log } = setting({
      settings: { toolsets: ['agentic-todo'], plan: 'a' },
      outcomes: [{ kind: 'failed', at, fault: 'noSpace' }],
    });
    const reply = await run(core, host, toolCall('create_task', { title: 'Two' }));
    assertFault(reply, /no space left/);
    assert.ok(
      reply.kind === 'error' && reply.error.message.startsWith(`.long-term-plan/${path}: `),
    );
    assert.deepEqual(log.slice(-2), [
      'commit put context/T001.md over absent, put a.md over v1',
      'release',
    ]);
  }
});

test('the lock is released whatever happens', async () => {
  const trapped = setting();
  class Traps extends FakeWorkspace {
    override begin(): Begun {
      return { call: 1, step: { kind: 'lock', create: false } };
    }
    override resume(): Step {
      throw new WebAssembly.RuntimeError('unreachable');
    }
  }
  const core = new Core(wasm, settings, () => fakeGlue(Traps, 'a panic'));
  assert.equal((await run(core, trapped.host, call)).kind, 'error');
  assert.deepEqual(trapped.log, ['lock', 'release']);

  const thrown = setting({ outcomes: ['throws'] });
  await assert.rejects(run(thrown.core, thrown.host, call), /a host that throws/);
  assert.equal(thrown.log.at(-1), 'release');

  const rejected = setting();
  const read = () => Promise.reject(new Error('a host that rejects'));
  const lock: Host['lock'] = () => ({ kind: 'locked', lock: { ...rejected.lock, read } });
  await assert.rejects(run(rejected.core, { ...rejected.host, lock }, call), /a host that rejects/);
  assert.equal(rejected.log.at(-1), 'release');
  assert.equal(resultOf(await run(rejected.core, rejected.host, call)).etag, 'v2');
});

test('with a host that returns at once, nothing else runs between the steps of a call', async () => {
  const { core, host, log } = setting();
  const running = run(core, host, call);
  assert.equal(log.at(-1), 'release');
  assert.equal(resultOf(await running).etag, 'v2');
});

test('calls of a host that is slow only at the lock do not overlap', async () => {
  const { core, host, lock, log } = setting();
  let lastTurn = Promise.resolve();
  const slow: Host = {
    ...host,
    lock: async (): Promise<Locked> => {
      const turn = lastTurn;
      let endTurn = (): void => {};
      lastTurn = new Promise((resolve) => {
        endTurn = resolve;
      });
      await turn;
      const release = () => {
        lock.release();
        endTurn();
      };
      return { kind: 'locked', lock: { ...lock, release } };
    },
  };
  const statuses = ['doing', 'done', 'todo'];
  const replies = await Promise.all(
    statuses.map((status) =>
      run(core, slow, toolCall('task_update', { planId: 'a', taskId: 't_1', status })),
    ),
  );
  assert.deepEqual(
    replies.map((reply) => resultOf(reply).etag),
    ['v2', 'v3', 'v4'],
  );
  assert.deepEqual(
    log.map((line) => line.split(' ', 1)[0]),
    statuses.flatMap(() => ['read', 'read', 'commit', 'commit', 'release']),
  );
});
