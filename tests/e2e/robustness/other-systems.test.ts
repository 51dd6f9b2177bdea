/**
 * The commands on a Linux that behaves like Windows or macOS in one respect (`helpers/other-system.cjs`). What the simulation cannot
 * show, `docs/platforms.md` lists.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { launch } from '../helpers/client.ts';
import { checkout, serverWith } from '../helpers/commands.ts';
import { holdLock, tokenOf } from '../helpers/lock-holder.ts';
import { Notifications, subscribe } from '../helpers/notifications.ts';
import { Plans } from '../helpers/plans.ts';
import { makeProject } from '../helpers/project.ts';

const REVISION = '2025-11-25';
const PRELOAD = join(checkout, 'tests', 'e2e', 'helpers', 'other-system.cjs');

async function serveOn(
  context: TestContext,
  differences: string,
  root = makeProject(context),
): Promise<Plans> {
  const server = { ...serverWith('--root', root), env: environment(differences, root) };
  return new Plans(root, await launch(context, REVISION, server));
}

/** For any program that runs on that system with this project. */
function environment(differences: string, root: string): Record<string, string> {
  const files = join(root, 'open-files');
  mkdirSync(files, { recursive: true });
  const env = {
    ...process.env,
    NODE_OPTIONS: `--require=${PRELOAD}`,
    OTHER_SYSTEM: differences,
    OTHER_SYSTEM_FILES: files,
  };
  return env as Record<string, string>;
}

async function writeTenTimes(plans: Plans): Promise<void> {
  await plans.call('plan_create', { planId: 'p', title: 'P' });
  for (let number = 1; number <= 10; number += 1) {
    await plans.call('task_add', { planId: 'p', title: `Task ${number}` });
  }
  assert.equal(plans.text('p').match(/Task \d+ /g)?.length, 10);
  assert.deepEqual(readdirSync(join(plans.root, '.long-term-plan', '.history', 'lock')), []);
}

const SYSTEMS = [
  'windows,no-proc',
  'windows,no-proc,plans-in-use',
  'windows,no-proc,tokens-in-use',
  'windows,no-proc,first-token-stays',
  'windows,no-proc,exclusive-files',
  'windows,no-proc,exclusive-files,tokens-in-use',
  'windows,no-proc,other-inodes',
  'windows,no-proc,no-links',
  'windows,no-proc,ignores-case',
  'windows,no-proc,no-real-paths',
  'macos,no-proc',
  'macos,no-proc,exclusive-files',
  'other-inodes',
  'no-links',
];

for (const system of SYSTEMS) {
  test(`${system}: ten tasks are added, and nothing is left behind`, async (context) => {
    await writeTenTimes(await serveOn(context, system));
  });
}

test('two servers that compete for the lock on Windows lose no write', async (context) => {
  const one = await serveOn(context, 'windows,no-proc,tokens-in-use');
  const two = await serveOn(context, 'windows,no-proc,plans-in-use', one.root);
  await one.call('plan_create', { planId: 'p', title: 'P' });
  const add = (plans: Plans, title: string) => plans.call('task_add', { planId: 'p', title });
  const adds = Array.from({ length: 20 }, (_, number) => [
    add(one, `One ${number}`),
    add(two, `Two ${number}`),
  ]);
  await Promise.all(adds.flat());
  assert.equal(one.text('p').match(/- \[ \] (One|Two) \d+ /g)?.length, 40);
});

for (const system of ['windows', 'macos']) {
  test(`${system}: four servers that keep their tokens open take turns, and one that is killed delays no other`, async (context) => {
    const differences = `${system},no-proc,exclusive-files`;
    const first = await serveOn(context, differences);
    const { root } = first;
    await first.call('plan_create', { planId: 'p', title: 'P' });
    const others = await Promise.all([1, 2, 3].map(() => serveOn(context, differences, root)));
    const all = [first, ...others];
    const adds = all.flatMap((plans, server) =>
      Array.from({ length: 10 }, (_, number) =>
        plans.call('task_add', { planId: 'p', title: `Task ${server}.${number}` }),
      ),
    );
    await Promise.all(adds);
    assert.equal(first.text('p').match(/- \[ \] Task /g)?.length, 40);

    const holder = holdLock(context, root, environment(differences, root));
    const token = await tokenOf(root, holder);
    assert.match(token, /^[0-9a-f]+-\d+-x-/, 'it says that it keeps its token open');
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    // As if its process id had been given to another process.
    const reused = token.replace(/-\d+-x-/, `-${process.pid}-x-`);
    const held = join(root, '.long-term-plan', '.history', 'lock', 'held');
    renameSync(join(held, token), join(held, reused));
    const began = performance.now();
    await first.call('task_add', { planId: 'p', title: 'After' });
    const waited = performance.now() - began;
    assert.ok(waited < 2000, `${waited} ms, as if the lease had to end first`);
  });
}

test('a plan that another program never closes is reported as such, and stays unchanged', async (context) => {
  const plans = await serveOn(context, 'windows,no-proc,plans-stay-in-use');
  plans.put('p', '- [ ] A <!-- long-term-plan:id=t_a -->\n');
  const before = plans.text('p');
  const update = { planId: 'p', taskId: 't_a', status: 'done' };
  await assert.rejects(plans.call('task_update', update), /another program has it open/);
  assert.equal(plans.text('p'), before);
});

test('a file system that ignores case gives no plan a second id', async (context) => {
  const plans = await serveOn(context, 'macos,no-proc,ignores-case');
  await plans.call('plan_create', { planId: 'shop', title: 'Shop' });
  assert.ok(existsSync(plans.path('shop')));
  for (const planId of ['SHOP', 'Shop']) {
    await assert.rejects(plans.call('plan_get', { planId }), /Plan not found/);
    const add = { planId, title: 'Lost' };
    await assert.rejects(plans.call('task_add', add), /Plan not found/);
  }
  await plans.call('task_add', { planId: 'shop', title: 'Found' });
  assert.deepEqual(readdirSync(join(plans.root, '.long-term-plan', '.history')).sort(), [
    '.gitignore',
    'lock',
    'shop.jsonl',
  ]);
});

test('a change right after a watcher was opened on macOS is reported', async (context) => {
  const plans = await serveOn(context, 'macos,no-proc,late-watches');
  plans.put('p', '- [ ] A <!-- long-term-plan:id=t_a -->\n');
  const notifications = new Notifications(plans);
  await subscribe(plans, REVISION, 'plan://p');
  await sleep(20);
  writeFileSync(plans.path('p'), '<!-- long-term-plan:format=v1 -->\n# Changed\n');
  await notifications.receives('plan://p');
});
