/** What the writing tools do to a file, and to nothing else in it. */
import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { inBothGenerations, type Plans } from './helpers/plans.ts';

const PLAN = `# Plan

Some words that no tool touches.

## One

- [ ] A <!-- long-term-plan:id=t_a -->
  - [ ] A1 <!-- long-term-plan:id=t_a1 -->
- [ ] B <!-- long-term-plan:id=t_b depends=t_a -->

## Two

- [ ] C <!-- long-term-plan:id=t_c depends=t_a1,t_b -->
`;

interface Written {
  etag: string;
  taskId: string;
}

const etagOf = async (plans: Plans) =>
  (await plans.call<{ etag: string }>('plan_get', { planId: 'p' })).etag;

/** What tells whether a file was written, even with the same bytes. */
function stampOf(plans: Plans): string {
  const { ino, mtimeNs } = statSync(plans.path('p'), { bigint: true });
  return `${ino} ${mtimeNs}`;
}

inBothGenerations('plan_create makes a plan, and the directory with it', async (plans) => {
  const made = await plans.call('plan_create', {
    planId: 'p',
    title: 'New plan',
    bodyMarkdown: 'Why.\r\n\r\n- [ ] no task',
  });
  const path = '.long-term-plan/p.md';
  assert.deepEqual(made, { planId: 'p', path, etag: await etagOf(plans) });
  assert.equal(plans.text('p'), '\n# New plan\n\n> Why.\n>\n> - [ ] no task\n');
  await plans.call('plan_create', { planId: 'q', title: 'Another', template: 'basic' });
  assert.match(plans.text('q'), /^\n# Another\n\n## /);
});

inBothGenerations('plan_update changes title and body', async (plans) => {
  plans.put('p', PLAN);
  await plans.call('plan_update', { planId: 'p', title: 'Better', bodyMarkdown: 'Body' });
  assert.equal(plans.text('p'), PLAN.replace('# Plan\n', '# Better\n\n> Body\n'));
  await plans.call('plan_update', { planId: 'p', clearBody: true });
  assert.match(plans.text('p'), /^# Better\n\nSome words/);
});

inBothGenerations('task_add puts a task where it is told to', async (plans) => {
  plans.put('p', PLAN);
  const add = async (title: string, where: object) =>
    (await plans.call<Written>('task_add', { planId: 'p', title, ...where })).taskId;
  const line = (id: string, title: string) => `- [ ] ${title} <!-- long-term-plan:id=${id} -->\n`;
  const before = await add('Before B', { beforeTaskId: 't_b' });
  const after = await add('After A', { afterTaskId: 't_a' });
  const under = await add('Under A', { parentTaskId: 't_a' });
  const inNew = await add('Elsewhere', { sectionPath: ['Two', 'Three'] });
  const expected = PLAN.replace(
    '- [ ] B',
    `  ${line(under, 'Under A')}${line(after, 'After A')}${line(before, 'Before B')}- [ ] B`,
  );
  assert.equal(plans.text('p'), `${expected}\n### Three\n\n${line(inNew, 'Elsewhere')}`);
  for (const id of [before, after, under, inNew]) assert.match(id, /^t_[0-9A-Za-z]+$/);
});

inBothGenerations(
  'task_add and task_update write attributes, and empty ones clear them',
  async (plans) => {
    plans.put('p', '# P\n\n- [ ] A <!-- long-term-plan:id=t_a -->\n');
    const all = {
      priority: 'highest',
      due: '2031-12-24',
      tags: ['x', 'y'],
      dependsOn: ['t_a'],
      estimate: '3h',
      assignee: 'ada',
      type: 'bug',
      area: 'core',
      state: 'deferred',
    };
    const { taskId } = await plans.call<Written>('task_add', { planId: 'p', title: 'B', ...all });
    const get = async () => {
      const { task } = await plans.call<{ task: object }>('task_get', { planId: 'p', taskId });
      return task;
    };
    const plain = {
      id: taskId,
      title: 'B',
      status: 'todo',
      sectionPath: [],
      childrenCount: 0,
      hasBody: false,
    };
    assert.deepEqual(await get(), { ...plain, ...all });
    const none = Object.fromEntries(
      Object.entries(all).map(([key, value]) => [key, Array.isArray(value) ? [] : '']),
    );
    await plans.call('task_update', { planId: 'p', taskId, ...none });
    assert.deepEqual(await get(), plain);
  },
);

inBothGenerations('a dependency that cannot be is refused', async (plans) => {
  plans.put('p', PLAN);
  const update = (taskId: string, dependsOn: string[]) =>
    plans.refused('task_update', { planId: 'p', taskId, dependsOn });
  const { message: cycle } = await update('t_a', ['t_c']);
  assert.match(cycle, /t_a.*t_c.*t_b.*t_a/);
  const { message: unknown } = await update('t_a', ['t_nowhere']);
  assert.match(unknown, /t_nowhere/);
  assert.equal(plans.text('p'), PLAN);
});

inBothGenerations('a body keeps its Markdown, and is replaced or cleared', async (plans) => {
  plans.put('p', PLAN);
  const body = '# Not a heading\n\n- [ ] not a task\n> quoted\n\n```\n  code\n```';
  await plans.call('task_update', { planId: 'p', taskId: 't_c', bodyMarkdown: body });
  const { task } = await plans.call<{ task: { bodyMarkdown: string } }>('task_get', {
    planId: 'p',
    taskId: 't_c',
  });
  assert.equal(task.bodyMarkdown, body);
  await plans.call('task_update', { planId: 'p', taskId: 't_c', clearBody: true });
  assert.equal(plans.text('p'), PLAN);
});

inBothGenerations('a write that changes nothing leaves the file alone', async (plans) => {
  plans.put('p', PLAN);
  const etag = await etagOf(plans);
  const before = stampOf(plans);
  const calls: [string, object][] = [
    ['task_update', { taskId: 't_a', status: 'todo' }],
    ['task_update', { taskId: 't_a', title: 'A', clearBody: true }],
    ['task_update', { taskId: 't_b', dependsOn: ['t_a'] }],
    ['task_move', { taskId: 't_b', afterTaskId: 't_a' }],
    ['plan_update', { title: 'Plan' }],
    ['task_batch', { ops: [{ op: 'update', taskId: 't_a', status: 'todo' }] }],
  ];
  for (const [name, args] of calls) {
    const answer = await plans.call<Written>(name, { planId: 'p', ...args });
    assert.equal(answer.etag, etag, name);
    assert.equal(stampOf(plans), before, name);
  }
});

inBothGenerations(
  'ifMatch is honoured wherever it is given, and never empty',
  async (plans) => {
    plans.put('p', PLAN);
    const calls: [string, object][] = [
      ['task_add', { title: 'X' }],
      ['task_update', { taskId: 't_a', status: 'todo' }],
      ['task_delete', { taskId: 't_none' }],
      ['task_move', { taskId: 't_a', position: 'last' }],
      ['task_start', { taskId: 't_a' }],
      ['task_batch', { ops: [{ op: 'add', title: 'X' }], dryRun: true }],
      ['plan_update', { title: 'X' }],
      ['doc_repair', { actions: ['addMissingIds'] }],
    ];
    const etag = await etagOf(plans);
    for (const [name, args] of calls) {
      const conflict = await plans.refused(name, { planId: 'p', ...args, ifMatch: 'stale' });
      assert.equal(conflict.message, `CONFLICT: etag mismatch (current=${etag}, ifMatch=stale)`);
      assert.deepEqual(conflict.details, { current: etag });
      const empty = await plans.refused(name, { planId: 'p', ...args, ifMatch: '' });
      assert.match(empty.message, /^ifMatch must not be empty/);
    }
    assert.equal(plans.text('p'), PLAN);
    const { etag: next } = await plans.call<Written>('task_add', {
      planId: 'p',
      title: 'X',
      ifMatch: etag,
    });
    assert.equal(next, await etagOf(plans));
    assert.notEqual(next, etag);
  },
  ['--toolsets=plan,doc'],
);

inBothGenerations(
  'where ifMatch is required, a write without it is refused',
  async (plans) => {
    plans.put('p', PLAN);
    const { message } = await plans.refused('task_add', { planId: 'p', title: 'X' });
    assert.equal(message, 'ifMatch is required');
    await plans.call('task_add', { planId: 'p', title: 'X', ifMatch: await etagOf(plans) });
  },
  ['--require-if-match'],
);

inBothGenerations('task_update without a taskId, when it is clear what is meant', async (plans) => {
  plans.put('p', PLAN);
  const answer = await plans.call<Written>('task_update', {
    planId: 'p',
    status: 'done',
    allowDefaultTarget: true,
    ifMatch: await etagOf(plans),
  });
  assert.deepEqual(answer, { etag: await etagOf(plans), taskId: 't_a' });
  assert.equal(plans.text('p'), PLAN.replace('- [ ] A ', '- [√] A '));
});

inBothGenerations('task_move takes the subtasks along, to every kind of place', async (plans) => {
  // A task cannot be moved under one that it waits for.
  const independent = PLAN.replaceAll(/ depends=[\w,]+/g, '');
  const order = async (move: object) => {
    plans.put('p', independent);
    const answer = await plans.call('task_move', { planId: 'p', ...move });
    assert.deepEqual(Object.keys(answer).sort(), ['etag', 'taskId']);
    const { plan } = await plans.call<{
      plan: { tasks: { id: string; parentId?: string; sectionPath: string[] }[] };
    }>('plan_get', { planId: 'p', view: 'flat' });
    return plan.tasks
      .map(({ id, parentId, sectionPath }) => `${sectionPath.at(-1)}/${parentId ?? ''}/${id}`)
      .join(' ');
  };
  const start = 'One//t_a One/t_a/t_a1 One//t_b Two//t_c';
  assert.equal(
    await order({ taskId: 't_a', afterTaskId: 't_b' }),
    'One//t_b One//t_a One/t_a/t_a1 Two//t_c',
  );
  assert.equal(
    await order({ taskId: 't_c', beforeTaskId: 't_a1' }),
    'One//t_a One/t_a/t_c One/t_a/t_a1 One//t_b',
  );
  assert.equal(
    await order({ taskId: 't_a1', parentTaskId: '' }),
    'One//t_a One//t_b One//t_a1 Two//t_c',
  );
  assert.equal(
    await order({ taskId: 't_b', parentTaskId: 't_a', position: 'first' }),
    'One//t_a One/t_a/t_b One/t_a/t_a1 Two//t_c',
  );
  assert.equal(
    await order({ taskId: 't_a', sectionPath: ['Two'] }),
    'One//t_b Two//t_c Two//t_a Two/t_a/t_a1',
  );
  assert.equal(await order({ taskId: 't_b', position: 'last' }), start);
  const refused = await plans.refused('task_move', {
    planId: 'p',
    taskId: 't_a',
    parentTaskId: 't_a1',
  });
  assert.equal(refused.code, 'INVALID_ARGUMENT', refused.message);
});

inBothGenerations(
  'task_delete takes the subtasks along and tells who waited for them',
  async (plans) => {
    plans.put('p', PLAN);
    const answer = await plans.call('task_delete', { planId: 'p', taskId: 't_a' });
    assert.deepEqual(answer, { etag: await etagOf(plans), deleted: 2, dependants: ['t_b', 't_c'] });
    assert.equal(plans.text('p'), PLAN.replace(/- \[ \] A .*\n {2}- .*\n/, ''));
    const last = await plans.call('task_delete', { planId: 'p', taskId: 't_c' });
    assert.deepEqual(last, { etag: await etagOf(plans), deleted: 1 });
  },
);

inBothGenerations(
  'task_batch is one write, in which later operations name what earlier ones made',
  async (plans) => {
    plans.put('p', PLAN);
    const ops = [
      { op: 'add', ref: 'x', title: 'X', parentTaskId: 't_c' },
      { op: 'add', title: 'Y', parentTaskId: 'ref:x', dependsOn: ['t_b'] },
      { op: 'update', taskId: 'ref:x', status: 'doing' },
      { op: 'move', taskId: 't_b', sectionPath: ['Two'] },
      { op: 'delete', taskId: 't_a1' },
    ];
    const dry = await plans.call<{ etag: string; results: object[] }>('task_batch', {
      planId: 'p',
      ops,
      dryRun: true,
    });
    assert.equal(dry.etag, await etagOf(plans));
    assert.equal(plans.text('p'), PLAN, 'a dry run writes nothing');
    const { results, etag } = await plans.call<{
      etag: string;
      results: { op: string; taskId: string }[];
    }>('task_batch', { planId: 'p', ops });
    assert.equal(etag, await etagOf(plans));
    assert.deepEqual(
      results.map(({ op }) => op),
      ops.map(({ op }) => op),
    );
    const [x, y, updated, moved, deleted] = results.map(({ taskId }) => taskId);
    assert.deepEqual([updated, moved, deleted], [x, 't_b', 't_a1']);
    assert.equal(
      plans.text('p').slice(plans.text('p').indexOf('## One')),
      `## One

- [ ] A <!-- long-term-plan:id=t_a -->

## Two

- [ ] C <!-- long-term-plan:id=t_c depends=t_a1,t_b -->
  - [*] X <!-- long-term-plan:id=${x} -->
    - [ ] Y <!-- long-term-plan:id=${y} depends=t_b -->
- [ ] B <!-- long-term-plan:id=t_b depends=t_a -->
`,
    );
  },
);

inBothGenerations(
  'an operation that fails is named by its number, and nothing is written',
  async (plans) => {
    plans.put('p', PLAN);
    const before = stampOf(plans);
    const good = { op: 'add', title: 'X' };
    for (const [bad, message] of [
      [{ op: 'delete', taskId: 't_9' }, 'ops[1]: Task not found: t_9'],
      [{ op: 'update', taskId: 'ref:no', status: 'done' }, /^ops\[1\]: .*ref:no/],
      [{ op: 'update', taskId: 't_a' }, /^ops\[1\]: At least one of status/],
    ] as const) {
      const error = await plans.refused('task_batch', { planId: 'p', ops: [good, bad] });
      if (typeof message === 'string') assert.equal(error.message, message);
      else assert.match(error.message, message);
      assert.deepEqual(error.details, { index: 1 });
    }
    const { message: none } = await plans.refused('task_batch', { planId: 'p', ops: [] });
    assert.equal(none, 'Argument ops must hold 1 to 500 operations');
    assert.equal(stampOf(plans), before);
  },
);
