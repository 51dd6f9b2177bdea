/** Full and read-only disks, and files of other users: a clear error, and no partial writes. */
import assert from 'node:assert/strict';
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { makeProject, makeRoadmap, ROADMAP } from '../helpers/project.ts';
import { RawServer } from '../helpers/raw-server.ts';
import { PLANS, planFile } from '../helpers/tools.ts';

const isRoot = process.getuid?.() === 0;
/** Root may read and write everything, so the server runs as another user. */
const OTHER_USER = isRoot ? 65534 : undefined;

/** A project with one plan that belongs to an ordinary user, and a server that this user runs. */
async function makeServer(context: TestContext) {
  const root = makeRoadmap(context);
  if (OTHER_USER !== undefined) {
    for (const path of [dirname(root), root, join(root, PLANS), planFile(root, 'roadmap')]) {
      chownSync(path, OTHER_USER, OTHER_USER);
    }
  }
  const server = await RawServer.start(context, root, { uid: OTHER_USER });
  return { root, server, file: planFile(root, 'roadmap') };
}

/**
 * A server whose plans directory is on its own disk, which only it and its children see. Without root rights, it runs as
 * root of its namespace.
 */
async function serverOnDisk(context: TestContext, mount: string): Promise<RawServer> {
  const root = makeProject(context);
  const plans = join(root, PLANS);
  mkdirSync(plans);
  const asRoot = isRoot ? [] : ['--user', '--map-root-user'];
  const command = ['unshare', ...asRoot, '--mount', 'sh', '-c', `${mount} && exec "$@"`, plans];
  return RawServer.start(context, root, { command });
}

test('a full disk is reported; the plan is unchanged and can be written again', async (context) => {
  const server = await serverOnDisk(context, 'mount -t tmpfs -o size=1m tmpfs "$0"');
  await server.succeed('plan_create', { planId: 'plan', title: 'Plan' });
  const add = (title: string) =>
    server.call('task_add', { planId: 'plan', title, bodyMarkdown: 'x'.repeat(20_000) });
  const acknowledged: string[] = [];
  let refusal = '';
  while (refusal === '') {
    const { isError, text, json } = await add(`Task ${acknowledged.length}`);
    if (isError) refusal = text;
    else acknowledged.push(String(json.taskId));
  }
  assert.equal(
    refusal,
    '.long-term-plan/plan.md: no space left on the device; nothing was changed',
  );
  assert.ok(acknowledged.length > 3, 'there was space for some tasks');

  const state = async () => {
    const { plan, etag } = await server.succeed('plan_get', { planId: 'plan', view: 'flat' });
    return { ids: (plan as { tasks: { id: string }[] }).tasks.map(({ id }) => id), etag };
  };
  const before = await state();
  assert.deepEqual(before.ids, acknowledged);
  for (let attempt = 0; attempt < 5; attempt++) assert.equal((await add('More')).isError, true);
  assert.deepEqual(await state(), before);
  assert.deepEqual((await server.succeed('doc_validate', { planId: 'plan' })).errors, []);

  // The history grows even with deletions, so the plan has to shrink by more than a task that did not fit.
  const [deleted, others] = [acknowledged.slice(0, 3), acknowledged.slice(3)];
  const ops = deleted.map((taskId) => ({ op: 'delete', taskId }));
  await server.succeed('task_batch', { planId: 'plan', ops });
  await server.succeed('task_add', { planId: 'plan', title: 'Room again' });
  const { ids } = await state();
  assert.deepEqual(ids.slice(0, -1), others);
});

test('a disk without space for even the lock is reported', async (context) => {
  const fill = 'head -c 2000000 /dev/zero > "$0/filling"';
  const server = await serverOnDisk(
    context,
    `mount -t tmpfs -o size=64k,nr_inodes=3 tmpfs "$0" && { ${fill}; true; } 2>/dev/null`,
  );
  const create = { planId: 'plan', title: 'Plan' };
  assert.equal(
    await server.fail('plan_create', create),
    '.long-term-plan/plan.md: no space left on the device; nothing was changed',
  );
  assert.deepEqual(await server.succeed('plan_list'), { plans: [] });
});

test('a read-only file system can be read, and writes are rejected with the reason', async (context) => {
  const write = `printf '%s' '${ROADMAP}' > "$0/roadmap.md"`;
  const server = await serverOnDisk(
    context,
    `mount -t tmpfs tmpfs "$0" && ${write} && mount -o remount,bind,ro "$0"`,
  );
  await server.succeed('task_get', { planId: 'roadmap', taskId: 't_editor' });
  const update = { planId: 'roadmap', taskId: 't_editor', status: 'done' };
  assert.equal(
    await server.fail('task_update', update),
    '.long-term-plan/roadmap.md: the file system is read-only; nothing was changed',
  );
  const same = { planId: 'roadmap', taskId: 't_editor', status: 'todo' };
  await server.succeed('task_update', same);
});

test('a file without read permission is reported, and other files are read', async (context) => {
  const { server, file } = await makeServer(context);
  await server.succeed('plan_create', { planId: 'other', title: 'Other' });
  chmodSync(file, 0);
  const denied = '.long-term-plan/roadmap.md: permission denied; check the owner and mode';
  const update = { planId: 'roadmap', taskId: 't_editor', status: 'done' };
  assert.equal(await server.fail('task_update', update), denied);
  assert.equal(await server.fail('plan_get', { planId: 'roadmap' }), denied);
  const create = { planId: 'roadmap', title: 'New' };
  assert.equal(await server.fail('plan_create', create), denied);
  await server.succeed('task_add', { planId: 'other', title: 'Goes on' });
  const { plans } = await server.succeed('plan_list');
  assert.equal((plans as unknown[]).length, 2);
  chmodSync(file, 0o644);
  assert.equal(readFileSync(file, 'utf8'), ROADMAP);
});

test('a file without write permission is not replaced', async (context) => {
  const { server, file } = await makeServer(context);
  chmodSync(file, 0o444);
  const update = { planId: 'roadmap', taskId: 't_editor', status: 'done' };
  assert.equal(
    await server.fail('task_update', update),
    '.long-term-plan/roadmap.md: permission denied; check the owner and mode',
  );
  assert.equal(readFileSync(file, 'utf8'), ROADMAP);
  chmodSync(file, 0o644);
  await server.succeed('task_update', update);
});

test('a plans directory without write permission can be read, and nothing is left in it', async (context) => {
  const { root, server, file } = await makeServer(context);
  chmodSync(join(root, PLANS), 0o555);
  await server.succeed('plan_get', { planId: 'roadmap' });
  const update = { planId: 'roadmap', taskId: 't_editor', status: 'done' };
  assert.equal(
    await server.fail('task_update', update),
    '.long-term-plan/roadmap.md: permission denied; check the owner and mode',
  );
  assert.deepEqual(readdirSync(join(root, PLANS)), ['roadmap.md']);
  assert.equal(readFileSync(file, 'utf8'), ROADMAP);
  chmodSync(join(root, PLANS), 0o755);
  await server.succeed('task_update', update);
});

test('a plans directory without search permission is reported', async (context) => {
  const { root, server } = await makeServer(context);
  chmodSync(join(root, PLANS), 0);
  assert.equal(
    await server.fail('plan_list'),
    'The plans directory: permission denied; check the owner and mode',
  );
  assert.equal(
    await server.fail('task_get', { planId: 'roadmap' }),
    '.long-term-plan/roadmap.md: permission denied; check the owner and mode',
  );
  chmodSync(join(root, PLANS), 0o755);
  await server.succeed('plan_get', { planId: 'roadmap' });
});
