/** Clients are notified when plans change on disk, regardless of who changed them. */
import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { connect } from '../helpers/client.ts';
import { LIST, Notifications, subscribe } from '../helpers/notifications.ts';
import { forEachRevision, Plans, servePlans } from '../helpers/plans.ts';
import { makeProject } from '../helpers/project.ts';

const TASK = '- [ ] A <!-- long-term-plan:id=t_a -->\n';

forEachRevision(
  'a change is reported, made manually or by a tool of this or another server',
  async (plans, revision, context) => {
    plans.put('p', TASK);
    plans.put('q', TASK);
    const notifications = new Notifications(plans);
    const end = await subscribe(plans, revision, 'plan://p');
    writeFileSync(plans.path('p'), `<!-- long-term-plan:format=v1 -->\n# Manually\n${TASK}`);
    await notifications.receives('plan://p');
    await plans.call('task_update', { planId: 'p', taskId: 't_a', status: 'doing' });
    await notifications.receives('plan://p');
    const other = new Plans(plans.root, await connect(context, revision, ['--root', plans.root]));
    await other.call('task_update', { planId: 'p', taskId: 't_a', status: 'done' });
    await notifications.receives('plan://p');
    plans.put('q', `# Without a subscriber\n${TASK}`);
    await plans.call('task_update', { planId: 'p', taskId: 't_a', status: 'done' });
    await notifications.receivesNothing();
    await end();
    await plans.call('task_update', { planId: 'p', taskId: 't_a', status: 'todo' });
    await notifications.receivesNothing();
  },
);

forEachRevision('plans that are added and removed change the list', async (plans, revision) => {
  const notifications = new Notifications(plans);
  // The directory does not exist yet.
  await subscribe(plans, revision);
  await plans.call('plan_create', { planId: 'p', title: 'P' });
  await notifications.receives(LIST);
  plans.put('q', TASK);
  await notifications.receives(LIST);
  renameSync(plans.path('q'), plans.path('r'));
  await notifications.receives(LIST);
  rmSync(plans.path('r'));
  await notifications.receives(LIST);
  writeFileSync(join(plans.root, '.long-term-plan', 'notes.txt'), 'no plan');
  await notifications.receivesNothing();
});

forEachRevision(
  'the watch survives a directory that is moved, replaced or removed',
  async (plans, revision) => {
    plans.put('p', TASK);
    const notifications = new Notifications(plans);
    await subscribe(plans, revision, 'plan://p');
    const directory = join(plans.root, '.long-term-plan');
    renameSync(directory, `${directory}-old`);
    await notifications.receives('plan://p', LIST);
    plans.put('p', TASK);
    await notifications.receives('plan://p', LIST);
    plans.put('p', `# Changed\n${TASK}`);
    await notifications.receives('plan://p');
    // Replaced between two looks, so that the name was never missing.
    mkdirSync(`${directory}-new`);
    writeFileSync(join(`${directory}-new`, 'p.md'), '<!-- long-term-plan:format=v1 -->\n# New\n');
    rmSync(directory, { recursive: true, maxRetries: 10 });
    renameSync(`${directory}-new`, directory);
    await notifications.receives('plan://p');
    plans.put('p', `# Changed again\n${TASK}`);
    await notifications.receives('plan://p');
  },
);

forEachRevision(
  'a plans directory deep in the project is noticed when it is created',
  async (_, revision, context) => {
    const root = makeProject(context);
    const client = await connect(context, revision, ['--root', root, '--plans=docs/all/plans']);
    const plans = new Plans(root, client);
    const notifications = new Notifications(plans);
    await subscribe(plans, revision);
    await plans.call('plan_create', { planId: 'p', title: 'P' });
    await notifications.receives(LIST);
  },
);

test('2025-11-25: only existing resources can be subscribed to', async (context) => {
  const { client } = await servePlans(context, '2025-11-25');
  await assert.rejects(
    client.subscribeResource({ uri: 'plan://nowhere' }),
    /Plan not found: nowhere/,
  );
});

forEachRevision(
  'a change of a plan is reported as a change of the task lists',
  async (plans, revision) => {
    plans.put('p', TASK);
    const notifications = new Notifications(plans);
    const uris = ['scopecraft://parents', 'scopecraft://tasks'];
    await subscribe(plans, revision, ...uris);
    plans.put('p', `${TASK}- [ ] B <!-- long-term-plan:id=t_b -->\n`);
    await notifications.receives(...uris);
  },
  ['--toolsets', 'scopecraft'],
);

forEachRevision(
  'a change in any folder of agentic-todo is reported, made by a tool or manually',
  async (plans, revision) => {
    await plans.call('create_task', { title: 'A' });
    const decision = { title: 'Use a cache', context: 'c', decision: 'd', rationale: 'r' };
    await plans.call('create_adr', decision);
    const notifications = new Notifications(plans);
    const [context, adr, tasks, index] = [
      'file://.todo/context/T001.md',
      'file://.todo/adr/adr-001-use-a-cache.md',
      'file://.todo/task.md',
      'file://.todo/index.md',
    ] as const;
    await subscribe(plans, revision, context, adr, tasks, index);
    await plans.call('update_context', { task_id: 'T001', content: 'new' });
    await notifications.receives(context);
    writeFileSync(join(plans.root, '.todo', 'context', 'T001.md'), 'manually');
    await notifications.receives(context);
    await plans.call('update_adr_status', { adr_number: 1, status: 'Accepted' });
    await notifications.receives(adr);
    await plans.call('update_task', { task_id: 'T001', status: 'done' });
    await notifications.receives(tasks, index);
    await plans.call('create_task', { title: 'B' });
    await notifications.receives(tasks, index, LIST);
    rmSync(join(plans.root, '.todo', 'adr'), { recursive: true, maxRetries: 10 });
    await notifications.receives(adr, LIST);
    await plans.call('create_adr', decision);
    await notifications.receives(adr, LIST);
  },
  ['--toolsets', 'agentic-todo'],
);
