/** The toolset `scopecraft` beside others: names, times, resources, and the plans of other roots. */
import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { connect, REVISIONS } from './helpers/client.ts';
import { HEADER, Plans } from './helpers/plans.ts';
import { makeProject } from './helpers/project.ts';
import { inScopecraft, line, Scopecraft, type Task } from './helpers/scopecraft.ts';

const BOTH = ['--toolsets', 'plan,scopecraft'];

inScopecraft(
  'beside plan its task_get has another name',
  async (scopecraft) => {
    const { client } = scopecraft.plans;
    const { tools } = await client.listTools();
    const names = tools.map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
    for (const name of ['task_get', 'scopecraft_task_get', 'task_list', 'parent_get']) {
      assert.ok(names.includes(name), name);
    }
    assert.ok(tools.every((tool) => !('offered' in tool)));
    scopecraft.plans.put('roadmap', line(' ', 't_1'));
    const task = await scopecraft.data<Task>('scopecraft_task_get', { id: 't_1' });
    assert.equal(task.taskStructure, 'simple');
    const own = await scopecraft.plans.call('task_get', { planId: 'roadmap', taskId: 't_1' });
    assert.ok('etag' in own);
  },
  BOTH,
);

inScopecraft(
  'names can be dotted beside it too',
  async (scopecraft) => {
    const { tools } = await scopecraft.plans.client.listTools();
    const names = tools.map(({ name }) => name);
    assert.ok(names.includes('scopecraft.task_get') && names.includes('task.get'));
    scopecraft.plans.put('roadmap', line(' ', 't_1'));
    await scopecraft.call<Task>('scopecraft.task_get', { id: 't_1' });
  },
  [...BOTH, '--tool-names', 'dotted'],
);

inScopecraft('alone its task_get has its own name', async (scopecraft) => {
  const { tools } = await scopecraft.plans.client.listTools();
  const names = tools.map(({ name }) => name);
  assert.deepEqual(names, ['task_list', 'task_get', 'parent_list', 'parent_get']);
  assert.ok(tools.every(({ annotations }) => annotations?.readOnlyHint));
});

inScopecraft(
  'times come from what was written',
  async (scopecraft) => {
    const { plans } = scopecraft;
    await plans.call('plan_create', { planId: 'roadmap', title: 'Roadmap' });
    const add = async (title: string) =>
      (await plans.call<{ taskId: string }>('task_add', { planId: 'roadmap', title })).taskId;
    const first = await add('First');
    const second = await add('Second');
    const before = await scopecraft.data<Task>('scopecraft_task_get', { id: first });
    const since = new Date().toISOString();
    await plans.call('task_update', { planId: 'roadmap', taskId: first, priority: 'low' });
    await plans.call('task_update', { planId: 'roadmap', taskId: second, state: 'archived' });
    const after = await scopecraft.data<Task>('scopecraft_task_get', { id: first });
    assert.equal(after.createdDate, before.createdDate);
    assert.ok((after.updatedDate ?? '') >= since);
    assert.equal(after.archivedDate, undefined);
    const archived = await scopecraft.data<Task>('scopecraft_task_get', { id: second });
    assert.equal(archived.status, 'archived');
    assert.ok((archived.archivedDate ?? '') >= since);
    const changed = { advancedFilter: { dateRange: { updatedSince: since } } };
    assert.deepEqual(await scopecraft.ids('task_list', changed), [first]);
    const newest = { sort: { field: 'updatedDate', order: 'desc' }, includeCompleted: true };
    assert.deepEqual(await scopecraft.ids('task_list', newest), [second, first]);
    await plans.call('task_move', { planId: 'roadmap', taskId: first, sectionPath: ['Archive'] });
    const moved = await scopecraft.data<Task>('scopecraft_task_get', { id: first });
    assert.equal(moved.workflowState, 'archive');
    assert.ok((moved.archivedDate ?? '') >= since);
  },
  BOTH,
);

inScopecraft(
  'lists and tasks are resources',
  async (scopecraft) => {
    const { client } = scopecraft.plans;
    scopecraft.plans.put('roadmap', line(' ', 't_1') + line(' ', 't_2', '', '  '));
    const { resources } = await client.listResources();
    const uris = resources.map(({ uri }) => uri);
    assert.deepEqual(uris, ['plan://roadmap', 'scopecraft://tasks', 'scopecraft://parents']);
    const { resourceTemplates } = await client.listResourceTemplates();
    assert.deepEqual(
      resourceTemplates.map(({ uriTemplate }) => uriTemplate),
      ['plan://{planId}', 'scopecraft://tasks/{id}', 'scopecraft://parents/{id}'],
    );
    const read = async (uri: string) => {
      const [content] = (await client.readResource({ uri })).contents;
      assert.ok(content && 'text' in content);
      assert.equal(content.mimeType, 'application/json');
      return JSON.parse(content.text);
    };
    assert.deepEqual(
      (await read('scopecraft://tasks')).data.map(({ id }: Task) => id),
      ['t_1'],
    );
    assert.equal((await read('scopecraft://tasks/t_2')).data.parentId, 't_1');
    assert.equal((await read('scopecraft://parents')).data[0].progress.total, 1);
    assert.equal((await read('scopecraft://parents/t_1')).data.subtasks[0].id, 't_2');
    await assert.rejects(read('scopecraft://tasks/t_no'), /Task not found: t_no/);
    await assert.rejects(read('scopecraft://people'));
  },
  BOTH,
);

for (const revision of REVISIONS) {
  test(`${revision}: other roots are read only where the command line allows it`, async (context) => {
    const root = makeProject(context);
    const other = makeProject(context, 'other 100%');
    const third = makeProject(context, 'third');
    const put = (project: string, id: string) => {
      mkdirSync(join(project, '.long-term-plan'));
      writeFileSync(join(project, '.long-term-plan', `${id}.md`), HEADER + line(' ', `t_${id}`));
    };
    put(root, 'own');
    put(other, 'other');
    put(third, 'third');
    const link = join(makeProject(context), 'link');
    symlinkSync(other, link);
    const args = ['--root', root, '--toolsets', 'scopecraft', '--allow-root', link];
    const client = await connect(context, revision, args);
    await client.listTools();
    const scopecraft = new Scopecraft(new Plans(root, client));
    assert.deepEqual(await scopecraft.ids('task_list'), ['t_own']);
    for (const rootDir of [other, `${other}/`, link, relative(root, other)]) {
      const tasks = await scopecraft.data('task_list', { rootDir });
      assert.deepEqual(
        tasks.map(({ id, path }) => [id, path]),
        [['t_other', '.long-term-plan/other.md']],
      );
    }
    assert.deepEqual(await scopecraft.ids('task_list', { rootDir: root }), ['t_own']);
    const task = await scopecraft.data<Task>('task_get', { id: 't_other', rootDir: other });
    assert.equal(task.title, 'Title of t_other');
    assert.equal((await scopecraft.refused('task_get', { id: 't_other' })).error, 'NOT_FOUND');
    for (const rootDir of [third, join(other, '.long-term-plan'), join(other, 'no'), '/']) {
      for (const [name, more] of [
        ['task_list', {}],
        ['task_get', { id: 't_third' }],
        ['parent_list', {}],
        ['parent_get', { id: 't_third' }],
      ] as const) {
        const { error, message } = await scopecraft.refused(name, { rootDir, ...more });
        assert.equal(error, 'ROOT_NOT_ALLOWED');
        assert.match(message, /^rootDir is not allowed: .*--allow-root/);
      }
    }
  });
}
