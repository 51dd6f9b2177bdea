/** The toolset `todori`: the examples of its specification, through real clients. */
import assert from 'node:assert/strict';
import { inTodori, line, type Next, type Task, type TaskList } from './helpers/todori.ts';

inTodori('a task is created as in the first example', async (todori) => {
  const task = await todori.call('create_task', {
    title: 'Implement MCP server',
    description: 'Build stdio transport and tool handlers',
    priority: 'high',
  });
  const { created } = task.metadata;
  assert.match(task.id, /^t_[0-9A-Z]{26}$/);
  assert.match(created ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
  assert.deepEqual(task, {
    id: task.id,
    title: 'Implement MCP server',
    description: 'Build stdio transport and tool handlers',
    status: 'pending',
    priority: 'high',
    dependencies: [],
    subtasks: [],
    metadata: { created, updated: created },
  });
  assert.equal(
    todori.text(),
    `\n# Tasks\n- [ ] Implement MCP server <!-- long-term-plan:id=${task.id} priority=high -->\n  > Build stdio transport and tool handlers\n`,
  );
  assert.deepEqual(await todori.call('get_task', { id: task.id }), task);
});

inTodori('the next task is recommended as in the second example', async (todori) => {
  const empty = await todori.call<Next>('get_next_task');
  assert.deepEqual(empty, { task: null, rationale: 'There are no tasks yet' });
  await todori.call('create_task', { title: 'Write the docs', priority: 'low' });
  const first = await todori.call('create_task', {
    title: 'Set up project root detection',
    priority: 'high',
  });
  const { task, rationale } = await todori.call<Next>('get_next_task', {
    priority: ['high', 'medium'],
  });
  assert.deepEqual(task, first);
  assert.equal(rationale, 'Recommended: high priority, no dependencies, the only candidate');
});

inTodori('what is not there is refused as in the third example', async (todori) => {
  const taskId = 'nonexistent-uuid';
  const error = { code: -32000, message: 'Task not found', details: { taskId } };
  assert.deepEqual(await todori.refused('get_task', { id: taskId }), error);
  assert.deepEqual(await todori.refused('update_task', { id: taskId, title: 'x' }), error);
  assert.deepEqual(await todori.refused('delete_task', { id: taskId }), error);
  assert.deepEqual(await todori.refused('add_subtask', { parentId: taskId, title: 'x' }), error);
  assert.deepEqual(
    await todori.refused('update_subtask', { subtaskId: taskId, title: 'x' }),
    error,
  );
  assert.deepEqual(await todori.refused('delete_subtask', { subtaskId: taskId }), error);
});

inTodori('statistics are as in the specification', async (todori) => {
  const nothing = await todori.call<object>('get_task_stats');
  assert.deepEqual(nothing, {
    total: 0,
    byStatus: { pending: 0, 'in-progress': 0, blocked: 0, done: 0, deferred: 0, cancelled: 0 },
    byPriority: { high: 0, medium: 0, low: 0 },
    blockedCount: 0,
    avgCompletionDays: null,
    dependencyStats: { maxDepth: 0, averageDepsPerTask: 0 },
  });
  todori.put(
    line(' ', 't_a') +
      line(' ', 't_a1', 'seq=1 depends=t_b', '  ') +
      line('*', 't_b', 'priority=highest depends=t_a') +
      line(' ', 't_c', 'state=blocked priority=low') +
      line('√', 't_d', 'depends=t_a,t_b') +
      line('√', 't_e', 'state=archived depends=t_d') +
      line(' ', 't_f', 'state=deferred') +
      line('√', 't_g', 'state=cancelled'),
  );
  assert.deepEqual(await todori.call<object>('get_task_stats'), {
    total: 7,
    byStatus: { pending: 1, 'in-progress': 1, blocked: 1, done: 2, deferred: 1, cancelled: 1 },
    byPriority: { high: 1, medium: 5, low: 1 },
    blockedCount: 2,
    avgCompletionDays: null,
    dependencyStats: { maxDepth: 3, averageDepsPerTask: 0.6 },
  });
});

inTodori('tasks are updated, and every status is a mark or a state', async (todori) => {
  const { id } = await todori.call('create_task', { title: 'One', status: 'deferred' });
  const written = (mark: string, rest = '') =>
    `\n# Tasks\n- [${mark}] One <!-- long-term-plan:id=${id}${rest} -->\n`;
  assert.equal(todori.text(), written(' ', ' state=deferred'));
  for (const [status, mark, rest] of [
    ['in-progress', '*', ''],
    ['blocked', '*', ' state=blocked'],
    ['done', '√', ''],
    ['cancelled', '√', ' state=cancelled'],
    ['pending', ' ', ''],
  ] as const) {
    const task = await todori.call('update_task', { id, status });
    assert.equal(task.status, status);
    assert.equal(todori.text(), written(mark, rest));
  }
  const changed = await todori.call('update_task', {
    id,
    title: 'Two',
    description: 'More\n\n- [ ] no task',
    priority: 'low',
  });
  assert.deepEqual(
    [changed.title, changed.description, changed.priority],
    ['Two', 'More\n\n- [ ] no task', 'low'],
  );
  const cleared = await todori.call('update_task', { id, description: '' });
  assert.equal(cleared.description, undefined);
});

inTodori('what a task shows already is left as it is', async (todori) => {
  const text = line('√', 't_a', 'state=archived priority=highest');
  todori.put(text);
  const task = await todori.call('update_task', { id: 't_a', status: 'done', priority: 'high' });
  assert.deepEqual([task.status, task.priority], ['done', 'high']);
  assert.equal(todori.text(), text);
});

inTodori('a deleted task is gone from all dependencies', async (todori) => {
  todori.put(
    line(' ', 't_a', 'depends=t_b') +
      line(' ', 't_b') +
      line(' ', 't_b1', 'seq=1', '  ') +
      line(' ', 't_c', 'depends=t_a,t_b1,t_b priority=high'),
  );
  const answer = await todori.call<object>('delete_task', { id: 't_b' });
  assert.deepEqual(answer, { success: true, deletedId: 't_b' });
  assert.equal(todori.text(), line(' ', 't_a') + line(' ', 't_c', 'depends=t_a priority=high'));
});

inTodori('subtasks have dotted ids, and no number twice', async (todori) => {
  const { id } = await todori.call('create_task', { title: 'Parent' });
  await todori.call('add_subtask', { parentId: id, title: 'A', description: 'About A' });
  const parent = await todori.call('add_subtask', { parentId: id, title: 'B' });
  assert.deepEqual(parent.subtasks, [
    { id: `${id}.1`, title: 'A', status: 'pending', description: 'About A' },
    { id: `${id}.2`, title: 'B', status: 'pending' },
  ]);
  const updated = await todori.call('update_subtask', { subtaskId: `${id}.2`, status: 'done' });
  assert.equal(updated.id, id);
  assert.deepEqual(updated.subtasks[1], { id: `${id}.2`, title: 'B', status: 'done' });
  const left = await todori.call('delete_subtask', { subtaskId: `${id}.2` });
  assert.deepEqual(
    left.subtasks.map((subtask) => subtask.id),
    [`${id}.1`],
  );
  const again = await todori.call('add_subtask', { parentId: id, title: 'C' });
  assert.deepEqual(
    again.subtasks.map((subtask) => subtask.id),
    [`${id}.1`, `${id}.3`],
  );
  assert.match(todori.text(), / C <!-- long-term-plan:id=t_[0-9A-Z]{26} seq=3 -->/);
  const own = /A <!-- long-term-plan:id=(\S+)/.exec(todori.text())?.[1];
  const byOwnId = await todori.call('get_task', { id: own });
  assert.equal(byOwnId.id, `${id}.1`, 'the id in the plan names it too');
  assert.deepEqual(byOwnId, await todori.call('get_task', { id: `${id}.1` }));
});

inTodori('children from elsewhere are subtasks by their own ids', async (todori) => {
  todori.put(
    line(' ', 't_a') +
      line(' ', 't_x', '', '  ') +
      line(' ', 't_y', 'seq=4', '  ') +
      line(' ', 't_z', 'seq=4', '  '),
  );
  const { subtasks } = await todori.call('get_task', { id: 't_a' });
  assert.deepEqual(
    subtasks.map(({ id }) => id),
    ['t_x', 't_a.4', 't_z'],
  );
  await todori.call('update_subtask', { subtaskId: 't_x', status: 'done' });
  const { subtasks: after } = await todori.call('add_subtask', { parentId: 't_a', title: 'new' });
  assert.deepEqual(
    after.map(({ id, status }) => [id, status]),
    [
      ['t_x', 'done'],
      ['t_a.4', 'pending'],
      ['t_z', 'pending'],
      ['t_a.5', 'pending'],
    ],
  );
});

inTodori('dependencies show both ways', async (todori) => {
  const a = await todori.call('create_task', { title: 'A' });
  const { subtasks } = await todori.call('add_subtask', { parentId: a.id, title: 'A1' });
  const step = subtasks[0]?.id ?? '';
  const b = await todori.call('create_task', { title: 'B', dependencies: [a.id, step] });
  assert.deepEqual(b.dependencies, [a.id, step]);
  const seen = await todori.call('get_task', { id: b.id });
  assert.deepEqual(seen.blockedBy, [a.id, step]);
  assert.deepEqual((await todori.call('get_task', { id: a.id })).blocks, [b.id]);
  await todori.call('update_task', { id: a.id, status: 'done' });
  assert.deepEqual((await todori.call('get_task', { id: b.id })).blockedBy, [step]);
  const free = await todori.call('update_task', { id: b.id, dependencies: [] });
  assert.deepEqual(free.dependencies, []);
});

inTodori('tasks are listed briefly, and a page has at most 20', async (todori) => {
  for (let at = 0; at < 25; at++) await todori.call('create_task', { title: `Task ${at}` });
  const first = await todori.call<TaskList>('get_tasks', { limit: 50 });
  assert.equal(first.tasks.length, 20);
  assert.deepEqual([first.total, first.nextOffset], [25, 20]);
  assert.deepEqual(Object.keys(first.tasks[0] ?? {}), ['id', 'title', 'status', 'priority']);
  const size = Buffer.byteLength(JSON.stringify(await todori.call('get_tasks')));
  assert.ok(size < 2048, `20 short tasks: ${size} bytes`);
  const rest = await todori.call<TaskList>('get_tasks', { offset: 20 });
  assert.deepEqual(
    rest.tasks.map(({ title }) => title),
    ['Task 20', 'Task 21', 'Task 22', 'Task 23', 'Task 24'],
  );
  assert.equal(rest.nextOffset, undefined);
  const beyond = await todori.call<TaskList>('get_tasks', { offset: 99 });
  assert.deepEqual(beyond, { tasks: [], total: 25 });
});

inTodori('lists are filtered by one value or several', async (todori) => {
  todori.put(
    line(' ', 't_a', 'priority=high') +
      line(' ', 't_a1', 'priority=high', '  ') +
      line('*', 't_b') +
      line('√', 't_c', 'priority=low') +
      line(' ', 't_d', 'state=blocked priority=highest'),
  );
  const ids = (args: object) => todori.ids('get_tasks', { ...args });
  assert.deepEqual(await ids({}), ['t_a', 't_b', 't_c', 't_d']);
  assert.deepEqual(await ids({ status: 'pending' }), ['t_a']);
  assert.deepEqual(await ids({ status: ['done', 'blocked'] }), ['t_c', 't_d']);
  assert.deepEqual(await ids({ priority: 'high' }), ['t_a', 't_d']);
  assert.deepEqual(await ids({ priority: ['low', 'medium'], status: 'in-progress' }), ['t_b']);
  assert.deepEqual(await ids({ status: [] }), []);
  const filters = { priority: 'high', status: ['pending', 'blocked'] };
  assert.deepEqual(await todori.ids('query_tasks', { filters }), ['t_a', 't_d']);
});

inTodori('lists are sorted before they are cut into pages', async (todori) => {
  const ulid = (time: string, end: string) => `t_${time}${'0'.repeat(15)}${end}`;
  const [old, mid, late] = [
    ulid('01JEXY0000', 'A'),
    ulid('01JEXZ0000', 'A'),
    ulid('01JEXZ0000', 'B'),
  ];
  todori.put(
    line(' ', mid, 'priority=low') +
      line('√', 't_unknown', 'priority=high') +
      line('*', late, 'priority=high') +
      line(' ', old),
  );
  const sorted = (field: string, order?: string, rest: object = {}) =>
    todori.ids('query_tasks', { sort: { field, ...(order && { order }) }, ...rest });
  assert.deepEqual(await sorted('priority'), ['t_unknown', late, old, mid]);
  assert.deepEqual(await sorted('priority', 'desc'), [mid, old, 't_unknown', late]);
  assert.deepEqual(await sorted('created', 'asc'), [old, mid, late, 't_unknown']);
  assert.deepEqual(await sorted('created', 'desc'), [late, mid, old, 't_unknown']);
  assert.deepEqual(await sorted('status', 'desc'), ['t_unknown', late, mid, old]);
  assert.deepEqual(await sorted('created', 'desc', { offset: 1, limit: 2 }), [mid, old]);
  const created = (await todori.call('get_task', { id: mid })).metadata.created ?? '';
  const by = (filters: object) => todori.ids('query_tasks', { filters });
  assert.deepEqual(await by({ createdBefore: created }), [old]);
  assert.deepEqual(await by({ createdAfter: created }), []);
  assert.deepEqual(await by({ createdAfter: '2020-01-01' }), [mid, late, old]);
  assert.deepEqual(await by({ updatedAfter: '2020-01-01T00:00:00+02:00' }), [mid, late, old]);
});

inTodori('only the fields that are asked for are returned', async (todori) => {
  todori.put(
    `${line(' ', 't_a', 'depends=t_b')}  > Text\n${line(' ', 't_a1', 'seq=1', '  ')}${line('√', 't_b')}`,
  );
  const query = async (...fields: string[]) =>
    (await todori.call<TaskList>('query_tasks', { fields })).tasks;
  assert.deepEqual(await query('id', 'status'), [
    { id: 't_a', status: 'pending' },
    { id: 't_b', status: 'done' },
  ]);
  assert.deepEqual(await query('title', 'description', 'dependencies', 'subtasks', 'metadata'), [
    {
      title: 't_a',
      description: 'Text',
      dependencies: ['t_b'],
      subtasks: [{ id: 't_a.1', title: 't_a1', status: 'pending' }],
      metadata: {},
    },
    { title: 't_b', dependencies: [], subtasks: [], metadata: {} },
  ]);
});

inTodori('the next task is chosen by status, priority, dependencies and order', async (todori) => {
  const cases: [string, object, string | undefined, string][] = [
    [
      line(' ', 't_a', 'priority=high') + line('*', 't_b', 'priority=low'),
      {},
      't_b',
      'Recommended: already in progress, low priority, no dependencies, first by status of 2 candidates',
    ],
    [
      line(' ', 't_a') + line(' ', 't_b', 'priority=high'),
      {},
      't_b',
      'Recommended: high priority, no dependencies, the highest priority of 2 candidates',
    ],
    [
      line(' ', 't_b', 'depends=t_d') + line(' ', 't_a') + line('√', 't_d'),
      {},
      't_a',
      'Recommended: medium priority, no dependencies, topologically first of 2 equal candidates',
    ],
    [
      line('√', 't_d') + line(' ', 't_b', 'depends=t_d') + line(' ', 't_a'),
      {},
      't_b',
      'Recommended: medium priority, all dependencies completed, first in the plan of 2 equal candidates',
    ],
    [
      line(' ', 't_a', 'depends=t_b priority=high') + line(' ', 't_b', 'priority=low'),
      {},
      't_b',
      'Recommended: low priority, no dependencies, the only candidate',
    ],
    [
      line(' ', 't_a', 'depends=t_b priority=high') + line(' ', 't_b', 'priority=low'),
      { priority: 'high' },
      undefined,
      'The only task that would do waits for its dependencies',
    ],
    [
      line(' ', 't_a', 'state=blocked') + line('*', 't_b'),
      { status: 'blocked' },
      't_a',
      'Recommended: medium priority, no dependencies, the only candidate',
    ],
    [
      line('√', 't_a'),
      {},
      undefined,
      'The only task has another status or priority than asked for',
    ],
  ];
  for (const [text, args, id, rationale] of cases) {
    todori.put(text);
    const next = await todori.call<Next>('get_next_task', { ...args });
    assert.deepEqual([next.task?.id, next.rationale], [id, rationale]);
    if (id === undefined) assert.equal(next.task, null);
  }
});

inTodori('a hand edit between two calls counts at once', async (todori) => {
  const task: Task = await todori.call('create_task', { title: 'Written by a tool' });
  todori.put(todori.text().replace('Written by a tool', 'Written by hand') + line('*', 't_hand'));
  assert.deepEqual(await todori.ids('get_tasks'), [task.id, 't_hand']);
  const read = await todori.call('get_task', { id: task.id });
  assert.equal(read.title, 'Written by hand');
  await todori.call('update_task', { id: task.id, status: 'done' });
  assert.match(todori.text(), /\[√\] Written by hand .*\n- \[\*\] t_hand /);
});
