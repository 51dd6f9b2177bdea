/** The four resources of the specification, and news of their changes. */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { test } from 'node:test';
import { Agentic, inAgentic, line } from './helpers/agentic.ts';
import { connect, REVISIONS } from './helpers/client.ts';
import { LIST, News, subscribe } from './helpers/news.ts';
import { Plans } from './helpers/plans.ts';
import { makeProject } from './helpers/project.ts';

const ADR = { title: 'Use a cache', context: 'c', decision: 'd', rationale: 'r' };

inAgentic('index, tasks, records and contexts are listed and read', async (agentic) => {
  assert.deepEqual((await agentic.client.listResources()).resources, []);
  const { resourceTemplates } = await agentic.client.listResourceTemplates();
  assert.deepEqual(
    resourceTemplates.map(({ uriTemplate }) => uriTemplate),
    ['file://.todo/adr/{adr_id}.md', 'file://.todo/context/{task_id}.md'],
  );
  await agentic.create('a');
  await agentic.call('create_adr', ADR);
  const { resources } = await agentic.client.listResources({}, { cacheMode: 'refresh' });
  const uris = resources.map(({ uri }) => uri);
  assert.deepEqual(uris, [
    'file://.todo/index.md',
    'file://.todo/task.md',
    'file://.todo/adr/adr-001-use-a-cache.md',
    'file://.todo/context/T001.md',
  ]);
  for (const uri of uris) {
    const { contents } = await agentic.client.readResource({ uri });
    const text = agentic.text(uri.slice('file://.todo/'.length));
    assert.deepEqual(contents, [{ uri, mimeType: 'text/markdown', text }]);
  }
  for (const uri of [
    'file://.todo/context/T404.md',
    'file://.todo/../secret.md',
    'file://.todo/context/../../secret.md',
    'file://.todo/context/..%2f..%2fsecret.md',
    'file://.todo/config.json',
    'file:///etc/passwd',
  ]) {
    await assert.rejects(agentic.client.readResource({ uri }), /There is no resource/, uri);
  }
});

inAgentic('names are completed', async (agentic) => {
  await agentic.create('a');
  await agentic.call('create_adr', ADR);
  const complete = async (uri: string, name: string, value: string) => {
    const ref = { type: 'ref/resource', uri } as const;
    return (await agentic.client.complete({ ref, argument: { name, value } })).completion.values;
  };
  assert.deepEqual(await complete('file://.todo/adr/{adr_id}.md', 'adr_id', 'adr-0'), [
    'adr-001-use-a-cache',
  ]);
  assert.deepEqual(await complete('file://.todo/context/{task_id}.md', 'task_id', 't'), ['T001']);
});

inAgentic('changes are told, by a tool or by hand, in every folder', async (agentic, revision) => {
  await agentic.create('a');
  await agentic.call('create_adr', ADR);
  const news = new News(agentic.plans);
  const [context, adr, tasks, index] = [
    'file://.todo/context/T001.md',
    'file://.todo/adr/adr-001-use-a-cache.md',
    'file://.todo/task.md',
    'file://.todo/index.md',
  ] as const;
  await subscribe(agentic.plans, revision, context, adr, tasks, index);
  await agentic.call('update_context', { task_id: 'T001', content: 'new' });
  await news.hears(context);
  agentic.put('context/T001.md', 'by hand');
  await news.hears(context);
  await agentic.call('update_adr_status', { adr_number: 1, status: 'Accepted' });
  await news.hears(adr);
  await agentic.call('update_task', { task_id: 'T001', status: 'done' });
  await news.hears(tasks, index);
  await agentic.create('b');
  await news.hears(tasks, index, LIST);
  rmSync(agentic.path('adr'), { recursive: true });
  await news.hears(adr, LIST);
  await agentic.call('create_adr', ADR);
  await news.hears(adr, LIST);
});

for (const revision of REVISIONS) {
  test(`${revision}: beside plan, the files are with the plans`, async (context) => {
    const root = makeProject(context);
    const flags = ['--root', root, '--toolsets=plan,agentic-todo'];
    const plans = new Plans(root, await connect(context, revision, flags));
    const agentic = new Agentic(plans);
    await plans.call('plan_create', { planId: 'roadmap', title: 'Roadmap' });
    const { file_path } = await agentic.call('create_task', { title: 'a' });
    assert.equal(file_path, '.long-term-plan/context/T001.md');
    const { resources } = await agentic.client.listResources();
    assert.deepEqual(
      resources.map(({ uri }) => uri),
      [
        'plan://roadmap',
        'plan://task',
        'file://.todo/index.md',
        'file://.todo/task.md',
        'file://.todo/context/T001.md',
      ],
    );
    const listed = await plans.call<{ plans: { planId: string }[] }>('plan_list');
    assert.deepEqual(
      listed.plans.map(({ planId }) => planId),
      ['roadmap', 'task'],
      'the index is no plan',
    );
    await plans.call('task_update', { planId: 'task', taskId: 'T001', status: 'done' });
    assert.equal((await agentic.list())[0]?.status, 'done');
    assert.ok(plans.text('roadmap').startsWith('\n# Roadmap'));
  });
}

inAgentic(
  'another plan can be named',
  async (agentic) => {
    agentic.put('work.md', `<!-- long-term-plan:format=v1 -->\n${line('*', 'T001')}`);
    assert.equal((await agentic.list())[0]?.status, 'in_progress');
    await agentic.call('update_task', { task_id: 'T001', status: 'done' });
    assert.match(agentic.text('work.md'), /\[√\] T001/, 'with the boxes that it has');
  },
  ['--plan', 'work'],
);
