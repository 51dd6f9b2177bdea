/** The core in two parts, as the package holds it: what most calls do must not load the later one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { memoryFolder, Workspace } from 'long-term-plan-core/slim';
import { readWasm } from '../src/read-wasm.ts';

const dist = fileURLToPath(new URL('../dist', import.meta.url));

function openWorkspace(...toolsets: string[]) {
  const { first, later } = readWasm(dist);
  let loads = 0;
  const wasm = () => ({
    first,
    later: () => {
      loads += 1;
      return later();
    },
  });
  const workspace = new Workspace(wasm, memoryFolder(), { toolsets, plan: 'work' });
  const call = async (...[name, args]: Parameters<Workspace['call']>) => {
    const reply = await workspace.call(name, args);
    assert.ok('result' in reply, JSON.stringify(reply));
    return reply.result as Record<string, unknown>;
  };
  return { call, loads: () => loads };
}

test('a day of work needs only the first part', async () => {
  const { call, loads } = openWorkspace('plan');
  const planId = 'work';
  await call('plan_create', { planId, title: 'Work', bodyMarkdown: 'What for' });
  const { taskId } = await call('task_add', { planId, title: 'First', sectionPath: ['Now'] });
  assert.equal(typeof taskId, 'string');
  const id = String(taskId);
  await call('task_batch', { planId, ops: [{ op: 'add', title: 'Second', dependsOn: [id] }] });
  await call('plan_list', {});
  await call('plan_get', { planId });
  await call('task_get', { planId, taskId: id, includeBlocking: true });
  await call('task_search', { planId: '*', query: 'first' });
  await call('task_next', { planId });
  await call('task_start', { planId, taskId: id });
  await call('task_update', { planId, taskId: id, status: 'done', priority: 'high' });
  await call('task_move', { planId, taskId: id, sectionPath: ['Then'] });
  await call('plan_update', { planId, title: 'Works' });
  await call('task_delete', { planId, taskId: id });
  assert.equal(loads(), 0);
});

test('what is needed seldom is loaded when it is needed, once', async () => {
  const { call, loads } = openWorkspace('plan', 'todori');
  const planId = 'work';
  await call('plan_create', { planId, title: 'Work' });
  assert.equal(loads(), 0);
  await call('create_task', { title: 'By another tool' });
  await call('task_add', { planId, title: 'By ours' });
  assert.match(JSON.stringify(await call('get_tasks', {})), /By another tool.*By ours/);
  assert.equal(loads(), 1);
});
