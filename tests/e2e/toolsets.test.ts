/**
 * Each toolset through a real client: its tools are listed, one write reaches the disk, one read returns it, and the
 * client finds both as the listed schemas describe them. What the tools do in detail is in `tests/fixtures/calls`.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { connect, REVISIONS } from './helpers/client.ts';
import { forEachRevision, Plans } from './helpers/plans.ts';
import { makeProject } from './helpers/project.ts';

interface Smoke {
  toolset: string;
  tools: string[];
  /** Calls that have to succeed, in order. */
  calls: [name: string, args: Record<string, unknown>][];
  /** What the last call returns, among other things. */
  result: Record<string, unknown>;
  /** The file that the calls wrote, with a text in it. */
  written: [path: string, text: string];
}

const PLAN = '# P\n\n- [ ] A <!-- long-term-plan:id=t_a -->\n';

const SMOKES: Smoke[] = [
  {
    toolset: 'plan',
    tools: ['plan_list', 'task_add', 'task_batch', 'task_next', 'task_start', 'plan_undo'],
    calls: [
      ['plan_create', { planId: 'q', title: 'Q' }],
      ['task_add', { planId: 'q', title: 'New' }],
      ['plan_list', { query: 'q' }],
    ],
    result: {
      plans: [
        {
          planId: 'q',
          title: 'Q',
          path: '.long-term-plan/q.md',
          stats: { total: 1, todo: 1, doing: 0, done: 0 },
        },
      ],
    },
    written: ['.long-term-plan/q.md', '- [ ] New <!-- long-term-plan:id='],
  },
  {
    toolset: 'doc',
    tools: ['doc_validate', 'doc_repair'],
    calls: [
      ['doc_repair', { planId: 'p', actions: ['addMissingIds'] }],
      ['doc_validate', { planId: 'p' }],
    ],
    result: { errors: [], warnings: [] },
    written: ['.long-term-plan/p.md', 'id=t_a'],
  },
  {
    toolset: 'plan,history',
    tools: ['plan_log'],
    calls: [
      ['task_update', { planId: 'p', taskId: 't_a', status: 'done' }],
      ['plan_undo', { planId: 'p' }],
      ['plan_log', { planId: 'p', taskId: 't_none' }],
    ],
    result: { changes: [] },
    written: ['.long-term-plan/.history/p.jsonl', '"tool":"plan_undo"'],
  },
  {
    toolset: 'decisions',
    tools: ['decision_create', 'decision_get', 'decision_list', 'decision_update'],
    calls: [
      ['decision_create', { title: 'Cache', context: 'c', decision: 'd', rationale: 'r' }],
      ['decision_get', { number: 1 }],
    ],
    result: { number: 1, title: 'Cache', status: 'Proposed' },
    written: ['.long-term-plan/adr/adr-001-cache.md', '# ADR-001: Cache'],
  },
  {
    toolset: 'notes',
    tools: ['note_get', 'note_update', 'note_search'],
    calls: [
      ['note_update', { taskId: 't_a', content: 'Found it.' }],
      ['note_get', { taskId: 't_a' }],
    ],
    result: { taskId: 't_a', content: 'Found it.' },
    written: ['.long-term-plan/context/t_a.md', 'Found it.'],
  },
  {
    toolset: 'plan,todolist',
    tools: ['todolist__get', 'todolist__set', 'todolist_promote', 'todolist_load'],
    calls: [
      [
        'todolist__set',
        { todos: [{ content: 'Build', status: 'pending', activeForm: 'Building' }] },
      ],
      ['todolist_promote', { planId: 'p' }],
      ['todolist__get', {}],
    ],
    result: { summary: { total: 1, pending: 1, in_progress: 0, completed: 0 } },
    written: ['.long-term-plan/p.md', '- [ ] Build <!-- long-term-plan:id='],
  },
  {
    toolset: 'todori',
    tools: ['get_tasks', 'create_task', 'get_next_task', 'query_tasks', 'add_subtask'],
    calls: [
      ['create_task', { title: 'New', priority: 'high' }],
      ['get_task_stats', {}],
    ],
    result: { total: 1, byPriority: { high: 1, medium: 0, low: 0 } },
    written: ['.long-term-plan/tasks.md', 'priority=high'],
  },
  {
    toolset: 'agentic-todo',
    tools: ['create_task', 'reorder_task', 'list_tasks', 'create_adr', 'search_contexts'],
    calls: [
      ['create_task', { title: 'New', description: 'Why.' }],
      ['list_tasks', {}],
    ],
    result: { total_count: 1 },
    written: ['.todo/context/T001.md', '# T001: New\n\nWhy.\n'],
  },
  {
    toolset: 'scopecraft',
    tools: ['task_list', 'task_get', 'parent_list', 'parent_get'],
    calls: [['task_get', { id: 't_a' }]],
    result: { success: true, message: 'Task t_a' },
    written: ['.long-term-plan/p.md', PLAN],
  },
];

for (const { toolset, tools, calls, result, written } of SMOKES) {
  forEachRevision(
    `${toolset}: tools are listed, called, and write files`,
    async (plans) => {
      plans.put('p', PLAN);
      // From now on, the client checks results against the listed schemas.
      const listed = (await plans.client.listTools()).tools.map(({ name }) => name);
      assert.equal(new Set(listed).size, listed.length);
      assert.deepEqual(
        tools.filter((name) => !listed.includes(name)),
        [],
      );
      let last: Record<string, unknown> = {};
      for (const [name, args] of calls) last = await plans.call(name, args);
      for (const [key, value] of Object.entries(result)) assert.deepEqual(last[key], value);
      const [path, text] = written;
      assert.ok(readFileSync(join(plans.root, path), 'utf8').includes(text));
    },
    ['--toolsets', toolset],
  );
}

forEachRevision(
  'an error is both text and structured content, in the form of its toolset',
  async (plans) => {
    const error = { code: -32000, message: 'Task not found', details: { taskId: 'x' } };
    const todori = await plans.client.callTool({ name: 'get_task', arguments: { id: 'x' } });
    assert.deepEqual(todori.structuredContent, { error });
    const scopecraft = await plans.client.callTool({ name: 'parent_get', arguments: { id: 'x' } });
    const message = 'Task not found: x';
    assert.deepEqual(scopecraft.structuredContent, {
      success: false,
      error: 'NOT_FOUND',
      message,
    });
    assert.deepEqual(scopecraft.content, [{ type: 'text', text: message }]);
    for (const { isError } of [todori, scopecraft]) assert.equal(isError, true);
  },
  ['--toolsets', 'todori,scopecraft'],
);

forEachRevision(
  'a prompt fails with the code of its specification',
  async ({ client }) => {
    const failed = (args: Record<string, string>, code: number) =>
      assert.rejects(client.getPrompt({ name: 'task_context', arguments: args }), { code });
    await failed({}, -32602);
    await failed({ taskId: '' }, -32602);
    await failed({ taskId: 'x', more: 'y' }, -32602);
    await failed({ taskId: 'x' }, -32000);
  },
  ['--toolsets', 'plan,todori'],
);

forEachRevision(
  'names that two toolsets share are listed once each, dotted on request',
  async (plans) => {
    plans.put('p', PLAN);
    const { tools } = await plans.client.listTools();
    const names = tools.map(({ name }) => name);
    for (const name of ['task.get', 'scopecraft.task_get', 'todolist__set', 'todolist.promote']) {
      assert.ok(names.includes(name), name);
    }
    await plans.call('scopecraft.task_get', { id: 't_a' });
  },
  ['--toolsets', 'plan,scopecraft,todolist', '--tool-names', 'dotted'],
);

for (const revision of REVISIONS) {
  test(`${revision}: each session has its own name, unless it is given a lasting one`, async (context) => {
    const root = makeProject(context);
    const open = async (...flags: string[]) =>
      new Plans(root, await connect(context, revision, ['--root', root, ...flags]));
    const claim = async (session: Plans, taskId: string) =>
      (await session.call('task_start', { planId: 'p', taskId })).assignee;
    const one = await open();
    one.put(
      'p',
      `${PLAN}- [ ] B <!-- long-term-plan:id=t_b -->\n- [ ] C <!-- long-term-plan:id=t_c -->\n`,
    );
    const names = [await claim(one, 't_a'), await claim(await open(), 't_b')];
    for (const name of names) assert.match(String(name), /^end-to-end-[a-z2-9]{5}$/);
    assert.notEqual(names[0], names[1]);
    // The same name may claim the task again, also from another process.
    for (let start = 0; start < 2; start++) {
      assert.equal(await claim(await open('--agent', 'reviewer'), 't_c'), 'reviewer');
    }
  });
}

test('each session has its own todo list, which is never written to disk', async (context) => {
  const root = makeProject(context);
  const flags = ['--root', root, '--toolsets', 'todolist'];
  const open = async () => new Plans(root, await connect(context, '2026-07-28', flags));
  const [one, another] = [await open(), await open()];
  const todos = [{ content: 'Build', status: 'pending', activeForm: 'Building' }];
  await one.call('todolist__set', { todos });
  assert.deepEqual((await another.call('todolist__get')).todos, []);
  assert.deepEqual((await one.call('todolist__get')).todos, todos);
  assert.ok(!existsSync(join(root, '.long-term-plan')));
});
