/** The toolset `todolist`: the examples of its specification, and its way into plans and out of them. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { connect, REVISIONS } from './helpers/client.ts';
import { inBothGenerations, Plans } from './helpers/plans.ts';
import { makeProject } from './helpers/project.ts';

const ALONE = ['--toolsets', 'todolist'];
const BESIDE_PLAN = ['--toolsets', 'plan,todolist'];

type Status = 'pending' | 'in_progress' | 'completed';

const STEPS = [
  ['Run build', 'Running build'],
  ['Fix errors', 'Fixing errors'],
  ['Run tests', 'Running tests'],
] as const;

/** The list of the examples, with these statuses. */
const todos = (...statuses: Status[]) =>
  STEPS.map(([content, activeForm], at) => ({ content, status: statuses[at], activeForm }));

const summary = (total: number, pending: number, in_progress: number, completed: number) => ({
  summary: { total, pending, in_progress, completed },
});

inBothGenerations(
  'a session goes as in the specification',
  async (plans) => {
    assert.deepEqual(await plans.call('todolist__get'), { todos: [], ...summary(0, 0, 0, 0) });
    const steps: [Status[], object][] = [
      [['pending', 'pending', 'pending'], summary(3, 3, 0, 0)],
      [['in_progress', 'pending', 'pending'], summary(3, 2, 1, 0)],
      [['completed', 'in_progress', 'pending'], summary(3, 1, 1, 1)],
      [['completed', 'completed', 'in_progress'], summary(3, 0, 1, 2)],
      [['completed', 'completed', 'completed'], summary(3, 0, 0, 3)],
      // Blocked, and reopened.
      [['completed', 'pending', 'pending'], summary(3, 2, 0, 1)],
    ];
    for (const [statuses, expected] of steps) {
      const list = todos(...statuses);
      assert.deepEqual(await plans.call('todolist__set', { todos: list }), expected);
      assert.deepEqual(await plans.call('todolist__get'), { todos: list, ...expected });
    }
    assert.deepEqual(await plans.call('todolist__set', { todos: [] }), summary(0, 0, 0, 0));
    assert.ok(!existsSync(join(plans.root, '.long-term-plan')), 'nothing is written to disk');
  },
  ALONE,
);

inBothGenerations(
  'a list that breaks a rule changes nothing, and the item is told',
  async (plans) => {
    const kept = todos('completed', 'in_progress', 'pending');
    await plans.call('todolist__set', { todos: kept });
    const good = { content: 'Do', status: 'pending', activeForm: 'Doing' };
    const active = { ...good, status: 'in_progress' };
    const cases: [object[], string, number][] = [
      [[good, { ...good, content: '' }], 'empty_content', 1],
      [[{ ...good, content: ' \t\n\u3000' }], 'empty_content', 0],
      [[good, good, { ...good, activeForm: '  ' }], 'empty_active_form', 2],
      [[active, good, active], 'multiple_in_progress', 2],
      [[{ ...good, status: 'done' }], 'invalid_status', 0],
      [[good, { ...good, status: 3 }], 'invalid_status', 1],
      [[active, active, { ...good, status: 'x' }], 'invalid_status', 2],
    ];
    for (const [list, code, index] of cases) {
      const error = await plans.refused('todolist__set', { todos: list });
      assert.deepEqual([error.code, error.details], [code, { index }], JSON.stringify(list));
      assert.match(error.message, new RegExp(`todos\\[${index}\\]`));
    }
    const { activeForm: _, ...without } = good;
    const wrong: [object, RegExp][] = [
      [{}, /^Argument todos is required/],
      [{ todos: 'x' }, /^Argument todos must be a list/],
      [
        { todos: [{ ...good, id: 1 }] },
        /^Argument todos\[0\]\.id is unknown; valid are: content, /,
      ],
      [{ todos: [without] }, /^Argument todos\[0\]\.activeForm is required/],
      [{ todos: [{ content: 'x', activeForm: 'y' }] }, /^Argument todos\[0\]\.status is required/],
      [{ todos: [], merge: true }, /^Argument merge is unknown; valid are: todos/],
    ];
    for (const [args, message] of wrong) {
      const error = await plans.refused('todolist__set', { ...args });
      assert.equal(error.code, 'INVALID_ARGUMENT');
      assert.match(error.message, message);
    }
    const get = await plans.refused('todolist__get', { index: 1 });
    assert.match(get.message, /^Argument index is unknown; valid are: none/);
    const long = Array.from({ length: 2000 }, () => good);
    assert.equal((await plans.refused('todolist__set', { todos: long })).code, 'TOO_LONG');
    assert.deepEqual((await plans.call('todolist__get')).todos, kept);
  },
  ALONE,
);

inBothGenerations(
  'its names are the specification’s own, dotted or not',
  async (plans) => {
    const { tools } = await plans.client.listTools();
    const names = tools.map(({ name }) => name);
    assert.deepEqual(
      names.filter((name) => name.startsWith('todolist')),
      ['todolist__get', 'todolist__set', 'todolist.promote', 'todolist.load'],
    );
    await plans.call('todolist__set', { todos: todos('pending', 'pending', 'pending') });
  },
  [...BESIDE_PLAN, '--tool-names', 'dotted'],
);

inBothGenerations(
  'without plans, a list has nowhere to go',
  async (plans) => {
    const { tools } = await plans.client.listTools();
    const names = tools.map(({ name }) => name);
    assert.deepEqual(names, ['todolist__get', 'todolist__set']);
    assert.deepEqual(tools[0]?.inputSchema, {
      type: 'object',
      properties: {},
      additionalProperties: false,
    });
    const item = tools[1]?.inputSchema.properties?.todos as { items: Record<string, unknown> };
    assert.deepEqual(item.items.required, ['content', 'status', 'activeForm']);
    assert.equal(item.items.additionalProperties, false);
    for (const name of ['todolist_promote', 'todolist_load']) {
      assert.equal((await plans.refused(name, { planId: 'x' })).code, 'UNKNOWN_TOOL');
    }
  },
  ALONE,
);

inBothGenerations(
  'a list becomes tasks of a plan, and tasks become a list',
  async (plans) => {
    await plans.call('plan_create', { planId: 'release', title: 'Release' });
    const planId = 'release';
    assert.equal((await plans.refused('todolist_promote', { planId })).code, 'EMPTY_LIST');
    const list = todos('completed', 'in_progress', 'pending');
    await plans.call('todolist__set', { todos: list });
    const { taskId } = await plans.call<{ taskId: string }>('task_add', { planId, title: 'Ship' });
    const promoted = await plans.call<{ taskIds: string[]; etag: string }>('todolist_promote', {
      planId,
      parentTaskId: taskId,
    });
    const [build, fix, tests] = promoted.taskIds;
    const line = (mark: string, title: string, id = '') =>
      `- [${mark}] ${title} <!-- long-term-plan:id=${id} -->\n`;
    assert.ok(
      plans
        .text(planId)
        .endsWith(
          `${line(' ', 'Ship', taskId)}  ${line('√', 'Run build', build)}  ${line('*', 'Fix errors', fix)}  ${line(' ', 'Run tests', tests)}`,
        ),
      plans.text(planId),
    );
    assert.deepEqual((await plans.call('todolist__get')).todos, list, 'the list stays');
    const busy = await plans.refused('todolist_load', { planId, taskId });
    assert.equal(busy.code, 'NOT_EMPTY');
    assert.match(busy.message, /2.*replace=true/);
    await plans.call('task_update', { planId, taskId: build, status: 'doing' });
    await plans.call('task_update', { planId, taskId: tests, status: 'done' });
    const loaded = await plans.call('todolist_load', { planId, taskId, replace: true });
    const expected = [
      { content: 'Run build', status: 'in_progress', activeForm: 'Working on: Run build' },
      { content: 'Fix errors', status: 'pending', activeForm: 'Working on: Fix errors' },
      { content: 'Run tests', status: 'completed', activeForm: 'Working on: Run tests' },
    ];
    assert.deepEqual(loaded, { todos: expected, ...summary(3, 1, 1, 1) });
    assert.deepEqual(await plans.call('todolist__get'), loaded);
    const rest = await plans.call<{ taskIds: string[] }>('todolist_promote', {
      planId,
      sectionPath: ['Next'],
      includeCompleted: false,
    });
    assert.equal(rest.taskIds.length, 2);
    assert.match(plans.text(planId), /## Next\n+- \[\*\] Run build .*\n- \[ \] Fix errors .*\n$/);
    const stale = await plans.refused('todolist_promote', { planId, ifMatch: promoted.etag });
    assert.equal(stale.code, 'CONFLICT');
    const missing = { planId, taskId: 't_no', replace: true };
    assert.equal((await plans.refused('todolist_load', missing)).code, 'NOT_FOUND');
    const childless = { planId, taskId: fix, replace: true };
    assert.equal((await plans.refused('todolist_load', childless)).code, 'NOT_A_PARENT');
    assert.deepEqual(await plans.call('todolist__get'), loaded, 'refusals change nothing');
  },
  BESIDE_PLAN,
);

for (const revision of REVISIONS) {
  test(`${revision}: each session has a list of its own`, async (context) => {
    const root = makeProject(context);
    const open = async () =>
      new Plans(root, await connect(context, revision, ['--root', root, ...ALONE]));
    const [one, other] = [await open(), await open()];
    await one.call('todolist__set', { todos: todos('pending', 'pending', 'pending') });
    assert.deepEqual((await other.call('todolist__get')).todos, []);
    await other.call('todolist__set', { todos: todos('completed', 'pending', 'pending') });
    assert.deepEqual(
      (await one.call('todolist__get')).todos,
      todos('pending', 'pending', 'pending'),
    );
    assert.deepEqual((await (await open()).call('todolist__get')).todos, []);
  });
}

inBothGenerations(
  'a server that is read-only has no list to set',
  async (plans) => {
    const { tools } = await plans.client.listTools();
    assert.ok(tools.every(({ name }) => name !== 'todolist__set'));
    assert.equal((await plans.refused('todolist__set', { todos: [] })).code, 'READ_ONLY');
  },
  [...ALONE, '--read-only'],
);
