import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Core, type Glue } from '../src/boundary.ts';
import type { AsyncHost } from '../src/host.ts';
import { runAsync, runSync } from '../src/run.ts';
import { createGlue } from '../wasm/glue.js';
import { FakeWorkspace, fakeGlue } from './fake-glue.ts';
import { emptyHost, planList, settings, wasm } from './setting.ts';

test('a trap inside the real wasm is an answer, and the next call is answered by a new instance', () => {
  let made = 0;
  /** Lets the first instance run into a memory address that does not exist. */
  const glueThatBreaksOnce = (): Glue => {
    const glue = createGlue();
    if (++made > 1) return glue;
    class Broken extends glue.Workspace {
      override begin(call: string): number {
        Object.assign(this, { __wbg_ptr: 0x7fff_fff0 });
        return super.begin(call);
      }
    }
    const { initSync, takePanic, Plan, etag, MergedFile } = glue;
    return { initSync, takePanic, Plan, etag, MergedFile, Workspace: Broken };
  };
  const core = new Core(wasm, settings, glueThatBreaksOnce);

  assert.deepEqual(runSync(core, emptyHost, planList), {
    error: {
      code: 'INTERNAL_ERROR',
      message: 'Internal error: RuntimeError: memory access out of bounds',
    },
  });
  assert.deepEqual(runSync(core, emptyHost, planList), { result: { plans: [] } });
  assert.deepEqual(runSync(core, emptyHost, planList), { result: { plans: [] } });
  assert.equal(made, 2);
});

test('a panic is told in its own words, and what trapped is not touched again', () => {
  const touched: string[] = [];
  class Panics extends FakeWorkspace {
    override step(): string {
      touched.push('step');
      throw new WebAssembly.RuntimeError('unreachable');
    }
    override freeCall(): void {
      touched.push('freeCall');
    }
  }
  const glues = [fakeGlue(Panics, 'index out of bounds'), fakeGlue(FakeWorkspace)];
  const core = new Core(wasm, settings, () => glues.shift() ?? assert.fail('a third instance'));

  assert.deepEqual(runSync(core, emptyHost, planList), {
    error: { code: 'INTERNAL_ERROR', message: 'Internal error: index out of bounds' },
  });
  assert.deepEqual(touched, ['step']);
  assert.deepEqual(runSync(core, emptyHost, planList), { result: { fine: true } });
});

test('a trap while a workspace is made is an answer too', () => {
  class Unmakeable extends FakeWorkspace {
    constructor() {
      super();
      throw new WebAssembly.RuntimeError('unreachable');
    }
  }
  const glues = [fakeGlue(Unmakeable, 'no settings'), fakeGlue(FakeWorkspace)];
  const core = new Core(wasm, settings, () => glues.shift() ?? assert.fail('a third instance'));

  assert.deepEqual(runSync(core, emptyHost, planList), {
    error: { code: 'INTERNAL_ERROR', message: 'Internal error: no settings' },
  });
  assert.deepEqual(runSync(core, emptyHost, planList), { result: { fine: true } });
});

test('a call that waits for its host while another one traps ends with an error', async () => {
  class TrapsOnDemand extends FakeWorkspace {
    override begin(call: string): number {
      if (call.includes('"trap"')) throw new WebAssembly.RuntimeError('unreachable');
      return 1;
    }
    override step(): string {
      return JSON.stringify({ dirs: [''] });
    }
  }
  const core = new Core(wasm, settings, () => fakeGlue(TrapsOnDemand, 'on demand'));
  let answer = (): void => {};
  const slowHost: AsyncHost = {
    ...emptyHost,
    list: () =>
      new Promise((resolve) => {
        answer = () => resolve({ kind: 'absent' });
      }),
  };

  const waiting = runAsync(core, slowHost, planList);
  assert.ok('error' in runSync(core, emptyHost, { ...planList, name: 'trap' }));
  answer();

  assert.deepEqual(await waiting, {
    error: { code: 'INTERNAL_ERROR', message: 'Internal error: another call stopped the core' },
  });
});

test('the wasm is not read before the first call', () => {
  let reads = 0;
  const core = new Core(() => {
    reads++;
    return readFileSync(new URL('../wasm/tools.wasm', import.meta.url));
  }, settings);
  assert.equal(reads, 0);
  runSync(core, emptyHost, planList);
  runSync(core, emptyHost, planList);
  assert.equal(reads, 1);
});
