import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Core, type Glue } from '../src/instance.ts';
import { run } from '../src/run.ts';
import type { Begun, CallRequest } from '../wasm/bindings.js';
import { createGlue } from '../wasm/glue.js';
import { emptyHost, planList, resultOf, settings, toolCall, wasm } from './setting.ts';

const todos = [{ content: 'Run tests', status: 'pending', activeForm: 'Running tests' }];
const set = toolCall('todolist__set', { todos });
const get: CallRequest = { ...planList, name: 'todolist__get' };

/** The real glue, whose workspaces trap at the next call while `isBroken`. */
function breakableGlue() {
  const state = { isBroken: false };
  const create = (): Glue => {
    const glue = createGlue();
    class Breakable extends glue.Workspace {
      override begin(request: CallRequest): Begun {
        if (state.isBroken) throw new WebAssembly.RuntimeError('unreachable');
        return super.begin(request);
      }
    }
    return { ...glue, Workspace: Breakable };
  };
  return { state, create };
}

test('session files need no lock, and outlive a trap', async () => {
  const { state, create } = breakableGlue();
  const core = new Core(wasm, { ...settings, toolsets: ['todolist'] }, create);
  const call = (request: CallRequest) => run(core, emptyHost, request);
  const summary = { total: 1, pending: 1, in_progress: 0, completed: 0 };
  assert.deepEqual(resultOf(await call(set)), { summary });
  assert.deepEqual(resultOf(await call(get)), { todos, summary });
  state.isBroken = true;
  assert.equal((await call(get)).kind, 'error');
  state.isBroken = false;
  assert.deepEqual(resultOf(await call(get)), { todos, summary }, 'in a new instance');
  const other = new Core(wasm, { ...settings, toolsets: ['todolist'] });
  assert.deepEqual(resultOf(await run(other, emptyHost, get)), {
    todos: [],
    summary: { total: 0, pending: 0, in_progress: 0, completed: 0 },
  });
});
