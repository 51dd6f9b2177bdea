/** What calls keep in memory. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Core, type Glue, type Workspace } from '../src/boundary.ts';
import { runSync } from '../src/run.ts';
import { createGlue } from '../wasm/glue.js';
import { emptyHost, planList, settings, wasm } from './setting.ts';

const todos = [{ content: 'Run tests', status: 'pending', activeForm: 'Running tests' }];
const set = { ...planList, name: 'todolist__set', args: { todos } };
const get = { ...planList, name: 'todolist__get' };

/** The real glue, whose workspaces die of the call that is asked for next. */
function mortal() {
  const state = { isDying: false };
  const make = (): Glue => {
    const glue: Glue = createGlue();
    return {
      initSync: (options) => glue.initSync(options),
      takePanic: () => 'made up',
      Workspace: class {
        constructor(text: string) {
          const workspace: Workspace = new glue.Workspace(text);
          const begin = workspace.begin.bind(workspace);
          workspace.begin = (call) => {
            if (state.isDying) throw new Error('trap');
            return begin(call);
          };
          // biome-ignore lint/correctness/noConstructorReturn: the glue's own object is what has to be used
          return workspace;
        }
      } as unknown as Glue['Workspace'],
    };
  };
  return { state, make };
}

test('what is kept needs no lock, and outlives the wasm', () => {
  const { state, make } = mortal();
  const core = new Core(wasm, { ...settings, toolsets: ['todolist'] }, make);
  const run = (call: typeof set | typeof get) => runSync(core, emptyHost, call);
  const summary = { total: 1, pending: 1, in_progress: 0, completed: 0 };
  assert.deepEqual(run(set), { result: { summary } });
  assert.deepEqual(run(get), { result: { todos, summary } });
  state.isDying = true;
  assert.ok('error' in run(get));
  state.isDying = false;
  assert.deepEqual(run(get), { result: { todos, summary } }, 'in a new instance');
  const other = new Core(wasm, { ...settings, toolsets: ['todolist'] });
  assert.deepEqual(runSync(other, emptyHost, get), {
    result: { todos: [], summary: { total: 0, pending: 0, in_progress: 0, completed: 0 } },
  });
});
