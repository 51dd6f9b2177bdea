import assert from 'node:assert/strict';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { DEMO, ltpFails, ltpJson, makeDemo, planPath, putPlan, startLtp } from './helpers/ltp.ts';

interface Change {
  at: string;
  planId: string;
  by?: string;
  tool?: string;
  what: string[];
}

/** Starts the command and returns when it watches. */
async function startWatch(context: TestContext, root: string, ...args: string[]) {
  const format = args.includes('--format') ? [] : ['--json'];
  const running = startLtp(root, ['watch', ...args, ...format]);
  context.after(running.stop);
  assert.match(await running.logged(), /^Watching \d plans?\. Press Ctrl\+C to stop\.$/);
  const next = async (): Promise<Change> => JSON.parse(await running.line());
  return { ...running, next };
}

test('changes are printed as they happen, task by task', async (context) => {
  const root = makeDemo(context);
  const watch = await startWatch(context, root, 'demo');

  await ltpJson(root, 'task', 'update', 'demo', 't_deep', '--status', 'done');
  const done = await watch.next();
  assert.ok(!Number.isNaN(Date.parse(done.at)));
  assert.deepEqual([done.planId, done.tool], ['demo', 'task_update']);
  assert.deepEqual(done.what, ['t_deep Deep: to do → done']);

  const { taskId } = await ltpJson(root, 'task', 'add', 'demo', '--title', 'New');
  const added = await watch.next();
  assert.match(added.what.join(), new RegExp(`^${taskId} New: added`));

  await ltpJson(root, 'task', 'delete', 'demo', String(taskId));
  assert.match((await watch.next()).what.join(), /deleted/);
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
  const { by, what } = await watch.next();
  assert.equal(by, undefined);
  assert.equal(what.length, 2);
  assert.match(what[0] ?? '', /^demo: title → "Plan"/);
  assert.match(what[1] ?? '', /^t_editor Text editor: .*to do → in progress/);
  save(DEMO.replace('# Demo plan', '# Plan').replace('[ ] Editor', '[?] Editor'));
  let last = await watch.next();
  while (!last.what.join().startsWith('INVALID')) last = await watch.next();
  assert.match(last.what.join(), /^INVALID_STATUS_SYMBOL@16: /);
});

test('a plan may be deleted and created again', async (context) => {
  const root = makeDemo(context);
  const watch = await startWatch(context, root, 'demo');
  rmSync(planPath(root, 'demo'));
  assert.deepEqual((await watch.next()).what, ['plan deleted']);
  putPlan(root, 'demo', DEMO.replace('[ ] Deep', '[√] Deep'));
  assert.deepEqual((await watch.next()).what, ['plan created']);
  assert.ok((await watch.next()).what.length > 0);
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
  assert.deepEqual([created.planId, created.what], ['third', ['plan created']]);
  await ltpJson(root, 'task', 'update', 'demo', 't_deep', '--status', 'done');
  assert.equal((await one.next()).planId, 'demo');
});

test('changes can be printed as text', async (context) => {
  const root = makeDemo(context);
  const watch = await startWatch(context, root, 'demo', '--format', 'text');
  writeFileSync(planPath(root, 'demo'), DEMO.replace('[ ] Deep', '[√] De\u001bep'));
  assert.match(
    await watch.line(),
    /^\d\d:\d\d:\d\d {2}by hand {2}t_deep De(\\x1b)?ep {2}.*to do → done/,
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
  await ltpFails(root, 4, 'watch', '../demo');
});
