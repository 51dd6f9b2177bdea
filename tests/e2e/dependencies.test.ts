/** Dependencies in the toolset `plan`: circles of every kind, and both directions on request. */
import assert from 'node:assert/strict';
import { inBothGenerations } from './helpers/plans.ts';

const line = (id: string, attributes = '', indent = '', mark = ' ') =>
  `${indent}- [${mark}] ${id} <!-- long-term-plan:id=${id}${attributes && ` ${attributes}`} -->\n`;

const NESTING = '(a task waits for all that is under it, and for what the task above it waits for)';

inBothGenerations('a task cannot wait for one that it is under', async (plans) => {
  const text =
    line('t_a') + line('t_b', '', '  ') + line('t_c', 'depends=t_a') + line('t_d', 'depends=t_c');
  plans.put('p', text);
  const planId = 'p';
  const cases: [string, object, string][] = [
    [
      'task_update',
      { taskId: 't_b', dependsOn: ['t_a'] },
      `dependsOn would close a circle: t_b → t_a → t_b ${NESTING}`,
    ],
    [
      'task_update',
      { taskId: 't_a', dependsOn: ['t_b'] },
      `dependsOn would close a circle: t_a → t_b → t_a ${NESTING}`,
    ],
    [
      'task_add',
      { title: 'x', parentTaskId: 't_b', dependsOn: ['t_d'] },
      `dependsOn would close a circle: the new task → t_d → t_c → t_a → t_b → the new task ${NESTING}`,
    ],
    [
      'task_move',
      { taskId: 't_d', parentTaskId: 't_a' },
      `task t_d under t_a would close a circle: t_a → t_d → t_c → t_a ${NESTING}`,
    ],
  ];
  for (const [name, args, message] of cases) {
    const error = await plans.refused(name, { planId, ...args });
    assert.deepEqual([error.code, error.message], ['DEPENDENCY_CYCLE', message]);
    assert.ok(Array.isArray(error.details?.cycle));
  }
  assert.equal(plans.text('p'), text);
  await plans.call('task_move', { planId, taskId: 't_c', afterTaskId: 't_d' });
});

inBothGenerations(
  'in a file such a circle is a warning, and nothing else is held up by it',
  async (plans) => {
    plans.put('p', line('t_a') + line('t_b', 'depends=t_a', '  ') + line('t_c'));
    const { errors, warnings } = await plans.call<{
      errors: object[];
      warnings: { code: string; line: number; message: string }[];
    }>('doc_validate', { planId: 'p' });
    assert.deepEqual(errors, []);
    const message = `tasks wait for each other: t_a → t_b → t_a ${NESTING}; remove one of these dependencies`;
    assert.deepEqual(
      warnings.map(({ code, line, message }) => [code, line, message]),
      [['DEPENDENCY_CYCLE', 3, message]],
    );
    await plans.call('task_move', { planId: 'p', taskId: 't_b', position: 'first' });
    await plans.call('task_update', { planId: 'p', taskId: 't_b', status: 'doing' });
    await plans.call('task_add', { planId: 'p', title: 'x', parentTaskId: 't_b' });
  },
  ['--toolsets=plan,doc'],
);

inBothGenerations('what waits for what is shown on request, both ways', async (plans) => {
  plans.put(
    'p',
    line('t_a') +
      line('t_done', '', '', '√') +
      line('t_b', 'depends=t_a,t_done') +
      line('t_b1', '', '  ') +
      line('t_c', 'depends=t_a', '', '√'),
  );
  interface Blocking {
    id: string;
    blockedBy?: string[];
    blocks?: string[];
    children?: Blocking[];
  }
  const task = async (taskId: string, args: object = {}) =>
    (await plans.call<{ task: Blocking }>('task_get', { planId: 'p', taskId, ...args })).task;
  const asked = { includeBlocking: true };
  const { blockedBy, blocks } = await task('t_a', asked);
  assert.deepEqual([blockedBy, blocks], [[], ['t_b']]);
  assert.deepEqual((await task('t_b1', asked)).blockedBy, ['t_a'], 'what holds its parent up too');
  assert.deepEqual((await task('t_done', asked)).blocks, []);
  assert.equal((await task('t_b')).blockedBy, undefined);
  const { plan } = await plans.call<{ plan: { tasks: Blocking[] } }>('plan_get', {
    planId: 'p',
    view: 'flat',
    ...asked,
  });
  assert.deepEqual(
    plan.tasks.map(({ id, blockedBy, blocks }) => [id, blockedBy, blocks]),
    [
      ['t_a', [], ['t_b']],
      ['t_done', [], []],
      ['t_b', ['t_a'], []],
      ['t_b1', ['t_a'], []],
      ['t_c', [], []],
    ],
  );
});
