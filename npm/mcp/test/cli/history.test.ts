import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { DEMO, ltpFails, ltpJson, ltpText, makeDemo, planPath, planText } from './helpers/ltp.ts';

interface Log {
  changes: { changeId: string; by?: string; tool?: string; what: string[] }[];
}

test('changes are listed, newest first, and undone', async (context) => {
  const root = makeDemo(context);
  assert.equal(await ltpText(root, 'log', 'demo'), 'No changes are known.\n');
  await ltpJson(root, 'task', 'update', 'demo', 't_deep', '--status', 'done');
  await ltpJson(root, 'task', 'delete', 'demo', 't_parser');
  const { changes } = await ltpJson<Log>(root, 'log', 'demo');
  assert.deepEqual(
    changes.map(({ tool }) => tool),
    ['task_delete', 'task_update'],
  );
  for (const { by } of changes) assert.match(by ?? '', /\w/);
  const text = await ltpText(root, 'log', 'demo');
  assert.match(text, new RegExp(`^${changes[0]?.changeId}  \\d{4}-.*  task_delete\\n    `));
  assert.deepEqual((await ltpJson<Log>(root, 'log', 'demo', '--limit', '1')).changes.length, 1);
  const ofTask = await ltpJson<Log>(root, 'log', 'demo', 't_editor', '--limit', '0');
  assert.deepEqual(ofTask.changes, []);

  const { diff } = await ltpJson(root, 'undo', 'demo', '--dry-run');
  assert.match(String(diff), /^\+- \[\*\] Parser/m);
  assert.doesNotMatch(planText(root), /Parser/);
  const undone = await ltpJson(root, 'undo', 'demo');
  assert.equal(undone.changeId, changes[0]?.changeId);
  assert.equal(planText(root), DEMO.replace('[ ] Deep', '[√] Deep'));
  await ltpJson(root, 'undo', 'demo', changes[1]?.changeId ?? '');
  assert.equal(planText(root), DEMO);
});

test('a change can also be undone with the tool', async (context) => {
  const root = makeDemo(context);
  await ltpJson(root, 'task', 'update', 'demo', 't_deep', '--status', 'done');
  const { changes } = await ltpJson<Log>(root, 'log', 'demo');
  await ltpJson(root, 'plan', 'undo', 'demo', '--change-id', changes[0]?.changeId ?? '');
  assert.equal(planText(root), DEMO);
});

test('a change that cannot be undone is rejected', async (context) => {
  const root = makeDemo(context);
  await ltpFails(root, 4, 'undo', 'demo');
  await ltpFails(root, 4, 'undo', 'nowhere');
  await ltpFails(root, 4, 'log', 'nowhere');
  await ltpJson(root, 'task', 'update', 'demo', 't_deep', '--status', 'done');
  await ltpFails(root, 4, 'undo', 'demo', 'no-such-change');
  await ltpFails(root, 3, 'undo', 'demo', '--if-match', 'x'.repeat(64));
  writeFileSync(planPath(root, 'demo'), planText(root).replace('[√] Deep', '[*] Deep'));
  await ltpFails(root, 1, 'undo', 'demo');
  assert.match(planText(root), /\[\*\] Deep/);
});
