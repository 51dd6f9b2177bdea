/** Clients are told when plans change on disk, whoever changed them. */
import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { connect } from '../helpers/client.ts';
import { LIST, News, subscribe } from '../helpers/news.ts';
import { forEachRevision, Plans, servePlans } from '../helpers/plans.ts';
import { makeProject } from '../helpers/project.ts';

const TASK = '- [ ] A <!-- long-term-plan:id=t_a -->\n';

forEachRevision(
  'a change is told, by hand or by a tool, here or from elsewhere',
  async (plans, revision, context) => {
    plans.put('p', TASK);
    plans.put('q', TASK);
    const news = new News(plans);
    const end = await subscribe(plans, revision, 'plan://p');
    writeFileSync(plans.path('p'), `<!-- long-term-plan:format=v1 -->\n# By hand\n${TASK}`);
    await news.hears('plan://p');
    await plans.call('task_update', { planId: 'p', taskId: 't_a', status: 'doing' });
    await news.hears('plan://p');
    const other = new Plans(plans.root, await connect(context, revision, ['--root', plans.root]));
    await other.call('task_update', { planId: 'p', taskId: 't_a', status: 'done' });
    await news.hears('plan://p');
    plans.put('q', `# Nobody asked for this one\n${TASK}`);
    await plans.call('task_update', { planId: 'p', taskId: 't_a', status: 'done' });
    await news.hearsNothing();
    await end();
    await plans.call('task_update', { planId: 'p', taskId: 't_a', status: 'todo' });
    await news.hearsNothing();
  },
);

forEachRevision('plans that come and go change the list', async (plans, revision) => {
  const news = new News(plans);
  // There is not even a directory yet.
  await subscribe(plans, revision);
  await plans.call('plan_create', { planId: 'p', title: 'P' });
  await news.hears(LIST);
  plans.put('q', TASK);
  await news.hears(LIST);
  renameSync(plans.path('q'), plans.path('r'));
  await news.hears(LIST);
  rmSync(plans.path('r'));
  await news.hears(LIST);
  writeFileSync(join(plans.root, '.long-term-plan', 'notes.txt'), 'no plan');
  await news.hearsNothing();
});

forEachRevision(
  'a directory that is moved away, replaced or removed is followed',
  async (plans, revision) => {
    plans.put('p', TASK);
    const news = new News(plans);
    await subscribe(plans, revision, 'plan://p');
    const directory = join(plans.root, '.long-term-plan');
    renameSync(directory, `${directory}-old`);
    await news.hears('plan://p', LIST);
    plans.put('p', TASK);
    await news.hears('plan://p', LIST);
    plans.put('p', `# Changed\n${TASK}`);
    await news.hears('plan://p');
    // Replaced in one moment: the name never showed that anything was missing.
    mkdirSync(`${directory}-new`);
    writeFileSync(join(`${directory}-new`, 'p.md'), '<!-- long-term-plan:format=v1 -->\n# New\n');
    rmSync(directory, { recursive: true });
    renameSync(`${directory}-new`, directory);
    await news.hears('plan://p');
    plans.put('p', `# Changed again\n${TASK}`);
    await news.hears('plan://p');
  },
);

forEachRevision(
  'a plans directory deep in the project is found when it comes',
  async (_, revision, context) => {
    const root = makeProject(context);
    const client = await connect(context, revision, ['--root', root, '--plans=docs/all/plans']);
    const plans = new Plans(root, client);
    const news = new News(plans);
    await subscribe(plans, revision);
    await plans.call('plan_create', { planId: 'p', title: 'P' });
    await news.hears(LIST);
  },
);

test('2025-11-25: only what is there can be subscribed to', async (context) => {
  const { client } = await servePlans(context, '2025-11-25');
  await assert.rejects(
    client.subscribeResource({ uri: 'plan://nowhere' }),
    /Plan not found: nowhere/,
  );
});

forEachRevision(
  'a list of tasks is told to have changed when a plan has',
  async (plans, revision) => {
    plans.put('p', TASK);
    const news = new News(plans);
    const uris = ['scopecraft://parents', 'scopecraft://tasks'];
    await subscribe(plans, revision, ...uris);
    plans.put('p', `${TASK}- [ ] B <!-- long-term-plan:id=t_b -->\n`);
    await news.hears(...uris);
  },
  ['--toolsets', 'scopecraft'],
);

forEachRevision(
  'a change in any folder of agentic-todo is reported, made by a tool or manually',
  async (plans, revision) => {
    await plans.call('create_task', { title: 'A' });
    const decision = { title: 'Use a cache', context: 'c', decision: 'd', rationale: 'r' };
    await plans.call('create_adr', decision);
    const news = new News(plans);
    const [context, adr, tasks, index] = [
      'file://.todo/context/T001.md',
      'file://.todo/adr/adr-001-use-a-cache.md',
      'file://.todo/task.md',
      'file://.todo/index.md',
    ] as const;
    await subscribe(plans, revision, context, adr, tasks, index);
    await plans.call('update_context', { task_id: 'T001', content: 'new' });
    await news.hears(context);
    writeFileSync(join(plans.root, '.todo', 'context', 'T001.md'), 'manually');
    await news.hears(context);
    await plans.call('update_adr_status', { adr_number: 1, status: 'Accepted' });
    await news.hears(adr);
    await plans.call('update_task', { task_id: 'T001', status: 'done' });
    await news.hears(tasks, index);
    await plans.call('create_task', { title: 'B' });
    await news.hears(tasks, index, LIST);
    rmSync(join(plans.root, '.todo', 'adr'), { recursive: true });
    await news.hears(adr, LIST);
    await plans.call('create_adr', decision);
    await news.hears(adr, LIST);
  },
  ['--toolsets', 'agentic-todo'],
);
