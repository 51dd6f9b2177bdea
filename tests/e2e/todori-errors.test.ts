/** The toolset `todori`: every refusal, with the number and the words of its specification. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { connect, REVISIONS } from './helpers/client.ts';
import { Plans } from './helpers/plans.ts';
import { makeProject } from './helpers/project.ts';
import { inTodori, line, Todori } from './helpers/todori.ts';

inTodori(
  'arguments that make no sense are -32602, with the field and what is valid',
  async (todori) => {
    todori.put(line(' ', 't_a'));
    const before = todori.text();
    const statuses = 'pending, in-progress, blocked, done, deferred, cancelled';
    const cases: [string, object, string][] = [
      ['create_task', {}, 'Argument title is required: a string'],
      ['create_task', { title: ' ' }, 'title must not be empty'],
      [
        'create_task',
        { title: 'x'.repeat(201) },
        'Argument title must have at most 200 characters, and has 201; put the rest into the description',
      ],
      [
        'create_task',
        { title: 'x', status: 'todo' },
        `Argument status must be one of ${statuses}, not "todo"`,
      ],
      [
        'update_task',
        { id: 't_a', priority: 'urgent' },
        'Argument priority must be one of high, medium, low, not "urgent"',
      ],
      [
        'get_tasks',
        { status: ['pending', 'open'] },
        `Argument status[1] must be one of ${statuses}, not "open"`,
      ],
      [
        'get_tasks',
        { createdAfter: 'yesterday' },
        'Argument createdAfter must be a time as 2025-12-10T00:00:00Z or a date as 2025-12-10, not "yesterday"',
      ],
      ['get_tasks', { limit: 0 }, 'Argument limit must be a whole number from 1, not 0'],
      [
        'query_tasks',
        { sort: { field: 'title' } },
        'Argument sort.field must be one of priority, created, updated, status, not "title"',
      ],
      [
        'query_tasks',
        { filters: { state: 'x' } },
        'Argument filters.state is unknown; valid are: status, priority, createdAfter, createdBefore, updatedAfter, updatedBefore',
      ],
      ['get_task_stats', { all: true }, 'Argument all is unknown; valid are: none'],
      ['update_task', { id: 't_a' }, 'Nothing to change; give the fields that are to be changed'],
      [
        'update_subtask',
        { subtaskId: 't_a', status: 'done' },
        'Argument subtaskId must be the id of a subtask, and t_a is a task; use update_task or delete_task',
      ],
    ];
    for (const [name, args, message] of cases) {
      const error = await todori.refused(name, { ...args });
      assert.deepEqual([error.code, error.message], [-32602, message]);
    }
    assert.equal(todori.text(), before);
    const longest = await todori.call('create_task', { title: 'é'.repeat(200) });
    assert.equal(longest.title.length, 200);
  },
);

inTodori('a dependency that is not there is -32000, and names the id', async (todori) => {
  todori.put(line(' ', 't_a'));
  for (const [name, args] of [
    ['create_task', { title: 'x', dependencies: ['t_a', 't_none'] }],
    ['update_task', { id: 't_a', dependencies: ['t_none'] }],
  ] as const) {
    assert.deepEqual(await todori.refused(name, args), {
      code: -32000,
      message: 'Task not found',
      details: { taskId: 't_none', field: 'dependencies' },
    });
  }
});

inTodori('a circle is -32001, and names its tasks', async (todori) => {
  todori.put(
    line(' ', 't_a') +
      line(' ', 't_a1', 'seq=1', '  ') +
      line(' ', 't_b', 'depends=t_a') +
      line(' ', 't_c', 'depends=t_b'),
  );
  const before = todori.text();
  const refused = async (id: string, dependencies: string[]) => {
    const { code, message, details } = await todori.refused('update_task', { id, dependencies });
    assert.deepEqual([code, message], [-32001, 'Dependency would create a cycle']);
    return details;
  };
  assert.deepEqual(await refused('t_a', ['t_c']), { cycle: ['t_a', 't_c', 't_b'] });
  assert.deepEqual(await refused('t_a', ['t_a']), { cycle: ['t_a'] });
  assert.deepEqual(await refused('t_a.1', ['t_a']), { cycle: ['t_a1', 't_a'] }, 'its own parent');
  assert.deepEqual(await refused('t_a.1', ['t_b']), { cycle: ['t_a1', 't_b', 't_a'] });
  assert.equal(todori.text(), before);
});

inTodori('a tool that is not there is -32601', async (todori) => {
  const { code, message } = await todori.refused('list_tasks');
  assert.equal(code, -32601);
  assert.match(message, /^Unknown tool: list_tasks; available are: get_tasks, get_task, /);
});

inTodori('a broken plan is read as far as it goes, and not written: -32603', async (todori) => {
  todori.put(`${line(' ', 't_a')}- [ ] no id\n`);
  const list = await todori.call<{ total: number; diagnostics: { code: string }[] }>('get_tasks');
  assert.equal(list.total, 1);
  assert.deepEqual(
    list.diagnostics.map(({ code }) => code),
    ['MISSING_TASK_ID'],
  );
  const refused = await todori.refused('create_task', { title: 'x' });
  assert.equal(refused.code, -32603);
  assert.match(refused.message, /^MISSING_TASK_ID@3: /);
  assert.deepEqual(refused.details, { reason: 'INVALID_PLAN' });
  writeFileSync(todori.plans.path('tasks'), 'no plan at all\n');
  const unread = await todori.refused('get_tasks');
  assert.deepEqual([unread.code, unread.details], [-32603, { reason: 'PARSE_ERROR' }]);
});

inTodori(
  'nothing is written where that is forbidden: -32603',
  async (todori) => {
    const { code, message, details } = await todori.refused('create_task', { title: 'x' });
    assert.deepEqual([code, details], [-32603, { reason: 'READ_ONLY' }]);
    assert.match(message, /^READ_ONLY: create_task writes/);
    assert.deepEqual(await todori.call('get_tasks'), { tasks: [], total: 0 });
  },
  ['--read-only'],
);

for (const revision of REVISIONS) {
  test(`${revision}: beside another toolset, each keeps its own errors`, async (context) => {
    const root = makeProject(context);
    const args = ['--root', root, '--toolsets', 'plan,todori', '--plan', 'mine'];
    const plans = new Plans(root, await connect(context, revision, args));
    const todori = new Todori(plans);
    assert.equal((await todori.refused('get_task', { id: 'x' })).code, -32000);
    assert.equal((await plans.refused('plan_get', { planId: 'mine' })).code, 'NOT_FOUND');
    const { id } = await todori.call('create_task', { title: 'x' });
    const { task } = await plans.call<{ task: { id: string } }>('task_get', { planId: 'mine' });
    assert.equal(task.id, id, 'both work on the same plan');
    assert.ok(plans.text('mine').startsWith('\n# Mine\n'));
  });
}
