import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Absent, Host } from '../src/host.ts';
import { Core, type Glue } from '../src/instance.ts';
import { run } from '../src/run.ts';
import type { Begun, CallRequest, Reply, Step, Write } from '../wasm/bindings.js';
import { createGlue } from '../wasm/glue.js';
import {
  emptyHost,
  FakeWorkspace,
  fakeGlue,
  planList,
  resultOf,
  settings,
  wasm,
} from './setting.ts';

const internalError = (message: string): Reply => ({
  kind: 'error',
  error: { code: 'INTERNAL_ERROR', message: `Internal error: ${message}` },
});

const listTheDirectory: Step = { kind: 'load', needs: [{ path: '', kind: 'directory' }] };

/** An empty host whose directory is listed only when the test says so. */
function slowHost() {
  let finish = (): void => {};
  const listed = new Promise<Absent>((resolve) => {
    finish = () => resolve({ kind: 'absent' });
  });
  const host: Host = { ...emptyHost, list: () => listed };
  return { host, finish };
}

test('a trap inside the real wasm is a reply, and the next call gets a new instance', async () => {
  let created = 0;
  /** Lets the first instance run into a memory address that does not exist. */
  const glueThatBreaksOnce = (): Glue => {
    const glue = createGlue();
    if (++created > 1) return glue;
    class Broken extends glue.Workspace {
      override begin(request: CallRequest): Begun {
        Object.assign(this, { __wbg_ptr: 0x7fff_fff0 });
        return super.begin(request);
      }
    }
    return { ...glue, Workspace: Broken };
  };
  const core = new Core(wasm, settings, glueThatBreaksOnce);

  assert.deepEqual(
    await run(core, emptyHost, planList),
    internalError('RuntimeError: memory access out of bounds'),
  );
  assert.deepEqual(resultOf(await run(core, emptyHost, planList)), { plans: [] });
  assert.deepEqual(resultOf(await run(core, emptyHost, planList)), { plans: [] });
  assert.equal(created, 2);
});

test('a panic is reported in its own words, and an instance that trapped is not used again', async () => {
  const used: string[] = [];
  class Panics extends FakeWorkspace {
    override begin(): Begun {
      return { call: 1, step: listTheDirectory };
    }
    override resume(): Step {
      used.push('resume');
      throw new WebAssembly.RuntimeError('unreachable');
    }
    override release(): void {
      used.push('release');
    }
  }
  const glues = [fakeGlue(Panics, 'index out of bounds'), fakeGlue(FakeWorkspace)];
  const core = new Core(wasm, settings, () => glues.shift() ?? assert.fail('a third instance'));

  assert.deepEqual(await run(core, emptyHost, planList), internalError('index out of bounds'));
  assert.deepEqual(used, ['resume']);
  assert.deepEqual(resultOf(await run(core, emptyHost, planList)), { fine: true });
});

test('a trap while a workspace is constructed is a reply too', async () => {
  class Unusable extends FakeWorkspace {
    constructor() {
      super();
      throw new WebAssembly.RuntimeError('unreachable');
    }
  }
  const glues = [fakeGlue(Unusable, 'no settings'), fakeGlue(FakeWorkspace)];
  const core = new Core(wasm, settings, () => glues.shift() ?? assert.fail('a third instance'));

  assert.deepEqual(await run(core, emptyHost, planList), internalError('no settings'));
  assert.deepEqual(resultOf(await run(core, emptyHost, planList)), { fine: true });
});

test('a call whose host is still reading while another call traps ends with an error', async () => {
  class TrapsOnDemand extends FakeWorkspace {
    override begin({ name }: CallRequest): Begun {
      if (name === 'trap') throw new WebAssembly.RuntimeError('unreachable');
      return { call: 1, step: listTheDirectory };
    }
  }
  const core = new Core(wasm, settings, () => fakeGlue(TrapsOnDemand, 'on demand'));
  const { host, finish } = slowHost();

  const slow = run(core, host, planList);
  assert.deepEqual(
    await run(core, emptyHost, { ...planList, name: 'trap' }),
    internalError('on demand'),
  );
  finish();

  assert.deepEqual(await slow, internalError('another call stopped the core'));
});

test('a call of an instance that trapped does not release a call of the new instance', async () => {
  const released: number[] = [];
  class Listing extends FakeWorkspace {
    override begin({ name }: CallRequest): Begun {
      if (name === 'trap') throw new WebAssembly.RuntimeError('unreachable');
      return name === 'list' ? { call: 1, step: listTheDirectory } : super.begin(planList);
    }
    override release(call: number): void {
      released.push(call);
    }
  }
  const core = new Core(wasm, settings, () => fakeGlue(Listing));
  const { host, finish } = slowHost();
  const slow = run(core, host, { ...planList, name: 'list' });
  await run(core, emptyHost, { ...planList, name: 'trap' });
  assert.deepEqual(resultOf(await run(core, emptyHost, planList)), { fine: true });
  finish();
  assert.equal((await slow).kind, 'error');
  assert.deepEqual(released, []);
});

test('a call that is done is not released again', async () => {
  class Released extends FakeWorkspace {
    override begin(): Begun {
      const { step } = super.begin(planList);
      const bytes = new Uint8Array();
      const followUp: Write = { path: 'index.md', op: 'put', expect: 'anything', bytes };
      return { call: 1, step: step.kind === 'done' ? { ...step, followUps: [followUp] } : step };
    }
    override release(): void {
      assert.fail('the core has released it');
    }
  }
  const core = new Core(wasm, settings, () => fakeGlue(Released));
  assert.deepEqual(resultOf(await run(core, emptyHost, planList)), { fine: true });
});

test('the wasm is not read before the first call', async () => {
  let reads = 0;
  const core = new Core(() => {
    reads++;
    return readFileSync(new URL('../wasm/tools.wasm', import.meta.url));
  }, settings);
  assert.equal(reads, 0);
  await run(core, emptyHost, planList);
  await run(core, emptyHost, planList);
  assert.equal(reads, 1);
});
