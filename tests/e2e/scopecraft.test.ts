/** The toolset `scopecraft`: what its specification says of answers, types and filters. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inScopecraft, line, type Scopecraft, type Task } from './helpers/scopecraft.ts';

const CREATED = '2025-11-15T08:00:00.000Z';
/** An id that was given out then. */
const DATED = 't_01KA38EE00ABCDEFGHJKMNPQRS';

function putProduct({ plans }: Scopecraft): void {
  plans.put(
    'product',
    `# Product

${line(' ', 't_login', 'type=feature priority=high area=auth tags=api,auth assignee=alice')}\
  > Let people in.
  >
  > ## Instruction
  > Use OAuth.
  >
  > ## Tasks
  > - [ ] form
  >
  > ## Deliverable
  > A page.
  >
  > ## Log
  > - begun
${line('√', 't_form', 'area=auth', '  ')}\
${line('*', 't_token', 'type=test tags=auth', '  ')}\
    > Tokens.
${line(' ', 't_deep', '', '    ')}\
${line(' ', 't_logout', '', '  ')}\
${line('*', 't_crash', 'type=bug priority=highest tags=api,urgent state=blocked')}\
${line('√', 't_docs', 'type=documentation')}\
${line('√', 't_gone', 'type=chore state=cancelled')}\
${line(' ', 't_odd', 'type=epic state=deferred priority=low')}

## Backlog

${line(' ', 't_later', 'type=spike')}
### Ideas

${line(' ', DATED, 'type=chore')}
## Archive

${line('√', 't_old', 'state=archived')}`,
  );
  plans.put('second', `# Second\n${line('*', 't_other', 'assignee=bob')}`);
}

inScopecraft('every structure of task is told as it is specified', async (scopecraft) => {
  putProduct(scopecraft);
  const file = { path: '.long-term-plan/product.md', filename: 'product.md' };
  assert.deepEqual(await scopecraft.data<Task>('task_get', { id: 't_crash' }), {
    id: 't_crash',
    title: 'Title of t_crash',
    type: 'bug',
    status: 'blocked',
    priority: 'highest',
    workflowState: 'current',
    area: 'general',
    tags: ['api', 'urgent'],
    ...file,
    taskStructure: 'simple',
  });
  assert.deepEqual(await scopecraft.data<Task>('task_get', { id: 't_token', format: 'full' }), {
    id: 't_token',
    title: 'Title of t_token',
    type: 'test',
    status: 'in_progress',
    priority: 'medium',
    workflowState: 'current',
    area: 'general',
    tags: ['auth'],
    ...file,
    taskStructure: 'subtask',
    parentId: 't_login',
    sequenceNumber: '02',
    content: 'Tokens.',
  });
  const parent = {
    id: 't_login',
    title: 'Title of t_login',
    type: 'feature',
    status: 'todo',
    priority: 'high',
    workflowState: 'current',
    area: 'auth',
    tags: ['api', 'auth'],
    assignee: 'alice',
    ...file,
    taskStructure: 'parent',
    progress: { total: 3, completed: 1, percentage: 33 },
    subtaskIds: ['t_form', 't_token', 't_logout'],
  };
  const { data, message, metadata } = await scopecraft.call<Task>('task_get', { id: 't_login' });
  assert.deepEqual(data, parent, 'a summary is metadata only');
  assert.equal(message, 'Task t_login');
  assert.deepEqual(Object.keys(metadata), ['timestamp', 'version']);
  const sections = {
    instruction: 'Use OAuth.',
    tasks: '- [ ] form',
    deliverable: 'A page.',
    log: '- begun',
  };
  assert.deepEqual(await scopecraft.data<Task>('task_get', { id: 't_login', format: 'full' }), {
    ...parent,
    overview: 'Let people in.',
    sections,
  });
});

inScopecraft('words and dates come from where a plan has them', async (scopecraft) => {
  putProduct(scopecraft);
  const all = { taskType: 'all', includeCompleted: true, includeArchived: true, limit: 100 };
  const tasks = await scopecraft.data('task_list', all);
  const told = Object.fromEntries(
    tasks.map(({ id, type, status, workflowState }) => [id, [type, status, workflowState]]),
  );
  assert.deepEqual(told, {
    t_login: ['feature', 'todo', 'current'],
    t_form: ['feature', 'done', 'current'],
    t_token: ['test', 'in_progress', 'current'],
    t_deep: ['feature', 'todo', 'current'],
    t_logout: ['feature', 'todo', 'current'],
    t_crash: ['bug', 'blocked', 'current'],
    t_docs: ['documentation', 'done', 'current'],
    t_gone: ['chore', 'archived', 'current'],
    t_odd: ['feature', 'todo', 'current'],
    t_later: ['spike', 'todo', 'backlog'],
    [DATED]: ['chore', 'todo', 'backlog'],
    t_old: ['feature', 'archived', 'archive'],
    t_other: ['feature', 'in_progress', 'current'],
  });
  const dated = tasks.find(({ id }) => id === DATED);
  assert.deepEqual([dated?.createdDate, dated?.updatedDate], [CREATED, CREATED]);
});

inScopecraft('lists are filtered as they are asked to be', async (scopecraft) => {
  putProduct(scopecraft);
  const top = ['t_login', 't_crash', 't_odd', 't_later', DATED, 't_other'];
  const cases: [object, string[]][] = [
    [{}, top],
    [{ includeCompleted: true }, top.toSpliced(2, 0, 't_docs', 't_gone')],
    [{ includeArchived: true }, top.toSpliced(5, 0, 't_old')],
    [{ workflowState: 'archive' }, ['t_old']],
    [{ workflowState: ['backlog'] }, ['t_later', DATED]],
    [{ workflowState: ['backlog', 'archive'] }, ['t_later', DATED, 't_old']],
    [{ workflowState: 'current', type: 'feature' }, ['t_login', 't_odd', 't_other']],
    [{ status: 'done' }, ['t_docs']],
    [{ status: 'archived' }, ['t_gone', 't_old']],
    [{ type: 'bug' }, ['t_crash']],
    [{ area: 'AUTH' }, ['t_login']],
    [{ area: 'auth', taskType: 'all', includeCompleted: true }, ['t_login', 't_form']],
    [{ assignee: 'bob' }, ['t_other']],
    [{ tags: ['api'] }, ['t_login', 't_crash']],
    [{ tags: ['api', 'urgent'] }, ['t_crash']],
    [{ tags: [] }, top],
    [{ taskType: 'simple' }, top.slice(1)],
    [{ taskType: 'parent' }, ['t_login']],
    [{ taskType: 'subtask' }, ['t_token', 't_deep', 't_logout']],
    [
      { taskType: 'subtask', includeParentTasks: true },
      ['t_login', 't_token', 't_deep', 't_logout'],
    ],
    [{ taskType: 'top-level', includeParentTasks: false }, top.slice(1)],
    [{ taskType: 'all', tags: ['auth'] }, ['t_login', 't_token']],
    [{ advancedFilter: { status: ['done', 'blocked'] } }, ['t_crash', 't_docs']],
    [{ advancedFilter: { status: 'in_progress' } }, ['t_other']],
    [{ advancedFilter: { type: ['bug', 'spike'] } }, ['t_crash', 't_later']],
    [{ advancedFilter: { priority: ['high', 'highest'] } }, ['t_login', 't_crash']],
    [{ advancedFilter: { tagFilter: { any: ['auth', 'urgent'] } } }, ['t_login', 't_crash']],
    [{ advancedFilter: { tagFilter: { all: ['api', 'auth'] } } }, ['t_login']],
    [{ advancedFilter: { tagFilter: { none: ['api'] } } }, top.slice(2)],
    [{ advancedFilter: { dateRange: { createdAfter: '2025-11-15T07:59:59Z' } } }, [DATED]],
    [{ advancedFilter: { dateRange: { createdAfter: CREATED } } }, []],
    [{ advancedFilter: { dateRange: { createdBefore: '2025-11-16' } } }, [DATED]],
    [{ advancedFilter: { dateRange: { updatedSince: CREATED } } }, [DATED]],
    [{ advancedFilter: { dateRange: { updatedBefore: CREATED } } }, []],
    [{ status: 'todo', advancedFilter: { priority: ['low'], type: ['feature'] } }, ['t_odd']],
  ];
  for (const [args, expected] of cases) {
    const ids = await scopecraft.ids('task_list', { limit: 100, ...args });
    assert.deepEqual(ids, expected, JSON.stringify(args));
    assert.deepEqual(await scopecraft.ids('task_list', { ...args }), expected, 'page by page');
  }
});

inScopecraft('lists are sorted as they are asked to be', async (scopecraft) => {
  putProduct(scopecraft);
  const ids = (sort: object) => scopecraft.ids('task_list', { sort });
  assert.deepEqual(
    await ids({ field: 'priority' }),
    ['t_crash', 't_login', 't_later', DATED, 't_other', 't_odd'],
    'highest first, equal ones in the order of the plans',
  );
  assert.deepEqual(await ids({ field: 'priority', order: 'desc' }), [
    't_odd',
    't_later',
    DATED,
    't_other',
    't_login',
    't_crash',
  ]);
  assert.deepEqual((await ids({ field: 'title' })).slice(1), [
    't_crash',
    't_later',
    't_login',
    't_odd',
    't_other',
  ]);
  for (const order of ['asc', 'desc']) {
    const [first] = await ids({ field: 'createdDate', order });
    assert.equal(first, DATED, 'an unknown time is last either way');
  }
  assert.deepEqual((await ids({ field: 'status' })).slice(-2), ['t_other', 't_crash']);
  assert.deepEqual((await ids({ field: 'type', order: 'desc' })).slice(0, 2), ['t_later', DATED]);
});

inScopecraft('parents are listed with their progress', async (scopecraft) => {
  putProduct(scopecraft);
  const [parent] = await scopecraft.data('parent_list');
  assert.equal(parent?.id, 't_login');
  assert.deepEqual(parent.progress, { total: 3, completed: 1, percentage: 33 });
  assert.deepEqual(parent.subtaskIds, ['t_form', 't_token', 't_logout']);
  assert.equal(parent.subtasks, undefined);
  const subtasks = async (args: object) => {
    const [found] = await scopecraft.data('parent_list', { ...args });
    return found?.subtasks?.map(({ id, sequenceNumber }) => `${sequenceNumber} ${id}`);
  };
  assert.deepEqual(await subtasks({ includeSubtasks: true }), [
    '01 t_form',
    '02 t_token',
    '03 t_logout',
  ]);
  assert.deepEqual(await subtasks({ activeSubtasksOnly: true }), ['02 t_token', '03 t_logout']);
  const [without] = await scopecraft.data('parent_list', { includeProgress: false });
  assert.equal(without?.progress, undefined);
  for (const args of [{ area: 'other' }, { tags: ['none'] }, { workflowState: 'archive' }]) {
    assert.deepEqual(await scopecraft.ids('parent_list', args), []);
  }
  const busy = { advancedFilter: { status: ['todo'], priority: ['high'] } };
  assert.deepEqual(await scopecraft.ids('parent_list', busy), ['t_login']);
});

inScopecraft('a parent comes with all its subtasks and files', async (scopecraft) => {
  putProduct(scopecraft);
  const { root } = scopecraft.plans;
  const folder = join(root, '.long-term-plan/context/t_login');
  mkdirSync(join(folder, 'more'), { recursive: true });
  for (const name of ['sketch.png', 'notes.md', '.hidden']) writeFileSync(join(folder, name), '');
  const { data, metadata } = await scopecraft.call<Task>('parent_get', { id: 't_login' });
  assert.equal(data.taskStructure, 'parent');
  assert.equal(data.overview, 'Let people in.');
  assert.deepEqual(data.supportingFiles, [
    '.long-term-plan/context/t_login/notes.md',
    '.long-term-plan/context/t_login/sketch.png',
  ]);
  assert.deepEqual(
    data.subtasks?.map(({ id, taskStructure, content }) => [id, taskStructure, content]),
    [
      ['t_form', 'subtask', undefined],
      ['t_token', 'subtask', 'Tokens.'],
      ['t_logout', 'subtask', undefined],
    ],
  );
  assert.deepEqual([metadata.count, metadata.hasMore], [3, false]);
  const nested = await scopecraft.data<Task>('parent_get', { id: 't_token' });
  assert.deepEqual(
    nested.subtaskIds,
    ['t_deep'],
    'what has subtasks can be asked for, at any depth',
  );
  assert.deepEqual(nested.supportingFiles, []);
});

inScopecraft('a subtask is found by its number under its parent', async (scopecraft) => {
  putProduct(scopecraft);
  for (const id of ['t_token', '02', '2']) {
    const task = await scopecraft.data<Task>('task_get', { id, parentId: 't_login' });
    assert.equal(task.id, 't_token');
  }
  const refusal = await scopecraft.refused('task_get', { id: 't_deep', parentId: 't_login' });
  assert.deepEqual(refusal, {
    error: 'NOT_FOUND',
    message: 'Task not found: t_deep under t_login',
  });
});

inScopecraft('what is refused is told in the envelope', async (scopecraft) => {
  putProduct(scopecraft);
  scopecraft.plans.put('twin', line(' ', 't_other'));
  const refused = async (name: string, args: Record<string, unknown>) => {
    const { error, message } = await scopecraft.refused(name, args);
    return `${error} ${message}`;
  };
  assert.equal(await refused('task_get', { id: 't_no' }), 'NOT_FOUND Task not found: t_no');
  assert.match(await refused('task_get', { id: 't_other' }), /^AMBIGUOUS .*: second, twin; /);
  assert.match(await refused('parent_get', { id: 't_crash' }), /^NOT_A_PARENT .*task_get$/);
  assert.match(
    await refused('task_list', { status: 'doing' }),
    /^INVALID_ARGUMENT Argument status must be one of todo, in_progress, done, blocked, archived, not "doing"$/,
  );
  assert.match(
    await refused('task_list', { advancedFilter: { dateRange: { since: 'x' } } }),
    /^INVALID_ARGUMENT Argument advancedFilter.dateRange.since is unknown; valid are: createdAfter/,
  );
  assert.match(
    await refused('task_list', { advancedFilter: { dateRange: { updatedSince: 'today' } } }),
    /^INVALID_ARGUMENT Argument advancedFilter.dateRange.updatedSince must be a time /,
  );
  assert.match(
    await refused('task_list', { location: 'current' }),
    /^INVALID_ARGUMENT .*valid are/,
  );
  const { metadata } = await scopecraft.call('task_list', { limit: 2 });
  const { nextCursor: cursor } = metadata;
  assert.match(await refused('task_list', { cursor, type: 'bug' }), /^INVALID_CURSOR /);
  assert.match(await refused('task_create', {}), /^UNKNOWN_TOOL /);
});

inScopecraft('a plan that cannot be read is told, and hides no other', async (scopecraft) => {
  putProduct(scopecraft);
  const { plans } = scopecraft;
  plans.putFile('binary', new Uint8Array([0xff, 0xfe]));
  plans.putFile('notes', '# Only notes\n');
  plans.put('half', `${line(' ', 't_half')}- [?] what\n`);
  const { data, metadata } = await scopecraft.call('task_list', { limit: 100 });
  assert.ok(data.some(({ id }) => id === 't_half'));
  assert.ok(data.some(({ id }) => id === 't_other'));
  assert.deepEqual(
    metadata.unreadable?.map((reason) => reason.split(':')[0]),
    ['binary', 'half', 'notes'],
  );
  const { message } = await scopecraft.refused('task_get', { id: 't_no' });
  assert.match(message, /^Task not found: t_no; it may be in a plan that cannot be read: binary: /);
});

inScopecraft(
  'with --plan, only that plan is looked at',
  async (scopecraft) => {
    putProduct(scopecraft);
    assert.deepEqual(await scopecraft.ids('task_list'), ['t_other']);
  },
  ['--toolsets', 'scopecraft', '--plan', 'second'],
);
