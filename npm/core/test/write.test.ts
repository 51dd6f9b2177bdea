/** How a call that writes runs. The workspace is a fake one: here it matters who is asked when. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Core } from '../src/boundary.ts';
import type { AsyncHost, Committed, Host, Lock, Locked } from '../src/host.ts';
import { type Reply, runAsync, runSync } from '../src/run.ts';
import { FakeWorkspace, fakeGlue } from './fake-glue.ts';
import { planList, settings, wasm } from './setting.ts';

const call = { ...planList, name: 'write' };
const utf8 = new TextEncoder();

/** Appends a letter to the file `a.md`: needs it, commits it, and replies with what it was told. */
class Writer extends FakeWorkspace {
  #text: string | undefined;
  #isAnswered = false;
  readonly #log: string[];

  constructor(log: string[]) {
    super();
    this.#log = log;
  }

  override writes(): boolean {
    return true;
  }

  override step(): string {
    this.#isAnswered = false;
    if (this.#text === undefined) return JSON.stringify({ files: ['a.md'] });
    if (this.#text === 'full') return JSON.stringify({ done: { error: { code: 'FULL' } } });
    return JSON.stringify({ commit: [{ path: 'a.md', op: 'put', expect: this.#text }] });
  }

  override put(
    path: string,
    kind: string,
    _etag: string,
    _stamp: string,
    _modified: number,
    bytes: Uint8Array,
  ) {
    if (path !== 'a.md') return;
    this.#text = kind === 'bytes' ? new TextDecoder().decode(bytes) : '';
  }

  override stamp(): string {
    return 'stamp';
  }

  override bytes(): Uint8Array {
    return utf8.encode(this.#isAnswered ? 'written' : `${this.#text}x`);
  }

  override restart(): void {
    this.#log.push('restart');
    this.#text = undefined;
  }

  override preview(): string {
    return JSON.stringify({ result: { previewed: this.#text }, diff: '+x' });
  }

  override finish(_id: number, outcome: string): string {
    this.#text = undefined;
    this.#isAnswered = true;
    const afterwards = outcome.includes('committed') ? [{ path: 'log', op: 'append' }] : [];
    return JSON.stringify({
      reply: { result: JSON.parse(outcome), changed: ['plan://a'] },
      afterwards,
    });
  }
}

/** A host with one file, which notes what it is asked. */
function setting({ text = 'one', outcomes = [] as (Committed | 'throws')[] } = {}) {
  const log: string[] = [];
  const core = new Core(wasm, settings, () =>
    fakeGlue(
      class extends Writer {
        constructor() {
          super(log);
        }
      },
    ),
  );
  const files = { 'a.md': text };
  const loaded = () => ({
    kind: 'bytes' as const,
    bytes: utf8.encode(files['a.md']),
    etag: files['a.md'],
    stamp: 'stamp',
  });
  const lock: Lock = {
    load: (path) => {
      log.push(`load ${path} under the lock`);
      return loaded();
    },
    commit: (writes) => {
      const [write] = writes;
      assert.ok(write);
      const bytes = new TextDecoder().decode(write.bytes);
      log.push(`commit ${write.op} ${write.path} ${write.expect} -> ${bytes}`);
      const outcome = outcomes.shift() ?? { kind: 'committed', etags: [bytes] };
      if (outcome === 'throws') throw new Error('a host that throws');
      if (outcome.kind === 'committed' && write.path === 'a.md') files['a.md'] = bytes;
      return outcome;
    },
    release: () => log.push('release'),
  };
  const host: Host = {
    list: () => ({ kind: 'absent' }),
    load: (path, unless) => {
      log.push(`load ${path} unless ${unless}`);
      return loaded();
    },
    lock: (create) => {
      log.push(create ? 'lock, made if need be' : 'lock');
      return { kind: 'locked', lock };
    },
  };
  return { core, host, lock, log };
}

const stale: Committed = { kind: 'stale' };

test('a call that writes runs under the lock from its first look to its commit', () => {
  const { core, host, log } = setting();
  assert.deepEqual(runSync(core, host, call), {
    result: { committed: ['onex'] },
    changed: ['plan://a'],
  });
  assert.deepEqual(log, [
    'lock',
    'load a.md under the lock',
    'commit put a.md one -> onex',
    'commit append log undefined -> written',
    'release',
  ]);
});

test('what is written after the answer never spoils it', () => {
  for (const outcome of ['throws', { kind: 'failed', at: 0, fault: 'noSpace' }] as const) {
    const { core, host, log } = setting({
      outcomes: [{ kind: 'committed', etags: ['onex'] }, outcome],
    });
    assert.deepEqual(resultOf(runSync(core, host, call)), { committed: ['onex'] });
    assert.equal(log.at(-1), 'release');
  }
});

test('a preview locks nothing and writes nothing', () => {
  const { core, host, log } = setting();
  assert.deepEqual(runSync(core, host, call, { preview: true }), {
    result: { previewed: 'one' },
    diff: '+x',
  });
  assert.deepEqual(log, ['load a.md unless stamp']);
});

test('a call that only reads takes no lock', () => {
  const { host, log } = setting();
  const core = new Core(wasm, settings, () => fakeGlue(FakeWorkspace));
  runSync(core, host, call);
  assert.deepEqual(log, []);
});

test('where nothing was ever written, the lock is made when there is something to write', () => {
  const { core, host, log } = setting();
  const first: Host = {
    ...host,
    lock: (create) => (create ? host.lock(create) : { kind: 'absent' }),
  };
  runSync(core, first, call);
  assert.deepEqual(log, [
    'load a.md unless stamp',
    'lock, made if need be',
    'restart',
    'load a.md under the lock',
    'commit put a.md one -> onex',
    'commit append log undefined -> written',
    'release',
  ]);
});

test('where nothing was ever written, a call that fails leaves nothing behind', () => {
  const { core, host, log } = setting({ text: 'full' });
  const reply = runSync(core, { ...host, lock: () => ({ kind: 'absent' }) }, call);
  assert.deepEqual(reply, { error: { code: 'FULL' } });
  assert.deepEqual(log, ['load a.md unless stamp']);
});

test('without the lock, the call is decided, and its commit fails with the reason', () => {
  const { core, host } = setting();
  for (const fault of ['busy', 'readOnly'] as const) {
    const reply = runSync(core, { ...host, lock: () => ({ kind: 'fault', fault }) }, call);
    assert.deepEqual(resultOf(reply), { failed: { at: 0, fault } });
  }
});

test('a file that changed under the call is read again', () => {
  const { core, host, log } = setting({ outcomes: [stale, stale] });
  assert.deepEqual(resultOf(runSync(core, host, call)), { committed: ['onex'] });
  assert.equal(log.filter((line) => line === 'restart').length, 2);
  assert.equal(log.filter((line) => line === 'load a.md under the lock').length, 3);
  assert.equal(log.filter((line) => line === 'release').length, 1);
});

test('a file that never stands still is given up', () => {
  const { core, host, log } = setting({ outcomes: Array(99).fill(stale) });
  assert.deepEqual(resultOf(runSync(core, host, call)), { failed: { at: 0, fault: 'busy' } });
  assert.equal(log.filter((line) => line === 'restart').length, 5);
  assert.equal(log.at(-1), 'release');
});

test('a failed commit is told to the core', () => {
  const { core, host } = setting({ outcomes: [{ kind: 'failed', at: 2, fault: 'noSpace' }] });
  assert.deepEqual(resultOf(runSync(core, host, call)), { failed: { at: 2, fault: 'noSpace' } });
});

test('the lock is let go whatever happens', async () => {
  const trapped = setting();
  const core = new Core(wasm, settings, () =>
    fakeGlue(
      class extends FakeWorkspace {
        override writes(): boolean {
          return true;
        }
        override step(): string {
          throw new WebAssembly.RuntimeError('unreachable');
        }
      },
      'a panic',
    ),
  );
  assert.ok('error' in runSync(core, trapped.host, call));
  assert.deepEqual(trapped.log, ['lock', 'release']);

  const thrown = setting({ outcomes: ['throws', 'throws'] });
  assert.throws(() => runSync(thrown.core, thrown.host, call), /a host that throws/);
  assert.equal(thrown.log.at(-1), 'release');
  await assert.rejects(runAsync(thrown.core, thrown.host, call), /a host that throws/);
  assert.equal(thrown.log.at(-1), 'release');
});

test('a host that waits for locks alone lets no two calls mingle', async () => {
  const { core, host, lock, log } = setting();
  let free = Promise.resolve();
  const waiting: AsyncHost = {
    ...host,
    lock: async (): Promise<Locked<Lock>> => {
      const turn = free;
      let end = (): void => {};
      free = new Promise((resolve) => {
        end = resolve;
      });
      await turn;
      const release = () => {
        lock.release();
        end();
      };
      return { kind: 'locked', lock: { ...lock, release } };
    },
  };
  const replies = await Promise.all([1, 2, 3].map(() => runAsync(core, waiting, call)));
  assert.deepEqual(replies.map(resultOf), [
    { committed: ['onex'] },
    { committed: ['onexx'] },
    { committed: ['onexxx'] },
  ]);
  assert.deepEqual(
    log.map((line) => line.split(' ', 1)[0]),
    [1, 2, 3].flatMap(() => ['load', 'commit', 'commit', 'release']),
  );
});

function resultOf(reply: Reply): unknown {
  return 'result' in reply ? reply.result : reply;
}
