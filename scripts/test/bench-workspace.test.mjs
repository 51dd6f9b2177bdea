import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadCore } from '../bench/wasm.mjs';
import { MemoryWorkspace } from '../bench/workspace.mjs';

const PLAN = `<!-- long-term-plan:format=v1 -->

# Plan

- [ ] A <!-- long-term-plan:id=t_1 -->
- [ ] B <!-- long-term-plan:id=t_2 -->
`;

test('whole calls are run on files in memory: changes, their history, and errors', async () => {
  const core = await loadCore();
  const workspace = new MemoryWorkspace(core, { 'tasks.md': Buffer.from(PLAN) });
  const planId = 'tasks';
  for (const status of ['doing', 'done']) {
    workspace.call('task_update', { planId, taskId: 't_1', status });
  }
  const text = Buffer.from(workspace.files.get('tasks.md') ?? []).toString();
  assert.equal(text, PLAN.replace('[ ] A', '[√] A'));
  const history = Buffer.from(workspace.files.get('.history/tasks.jsonl') ?? []).toString();
  // What was there before, and the two changes.
  assert.equal(history.trim().split('\n').length, 3);
  assert.equal(workspace.call('task_next', { planId }).task.id, 't_2');
  assert.throws(() => workspace.call('task_get', { planId, taskId: 't_3' }), /t_3/);
});
