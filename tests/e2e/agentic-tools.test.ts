/** The toolset `agentic-todo`: each tool as its specification describes it. */
import assert from 'node:assert/strict';
import { readdirSync, statSync, utimesSync } from 'node:fs';
import { AGENTIC_HEADER, inAgentic, line, type TaskHit } from './helpers/agentic.ts';

/** Fields of schemas, and what they have to say at least. */
type Fields = Record<string, Record<string, unknown>>;

function holds(fields: Fields, expected: Fields): void {
  for (const [name, wanted] of Object.entries(expected)) {
    const said = Object.keys(wanted).map((key) => [key, fields[name]?.[key]]);
    assert.deepEqual(Object.fromEntries(said), wanted, name);
  }
}

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

inAgentic('the twelve tools are listed with the limits of the specification', async (agentic) => {
  const { tools } = await agentic.client.listTools();
  assert.deepEqual(
    tools.map(({ name }) => name),
    [
      'create_task',
      'update_task',
      'delete_task',
      'reorder_task',
      'list_tasks',
      'search_tasks',
      'create_adr',
      'update_adr_status',
      'list_adrs',
      'update_context',
      'get_context',
      'search_contexts',
    ],
  );
  const visible = tools.map(({ name, description, inputSchema }) => ({
    name,
    description,
    inputSchema,
  }));
  assert.ok(JSON.stringify(visible).length < 8000, `${JSON.stringify(visible).length} bytes`);
  const properties = (tool: string) =>
    tools.find(({ name }) => name === tool)?.inputSchema.properties as Fields;
  const created = properties('create_task');
  holds(created, {
    title: { type: 'string', minLength: 1, maxLength: 100 },
    category: { type: 'string', maxLength: 50 },
    description: { type: 'string', maxLength: 500 },
    subtasks: { type: 'array', items: { type: 'string', maxLength: 100 }, maxItems: 20 },
  });
  holds(properties('update_task'), {
    task_id: { type: 'string', pattern: '^T[0-9]{3}$' },
    status: { enum: ['todo', 'in_progress', 'done'] },
  });
  holds(properties('update_adr_status'), {
    adr_number: { type: 'integer', minimum: 1, maximum: 999 },
    status: { enum: ['Proposed', 'Accepted', 'Deprecated'] },
    reason: { maxLength: 500 },
  });
  holds(properties('update_context'), {
    content: { maxLength: 10000 },
    section: { maxLength: 50 },
  });
});

inAgentic('create_task makes a task, its subtasks, its context and the index', async (agentic) => {
  const answer = await agentic.call('create_task', {
    title: 'Write the parser',
    category: 'Core',
    description: 'Linear, line by line.',
    subtasks: ['Headings', 'Task lines'],
  });
  assert.deepEqual(Object.keys(answer), ['task_id', 'file_path', 'created_at']);
  assert.equal(answer.task_id, 'T001');
  assert.equal(answer.file_path, '.todo/context/T001.md');
  assert.match(String(answer.created_at), ISO);
  assert.equal(
    agentic.text('task.md'),
    `${AGENTIC_HEADER}
# Tasks

## Core

- [ ] Write the parser <!-- long-term-plan:id=T001 -->
  - [ ] Headings <!-- long-term-plan:id=T001-1 -->
  - [ ] Task lines <!-- long-term-plan:id=T001-2 -->
`,
  );
  assert.equal(
    agentic.text('context/T001.md'),
    '# T001: Write the parser\n\nLinear, line by line.\n',
  );
  const index = agentic.text('index.md');
  assert.match(index, /^<!-- long-term-plan:index -->\n/);
  assert.match(index, /### Core\n\n- \[T001\]\(context\/T001\.md\) \(todo\): Write the parser\n/);
  assert.equal(await agentic.create('No category'), 'T002');
  const [first, second] = await agentic.list();
  assert.deepEqual(first, {
    task_id: 'T002',
    title: 'No category',
    status: 'todo',
    category: '',
    subtasks_count: 0,
    priority: 1,
  });
  assert.deepEqual(
    [second?.task_id, second?.category, second?.subtasks_count],
    ['T001', 'Core', 2],
  );
});

inAgentic('ids are never given twice while anything is left of the old one', async (agentic) => {
  for (const title of ['a', 'b', 'c']) await agentic.create(title);
  await agentic.call('delete_task', { task_id: 'T003' });
  assert.equal(await agentic.create('d'), 'T004', 'the history knows T003');
  agentic.put('context/T010.md', 'kept by hand\n');
  assert.equal(await agentic.create('e'), 'T011', 'the context of T010 is there');
  agentic.put('context/T999.md', 'x\n');
  assert.equal(await agentic.create('f'), 'T005', 'the lowest that is free');
  assert.equal(await agentic.create('g'), 'T006');
});

inAgentic('a creation that was interrupted is taken up again', async (agentic) => {
  await agentic.create('a');
  // What is left when the process dies between the two files.
  agentic.put('context/T002.md', '# T002: b\n\nwhy\n');
  assert.equal(await agentic.create('b', { description: 'why' }), 'T002');
  assert.equal(agentic.text('context/T002.md'), '# T002: b\n\nwhy\n');
  agentic.put('context/T003.md', '# T003: another\n');
  assert.equal(await agentic.create('c'), 'T004');
  assert.match(
    agentic.text('index.md'),
    /## Contexts without a task\n\n- \[T003\]\(<context\/T003\.md>\)\n/,
  );
  const { deleted_files } = await agentic.call('delete_task', { task_id: 'T003' });
  assert.deepEqual(deleted_files, ['.todo/context/T003.md']);
  assert.doesNotMatch(agentic.text('index.md'), /without a task/);
});

inAgentic('update_task changes what is named and says what that was', async (agentic) => {
  const id = await agentic.create('Old', { category: 'A', subtasks: ['one', 'two', 'three'] });
  const answer = await agentic.call('update_task', {
    task_id: id,
    title: 'New',
    status: 'in_progress',
    category: 'B',
    subtasks: [{ title: 'three', status: 'done' }, { title: 'four' }, { title: 'one' }],
  });
  assert.deepEqual(answer.updated_fields, ['title', 'status', 'category', 'subtasks']);
  assert.match(String(answer.updated_at), ISO);
  assert.match(
    agentic.text('task.md'),
    /## B\n\n- \[-\] New <!-- .*T001 -->\n {2}- \[x\] three <!-- .*T001-3 -->\n {2}- \[ \] four <!-- .*T001-4 -->\n {2}- \[ \] one <!-- .*T001-1 -->\n/,
  );
  const same = await agentic.call('update_task', {
    task_id: id,
    title: 'New',
    status: 'in_progress',
  });
  assert.deepEqual(same.updated_fields, []);
  assert.equal(same.updated_at, answer.updated_at, 'nothing has changed since');
  await agentic.call('update_task', { task_id: id, category: '' });
  assert.equal((await agentic.list())[0]?.category, '');
  await agentic.call('update_task', { task_id: id, subtasks: [] });
  assert.equal((await agentic.list())[0]?.subtasks_count, 0);
  await agentic.call('update_task', { task_id: id, subtasks: [{ title: 'five' }] });
  assert.match(
    agentic.text('task.md'),
    /T001-5 -->/,
    'numbers of deleted subtasks are not used again',
  );
});

inAgentic('delete_task takes the task, its subtasks and its context', async (agentic) => {
  const id = await agentic.create('a', { subtasks: ['x'] });
  await agentic.create('b');
  const answer = await agentic.call('delete_task', { task_id: id });
  assert.deepEqual([answer.task_id, answer.deleted_files], [id, ['.todo/context/T001.md']]);
  assert.match(String(answer.deleted_at), ISO);
  assert.ok(!agentic.has('context/T001.md') && agentic.has('context/T002.md'));
  assert.doesNotMatch(agentic.text('task.md'), /T001/);
  assert.doesNotMatch(agentic.text('index.md'), /T001/);
  const [code] = await agentic.refusal('delete_task', { task_id: id });
  assert.equal(code, 'TASK_NOT_FOUND');
});

inAgentic('reorder_task moves the lines of one task, and tells both positions', async (agentic) => {
  const before = `# Tasks\r
\r
## A\r
${line(' ', 'T001').trimEnd()}\r
  > about one\t\r
${line('-', 'T002').trimEnd()}  \r
  - [x] sub <!-- long-term-plan:id=T002-1 -->\r
${line('x', 'T003').trimEnd()}\r
\r
Some words that stay where they are.\r
## B\r
${line(' ', 'T004').trimEnd()}\r
`;
  agentic.putTasks(before);
  const move = async (task_id: string, position: string, reference_task_id?: string) => {
    const args = { task_id, position, ...(reference_task_id && { reference_task_id }) };
    const answer = await agentic.call('reorder_task', args);
    assert.match(String(answer.updated_at), ISO);
    return [answer.old_position, answer.new_position];
  };
  const lines = () => agentic.text('task.md').split('\r\n');
  const all = lines();
  assert.deepEqual(await move('T002', 'last'), [2, 3]);
  const [one, two] = [all.slice(3, 5), all.slice(5, 7)];
  assert.deepEqual(lines(), [...all.slice(0, 3), ...one, all[7], ...two, ...all.slice(8)]);
  assert.deepEqual(await move('T002', 'before', 'T003'), [3, 2]);
  assert.deepEqual(lines(), all, 'back again, byte for byte');
  assert.deepEqual(await move('T003', 'first'), [3, 1]);
  assert.deepEqual(await move('T003', 'first'), [1, 1]);
  assert.deepEqual(await move('T003', 'after', 'T004'), [1, 2]);
  assert.deepEqual(
    (await agentic.list()).map(({ task_id, category, priority }) => [task_id, category, priority]),
    [
      ['T001', 'A', 1],
      ['T002', 'A', 2],
      ['T004', 'B', 1],
      ['T003', 'B', 2],
    ],
  );
});

inAgentic('list_tasks filters by status and category, and counts all', async (agentic) => {
  const tasks = Array.from({ length: 130 }, (_, at) => {
    const id = `T${String(at + 1).padStart(3, '0')}`;
    return line(at % 2 ? 'x' : ' ', id);
  });
  agentic.putTasks(
    `# T\n\n## A\n\n${tasks.slice(0, 100).join('')}\n## B\n\n${tasks.slice(100).join('')}`,
  );
  const count = async (args: object) => {
    const { tasks, total_count } = await agentic.call<{ tasks: unknown[]; total_count: number }>(
      'list_tasks',
      { ...args },
    );
    return [tasks.length, total_count];
  };
  assert.deepEqual(await count({}), [50, 130]);
  assert.deepEqual(await count({ limit: 100 }), [100, 130]);
  assert.deepEqual(await count({ category: 'B' }), [30, 30]);
  assert.deepEqual(await count({ category: 'B', status: 'done', limit: 3 }), [3, 15]);
  assert.deepEqual(await count({ category: 'C' }), [0, 0]);
  assert.deepEqual(await count({ status: 'in_progress' }), [0, 0]);
});

inAgentic('search_tasks looks where it is told to, and ranks what it finds', async (agentic) => {
  agentic.putTasks(
    `# T\n\n${line(' ', 'T001', 'Cache')}${line(' ', 'T002', 'Make the cache faster')}${line('-', 'T003', 'Other')}` +
      `  > The cache is slow.\n${line('x', 'T004', 'Last')}`,
  );
  agentic.put(
    'context/T004.md',
    `# T004\n\nBefore. ${'word '.repeat(30)} the CACHE ${'word '.repeat(30)}\n`,
  );
  const search = async (query: string, search_in?: string[]) => {
    const args = { query, ...(search_in && { search_in }) };
    const { results, total_matches } = await agentic.call<{
      results: TaskHit[];
      total_matches: number;
    }>('search_tasks', args);
    assert.equal(results.length, total_matches);
    for (const { match_score } of results) assert.ok(match_score > 0 && match_score <= 1);
    return results.map(({ task_id, match_score }) => [task_id, match_score]);
  };
  assert.deepEqual(await search('cache'), [
    ['T001', 1],
    ['T002', 0.8],
    ['T003', 0.55],
  ]);
  assert.deepEqual(await search('cache', ['title', 'content', 'context']), [
    ['T001', 1],
    ['T002', 0.8],
    ['T003', 0.55],
    ['T004', 0.35],
  ]);
  assert.deepEqual(await search('cache', ['context']), [['T004', 0.35]]);
  assert.deepEqual(await search('last cache', ['title', 'context']), [['T004', 0.57]]);
  assert.deepEqual(await search('long-term-plan'), [], 'comments with ids are nobody’s words');
  const { results } = await agentic.call<{ results: TaskHit[] }>('search_tasks', {
    query: 'cache',
    search_in: ['context'],
  });
  const excerpt = results[0]?.matched_content ?? '';
  assert.match(excerpt, /^….* the CACHE word.*…$/);
  assert.ok(excerpt.length <= 90);
  assert.deepEqual(Object.keys(results[0] ?? {}), [
    'task_id',
    'title',
    'status',
    'category',
    'match_score',
    'matched_content',
  ]);
});

inAgentic('decision records are made, found by number and listed', async (agentic) => {
  const parts = { context: 'Slow.', decision: 'Use a cache.', rationale: 'It is simple.' };
  const answer = await agentic.call('create_adr', { title: 'Use a cache (LRU)', ...parts });
  assert.equal(answer.adr_id, 'adr-001-use-a-cache-lru');
  assert.equal(answer.file_path, '.todo/adr/adr-001-use-a-cache-lru.md');
  assert.match(String(answer.created_at), ISO);
  assert.equal(
    agentic.text('adr/adr-001-use-a-cache-lru.md'),
    `# ADR-001: Use a cache (LRU)

- Status: Proposed

## Context

Slow.

## Decision

Use a cache.

## Rationale

It is simple.

## Status history

- ${answer.created_at} Proposed
`,
  );
  await agentic.call('create_adr', {
    title: 'Two',
    ...parts,
    consequences: 'None.',
    status: 'Accepted',
  });
  assert.match(agentic.text('index.md'), /## Decisions\n\n- \[adr-001-use-a-cache-lru\]/);
  const listed = await agentic.call<{ adrs: Record<string, unknown>[]; total_count: number }>(
    'list_adrs',
  );
  assert.equal(listed.total_count, 2);
  assert.deepEqual(listed.adrs[0], {
    adr_number: 1,
    title: 'Use a cache (LRU)',
    status: 'Proposed',
    created_at: answer.created_at,
    updated_at: answer.created_at,
  });
  const accepted = await agentic.call<{ adrs: unknown[]; total_count: number }>('list_adrs', {
    status: 'Accepted',
    limit: 1,
  });
  assert.deepEqual([accepted.adrs.length, accepted.total_count], [1, 1]);
});

inAgentic('a status is changed with its reason, and no other byte is', async (agentic) => {
  const file = 'adr/adr-007-by hand.md';
  const before =
    '\ufeff# ADR-007: By hand  \r\n* **Status**: proposed (draft)\r\n\r\n## Notes\t\r\n\r\n```\r\nStatus: no\r\n```\r\nno end';
  agentic.put(file, before);
  const answer = await agentic.call('update_adr_status', {
    adr_number: 7,
    status: 'Accepted',
    reason: 'All agreed.',
  });
  assert.deepEqual(
    [answer.adr_number, answer.old_status, answer.new_status],
    [7, 'proposed', 'Accepted'],
  );
  const after = before.replace('proposed', 'Accepted');
  const added = `\r\n\r\n## Status history\r\n\r\n- ${answer.updated_at} proposed → Accepted: All agreed.\r\n`;
  assert.equal(agentic.text(file), after + added);
  const again = await agentic.call('update_adr_status', { adr_number: 7, status: 'Accepted' });
  assert.equal(again.updated_at, answer.updated_at, 'nothing has changed since');
  assert.equal(agentic.text(file), after + added);
  await agentic.call('update_adr_status', { adr_number: 7, status: 'Deprecated' });
  const { adrs } = await agentic.call<{ adrs: Record<string, unknown>[] }>('list_adrs');
  assert.deepEqual([adrs[0]?.title, adrs[0]?.status], ['By hand', 'Deprecated']);
  assert.equal(adrs[0]?.created_at, answer.updated_at);
});

inAgentic('a context is replaced, appended to, and kept in sections', async (agentic) => {
  await agentic.create('a');
  const update = (content: string, args: object = {}) =>
    agentic.call('update_context', { task_id: 'T001', content, ...args });
  const read = async () =>
    (await agentic.call<{ content: string }>('get_context', { task_id: 'T001' })).content;
  assert.equal(await read(), '# T001: a\n');
  const answer = await update('All new.');
  assert.deepEqual([answer.task_id, answer.file_path], ['T001', '.todo/context/T001.md']);
  assert.equal(await read(), 'All new.');
  await update('More.', { append: true });
  assert.equal(await read(), 'All new.\n\nMore.');
  await update('- found it', { append: true, section: 'Log' });
  await update('- mended it', { append: true, section: 'Log' });
  await update('See elsewhere.', { section: 'Links' });
  assert.equal(
    await read(),
    'All new.\n\nMore.\n\n## Log\n\n- found it\n- mended it\n\n## Links\n\nSee elsewhere.\n',
  );
  await update('Nothing any more.', { section: 'Log' });
  assert.equal(
    await read(),
    'All new.\n\nMore.\n\n## Log\n\nNothing any more.\n\n## Links\n\nSee elsewhere.\n',
  );
  utimesSync(agentic.path('context/T001.md'), 1_700_000_000, 1_700_000_000);
  const { updated_at } = await agentic.call('get_context', { task_id: 'T001' });
  assert.equal(updated_at, '2023-11-14T22:13:20.000Z', 'that of the file');
  const longest = 'あ'.repeat(10_000);
  await update(longest);
  assert.equal(await read(), longest);
});

inAgentic('search_contexts finds them all, the best first', async (agentic) => {
  for (const title of ['a', 'b', 'c']) await agentic.create(title);
  await agentic.call('update_context', { task_id: 'T002', content: 'cache cache cache' });
  await agentic.call('update_context', { task_id: 'T003', content: 'one\nthe cache\nthree' });
  agentic.put('context/notes.md', 'cache');
  const { results, total_matches } = await agentic.call('search_contexts', { query: 'CACHE' });
  assert.equal(total_matches, 2);
  assert.deepEqual(results, [
    {
      task_id: 'T002',
      match_score: 0.63,
      matched_content: 'cache cache cache',
      file_path: '.todo/context/T002.md',
    },
    {
      task_id: 'T003',
      match_score: 0.55,
      matched_content: 'the cache',
      file_path: '.todo/context/T003.md',
    },
  ]);
  const limited = await agentic.call<{ results: unknown[]; total_matches: number }>(
    'search_contexts',
    { query: 'cache', limit: 1 },
  );
  assert.deepEqual([limited.results.length, limited.total_matches], [1, 2]);
});

inAgentic('the index is written when it changes, and only then', async (agentic) => {
  await agentic.create('a');
  utimesSync(agentic.path('index.md'), 1_700_000_000, 1_700_000_000);
  const before = statSync(agentic.path('index.md')).mtimeMs;
  await agentic.call('update_context', { task_id: 'T001', content: 'x' });
  await agentic.call('update_task', { task_id: 'T001', subtasks: [{ title: 'not in it' }] });
  assert.equal(statSync(agentic.path('index.md')).mtimeMs, before);
  await agentic.call('update_task', { task_id: 'T001', status: 'done' });
  assert.notEqual(statSync(agentic.path('index.md')).mtimeMs, before);
  agentic.put('index.md', '# Mine\n');
  await agentic.create('b');
  assert.equal(agentic.text('index.md'), '# Mine\n', 'what somebody wrote is left alone');
  assert.deepEqual(readdirSync(agentic.path('.history')).sort(), [
    '.gitignore',
    'lock',
    'task.jsonl',
  ]);
});
