/** The toolset `agentic-todo`: every code of the specification's section 6, with the field and its value. */
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { AGENTIC_HEADER, Agentic, inAgentic, line } from './helpers/agentic.ts';
import { connect, REVISIONS } from './helpers/client.ts';
import { Plans } from './helpers/plans.ts';
import { makeProject } from './helpers/project.ts';

const ADR = { context: 'c', decision: 'd', rationale: 'r' };
const id = (number: number) => `T${String(number).padStart(3, '0')}`;

inAgentic('the form of an error is that of section 6.2', async (agentic) => {
  const result = await agentic.client.callTool({
    name: 'delete_task',
    arguments: { task_id: 'T042' },
  });
  assert.equal(result.isError, true);
  assert.deepEqual(result.structuredContent, {
    error: {
      code: 'TASK_NOT_FOUND',
      message: 'Task not found: T042',
      details: { field: 'task_id', value: 'T042' },
    },
  });
});

inAgentic('INVALID_TASK_ID, INVALID_ADR_NUMBER, INVALID_STATUS', async (agentic) => {
  await agentic.create('a');
  for (const [name, args] of [
    ['update_task', { task_id: 'T1', title: 'x' }],
    ['delete_task', { task_id: 'T1' }],
    ['reorder_task', { task_id: 'T1', position: 'first' }],
    ['get_context', { task_id: 'T1' }],
    ['update_context', { task_id: 'T1', content: 'x' }],
  ] as const) {
    assert.deepEqual(await agentic.refusal(name, args), ['INVALID_TASK_ID', 'task_id', 'T1'], name);
  }
  for (const value of ['', 't001', 'T0001', 'T00１', '../T001', 7]) {
    assert.deepEqual(await agentic.refusal('get_context', { task_id: value }), [
      'INVALID_TASK_ID',
      'task_id',
      value,
    ]);
  }
  for (const adr_number of [0, 1000, 1.5, '1']) {
    const refusal = await agentic.refusal('update_adr_status', { adr_number, status: 'Accepted' });
    assert.deepEqual(refusal, ['INVALID_ADR_NUMBER', 'adr_number', adr_number]);
  }
  for (const [name, args, field] of [
    ['update_task', { task_id: 'T001', status: 'doing' }, 'status'],
    [
      'update_task',
      { task_id: 'T001', subtasks: [{ title: 'x', status: 'doing' }] },
      'subtasks[0].status',
    ],
    ['list_tasks', { status: 'doing' }, 'status'],
    ['create_adr', { title: 'x', ...ADR, status: 'doing' }, 'status'],
    ['update_adr_status', { adr_number: 1, status: 'doing' }, 'status'],
    ['list_adrs', { status: 'doing' }, 'status'],
  ] as const) {
    assert.deepEqual(await agentic.refusal(name, args), ['INVALID_STATUS', field, 'doing'], name);
  }
});

inAgentic('INVALID_CATEGORY, CONTENT_TOO_LONG', async (agentic) => {
  await agentic.create('a');
  for (const category of ['x'.repeat(51), 'two\nlines', 'two\u2028lines', 'C #']) {
    for (const [name, args] of [
      ['create_task', { title: 'x', category }],
      ['update_task', { task_id: 'T001', category }],
    ] as const) {
      const refusal = await agentic.refusal(name, args);
      assert.deepEqual(refusal, ['INVALID_CATEGORY', 'category', category]);
    }
  }
  const long = (length: number) => 'あ'.repeat(length + 1);
  for (const [name, args, field, length] of [
    ['create_task', { title: long(100) }, 'title', 100],
    ['create_task', { title: 'x', description: long(500) }, 'description', 500],
    ['create_task', { title: 'x', subtasks: ['y', long(100)] }, 'subtasks[1]', 100],
    ['update_task', { task_id: 'T001', title: long(100) }, 'title', 100],
    [
      'update_task',
      { task_id: 'T001', subtasks: [{ title: long(100) }] },
      'subtasks[0].title',
      100,
    ],
    ['search_tasks', { query: long(200) }, 'query', 200],
    ['search_contexts', { query: long(200) }, 'query', 200],
    ['create_adr', { ...ADR, title: long(100) }, 'title', 100],
    ['create_adr', { ...ADR, title: 'x', context: long(2000) }, 'context', 2000],
    ['create_adr', { ...ADR, title: 'x', decision: long(2000) }, 'decision', 2000],
    ['create_adr', { ...ADR, title: 'x', rationale: long(2000) }, 'rationale', 2000],
    ['create_adr', { ...ADR, title: 'x', consequences: long(2000) }, 'consequences', 2000],
    ['update_adr_status', { adr_number: 1, status: 'Accepted', reason: long(500) }, 'reason', 500],
    ['update_context', { task_id: 'T001', content: long(10_000) }, 'content', 10_000],
    ['update_context', { task_id: 'T001', content: 'x', section: long(50) }, 'section', 50],
  ] as const) {
    const { code, message, details } = await agentic.refused(name, args);
    assert.deepEqual([code, details?.field], ['CONTENT_TOO_LONG', field], `${name} ${field}`);
    assert.match(message, new RegExp(`at most ${length} characters, and has ${length + 1}$`));
    assert.ok(String(details?.value).length <= 201, 'the value is not repeated at any length');
  }
  await agentic.call('update_context', { task_id: 'T001', content: 'x'.repeat(9_999) });
  const refusal = await agentic.refusal('update_context', {
    task_id: 'T001',
    content: 'y',
    append: true,
  });
  assert.deepEqual(refusal, ['CONTENT_TOO_LONG', 'content', 'y']);
  assert.equal(agentic.text('context/T001.md'), 'x'.repeat(9_999));
});

inAgentic('what the specification has no code for is INVALID_ARGUMENT', async (agentic) => {
  await agentic.create('a');
  for (const [name, args, field] of [
    ['create_task', {}, 'title'],
    ['create_task', { title: '' }, 'title'],
    ['create_task', { title: ' \n' }, 'title'],
    ['create_task', { title: 'x', subtasks: [''] }, 'subtasks[0]'],
    ['create_task', { title: 'x', subtasks: Array(21).fill('x') }, 'subtasks'],
    ['create_task', { title: 'x', colour: 'red' }, 'colour'],
    ['update_task', { task_id: 'T001', title: '' }, 'title'],
    ['update_task', { task_id: 'T001', subtasks: [{}] }, 'subtasks[0].title'],
    ['update_task', { task_id: 'T001' }, undefined],
    ['list_tasks', { limit: 0 }, 'limit'],
    ['list_tasks', { limit: 101 }, 'limit'],
    ['search_tasks', { query: '' }, 'query'],
    ['search_tasks', { query: '　' }, 'query'],
    ['search_tasks', { query: 'x', search_in: ['body'] }, 'search_in[0]'],
    ['search_tasks', { query: 'x', limit: 51 }, 'limit'],
    ['search_contexts', { query: 'x', limit: 51 }, 'limit'],
    ['list_adrs', { limit: 101 }, 'limit'],
    ['create_adr', { title: 'x', context: 'c', decision: 'd' }, 'rationale'],
    ['update_context', { task_id: 'T001' }, 'content'],
    ['update_context', { task_id: 'T001', content: 'x', append: 'yes' }, 'append'],
    ['update_context', { task_id: 'T001', content: 'x', section: 'a\nb' }, 'section'],
    ['update_context', { task_id: 'T001', content: 'x', section: ' ' }, 'section'],
  ] as const) {
    const { code, details } = await agentic.refused(name, args);
    assert.deepEqual([code, details?.field], ['INVALID_ARGUMENT', field], `${name} ${field}`);
  }
});

inAgentic('TASK_NOT_FOUND, ADR_NOT_FOUND, FILE_NOT_FOUND', async (agentic) => {
  await agentic.create('a');
  for (const [name, args] of [
    ['update_task', { title: 'x' }],
    ['delete_task', {}],
    ['reorder_task', { position: 'first' }],
    ['get_context', {}],
    ['update_context', { content: 'x' }],
  ] as const) {
    const refusal = await agentic.refusal(name, { task_id: 'T404', ...args });
    assert.deepEqual(refusal, ['TASK_NOT_FOUND', 'task_id', 'T404'], name);
  }
  const status = { adr_number: 4, status: 'Accepted' };
  assert.deepEqual(await agentic.refusal('update_adr_status', status), [
    'ADR_NOT_FOUND',
    'adr_number',
    4,
  ]);
  agentic.putTasks(line(' ', 'T001') + line(' ', 'T002'));
  assert.deepEqual(await agentic.refusal('get_context', { task_id: 'T002' }), [
    'FILE_NOT_FOUND',
    'file_path',
    '.todo/context/T002.md',
  ]);
  await agentic.call('update_context', { task_id: 'T002', content: 'x', append: true });
  assert.equal(agentic.text('context/T002.md'), '# T002: T002\n\nx\n', 'which mends it');
});

inAgentic('REFERENCE_TASK_NOT_FOUND, INVALID_POSITION', async (agentic) => {
  await agentic.create('a');
  await agentic.create('b');
  const move = (args: object) => agentic.refusal('reorder_task', { task_id: 'T001', ...args });
  for (const position of ['before', 'after']) {
    assert.deepEqual(await move({ position }), ['INVALID_POSITION', 'position', position]);
    assert.deepEqual(await move({ position, reference_task_id: 'T001' }), [
      'INVALID_POSITION',
      'reference_task_id',
      'T001',
    ]);
    assert.deepEqual(await move({ position, reference_task_id: 'T404' }), [
      'REFERENCE_TASK_NOT_FOUND',
      'reference_task_id',
      'T404',
    ]);
    assert.deepEqual(await move({ position, reference_task_id: 'b' }), [
      'INVALID_TASK_ID',
      'reference_task_id',
      'b',
    ]);
  }
  assert.deepEqual(await move({ position: 'top' }), ['INVALID_POSITION', 'position', 'top']);
});

inAgentic('TASK_LIMIT_EXCEEDED, ADR_LIMIT_EXCEEDED', async (agentic) => {
  const all = Array.from({ length: 999 }, (_, at) => at + 1);
  agentic.putTasks(all.map((number) => line(' ', id(number))).join(''));
  const before = agentic.text('task.md');
  const { code, message } = await agentic.refused('create_task', { title: 'x' });
  assert.equal(code, 'TASK_LIMIT_EXCEEDED');
  assert.match(message, /All 999 ids are taken.*delete tasks/);
  assert.equal(agentic.text('task.md'), before);
  await agentic.call('delete_task', { task_id: 'T500' });
  const left = await agentic.refused('create_task', { title: 'x' });
  assert.equal(left.code, 'TASK_LIMIT_EXCEEDED', 'the history still knows T500');
  assert.match(left.message, /998 tasks are left.*\.todo\/\.history/);
  for (const number of all) {
    agentic.put(
      `adr/adr-${id(number).slice(1)}-x.md`,
      `# ADR-${number}: x\n\n- Status: Accepted\n`,
    );
  }
  assert.equal(
    (await agentic.refused('create_adr', { title: 'x', ...ADR })).code,
    'ADR_LIMIT_EXCEEDED',
  );
  const { adrs, total_count } = await agentic.call<{ adrs: unknown[]; total_count: number }>(
    'list_adrs',
    { limit: 100 },
  );
  assert.deepEqual([adrs.length, total_count], [100, 999]);
});

inAgentic('a number that two records have is an error that names both', async (agentic) => {
  agentic.put('adr/adr-003-a.md', '# A\n');
  agentic.put('adr/adr-003-b.md', '# B\n');
  const { code, message } = await agentic.refused('update_adr_status', {
    adr_number: 3,
    status: 'Accepted',
  });
  assert.equal(code, 'INVALID_ADR_NUMBER');
  assert.match(message, /adr-003-a, adr-003-b/);
});

inAgentic('FILE_READ_ERROR: what is no file, or no plan', async (agentic) => {
  agentic.put('task.md', Buffer.from([0x23, 0x20, 0xff]));
  assert.deepEqual(await agentic.refusal('list_tasks'), [
    'FILE_READ_ERROR',
    'file_path',
    '.todo/task.md',
  ]);
  agentic.put('task.md', '# No plan of ours\n');
  const { code, message } = await agentic.refused('search_tasks', { query: 'x' });
  assert.equal(code, 'FILE_READ_ERROR');
  assert.match(message, /MISSING_FORMAT_HEADER/);
  agentic.putTasks(line(' ', 'T001'));
  mkdirSync(agentic.path('context/T001.md'), { recursive: true });
  assert.deepEqual(await agentic.refusal('get_context', { task_id: 'T001' }), [
    'FILE_READ_ERROR',
    'file_path',
    '.todo/context/T001.md',
  ]);
  const { results, unreadable } = await agentic.call('search_contexts', { query: 'x' });
  assert.deepEqual(results, []);
  assert.deepEqual(unreadable, ['.todo/context/T001.md: not a regular file']);
});

inAgentic('FILE_WRITE_ERROR: a plan with errors is not written', async (agentic) => {
  agentic.putTasks(`${line(' ', 'T001')}- [ ] without an id\n`);
  const before = agentic.text('task.md');
  for (const [name, args] of [
    ['create_task', { title: 'x' }],
    ['update_task', { task_id: 'T001', title: 'x' }],
    ['delete_task', { task_id: 'T001' }],
    ['reorder_task', { task_id: 'T001', position: 'last' }],
  ] as const) {
    const { code, message, details } = await agentic.refused(name, args);
    assert.deepEqual([code, details?.value], ['FILE_WRITE_ERROR', '.todo/task.md'], name);
    assert.match(message, /MISSING_TASK_ID@3/);
  }
  assert.equal(agentic.text('task.md'), before);
  const { diagnostics } = await agentic.call('list_tasks');
  assert.equal((diagnostics as unknown[]).length, 1, 'a reader is told that this is not all');
});

inAgentic('PERMISSION_DENIED: links that lead out', async (agentic) => {
  agentic.putTasks(line(' ', 'T001'));
  mkdirSync(agentic.path('context'));
  symlinkSync('/etc/hostname', agentic.path('context/T001.md'));
  assert.deepEqual(await agentic.refusal('get_context', { task_id: 'T001' }), [
    'PERMISSION_DENIED',
    'file_path',
    '.todo/context/T001.md',
  ]);
  const { unreadable } = await agentic.call('search_contexts', { query: 'a' });
  assert.match(String(unreadable), /leads outside of the root/);
  symlinkSync(tmpdir(), agentic.path('adr'));
  assert.equal((await agentic.refused('list_adrs')).code, 'PERMISSION_DENIED');
  const { code } = await agentic.refused('create_adr', { title: 'x', ...ADR });
  assert.equal(code, 'PERMISSION_DENIED');
});

inAgentic(
  'PERMISSION_DENIED: a server that may not write',
  async (agentic) => {
    agentic.putTasks(line(' ', 'T001'));
    assert.equal((await agentic.refused('create_task', { title: 'x' })).code, 'PERMISSION_DENIED');
    assert.equal((await agentic.list()).length, 1);
  },
  ['--read-only'],
);

// The superuser may do everything.
const isSuperuser = process.getuid?.() === 0;
for (const revision of isSuperuser ? [] : REVISIONS) {
  test(`${revision}: PERMISSION_DENIED: files that may not be read or written`, async (context) => {
    const root = makeProject(context);
    const client = await connect(context, revision, ['--root', root, '--toolsets=agentic-todo']);
    const agentic = new Agentic(new Plans(root, client));
    agentic.putTasks(line(' ', 'T001'));
    agentic.put('context/T001.md', 'x\n');
    chmodSync(agentic.path('context/T001.md'), 0);
    assert.equal(
      (await agentic.refused('get_context', { task_id: 'T001' })).code,
      'PERMISSION_DENIED',
    );
    chmodSync(agentic.path('task.md'), 0o444);
    const { code, details } = await agentic.refused('create_task', { title: 'x' });
    assert.deepEqual([code, details?.value], ['PERMISSION_DENIED', '.todo/task.md']);
    assert.ok(!agentic.has('context/T002.md'), 'nothing is half written');
  });
}

inAgentic('tasks of another form are counted, and left alone', async (agentic) => {
  agentic.put('task.md', `${AGENTIC_HEADER}${line(' ', 'T001')}${line(' ', 't_other')}`);
  const { tasks, total_count, other_tasks } = await agentic.call('list_tasks');
  assert.deepEqual([(tasks as unknown[]).length, total_count, other_tasks], [1, 1, 1]);
});
