import assert from 'node:assert/strict';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { DEMO, ltpFails, ltpJson, makeDemo, planPath, putPlan, startLtp } from './helpers/ltp.ts';

interface Change {
  time: string;
  planId: string;
  taskId?: string;
  title?: string;
  change: string;
  field?: string;
  from?: string;
  to?: string;
  message?: string;
}

/** Starts the command and returns when it watches. */
async function startWatch(context: TestContext, root: string, ...args: string[]) {
  const running = startLtp(root, ['watch', ...args]);
  context.after(running.stop);
  assert.match(await running.logged(), /^ltp: watching /);
  const next = async (): Promise<Change> => JSON.parse(await running.line());
  return { ...running, next };
}

test('changes are printed as they happen, task by task', async (context) => {
  const root = makeDemo(context);
  const watch = await startWatch(context, root, 'demo');

  await ltpJson(root, 'task', 'update', 'demo', 't_deep', '--status', 'done');
  const { time, ...done } = await watch.next();
  assert.ok(!Number.isNaN(Date.parse(time)));
  assert.deepEqual(done, {
    planId: 'demo',
    taskId: 't_deep',
    title: 'Deep',
    change: 'field',
    field: 'status',
    from: 'todo',
    to: 'done',
  });

  const { taskId } = await ltpJson(root, 'task', 'add', 'demo', '--title', 'New');
  const added = await watch.next();
  assert.deepEqual([added.taskId, added.change], [taskId, 'added']);

  await ltpJson(root, 'task', 'delete', 'demo', String(taskId));
  assert.equal((await watch.next()).change, 'deleted');
});

test('hand edits are reported too, with the errors they cause', async (context) => {
  const root = makeDemo(context);
  const watch = await startWatch(context, root, 'demo');
  // Editors save by replacing the file with a new one.
  const save = (text: string) => {
    writeFileSync(`${planPath(root, 'demo')}.swp`, text);
    renameSync(`${planPath(root, 'demo')}.swp`, planPath(root, 'demo'));
  };
  save(DEMO.replace('[ ] Editor', '[*] Text editor').replace('# Demo plan', '# Plan'));
  const changes = [await watch.next(), await watch.next(), await watch.next()];
  assert.deepEqual(
    changes.map(({ taskId, field, to }) => [taskId, field, to]),
    [
      [undefined, 'title', 'Plan'],
      ['t_editor', 'status', 'doing'],
      ['t_editor', 'title', 'Text editor'],
    ],
  );
  save(DEMO.replace('# Demo plan', '# Plan').replace('[ ] Editor', '[?] Editor'));
  let last = await watch.next();
  while (last.change !== 'errors') last = await watch.next();
  assert.match(last.message ?? '', /^INVALID_STATUS_SYMBOL@16: /);
});

test('a plan may be deleted and created again', async (context) => {
  const root = makeDemo(context);
  const watch = await startWatch(context, root, 'demo');
  rmSync(planPath(root, 'demo'));
  assert.equal((await watch.next()).change, 'plan deleted');
  putPlan(root, 'demo', DEMO.replace('[ ] Deep', '[√] Deep'));
  assert.equal((await watch.next()).change, 'plan created');
  assert.equal((await watch.next()).taskId, 't_deep', 'only differences are reported');
});

test('without a plan, all plans are watched, including new ones; with one, only that', async (context) => {
  const root = makeDemo(context);
  putPlan(root, 'other', DEMO);
  const all = await startWatch(context, root);
  const one = await startWatch(context, root, 'demo');
  await ltpJson(root, 'task', 'update', 'other', 't_deep', '--status', 'done');
  assert.equal((await all.next()).planId, 'other');
  await ltpJson(root, 'plan', 'create', 'third', '--title', 'Third');
  const created = await all.next();
  assert.deepEqual([created.planId, created.change], ['third', 'plan created']);
  await ltpJson(root, 'task', 'update', 'demo', 't_deep', '--status', 'done');
  assert.equal((await one.next()).planId, 'demo');
});

test('changes can be printed as text', async (context) => {
  const root = makeDemo(context);
  const watch = await startWatch(context, root, 'demo', '--format', 'text');
  writeFileSync(planPath(root, 'demo'), DEMO.replace('[ ] Deep', '[√] De\u001bep'));
  assert.match(
    await watch.line(),
    /^\d\d:\d\d:\d\d demo De(\\x1b)?ep t_deep {2}status: todo → done$/,
  );
});

test('it ends when it is stopped, and when its output is closed', async (context) => {
  const root = makeDemo(context);
  const { stop, finished } = await startWatch(context, root, 'demo');
  stop();
  assert.equal((await finished).code, 0);
  const closed = await startWatch(context, root, 'demo');
  closed.closeOutput();
  await ltpJson(root, 'task', 'update', 'demo', 't_deep', '--status', 'doing');
  assert.equal((await closed.finished).code, 0);
});

test('a missing plan is an error', async (context) => {
  const root = makeDemo(context);
  await ltpFails(root, 4, 'watch', 'nowhere');
  await ltpFails(root, 2, 'watch', '../demo');
});
