/** Which task is next and why, and how tasks are claimed and given back. */
import assert from 'node:assert/strict';
import { inBothGenerations, type Plans } from './helpers/plans.ts';

interface Next {
  task?: { id: string; bodyMarkdown?: string };
  reason: string;
}
interface Claimed {
  taskId: string;
  title: string;
  assignee?: string;
  reason?: string;
  etag: string;
}

/** A task's line from its mark, id and attributes. */
const line = (mark: string, id: string, attributes = '') =>
  `- [${mark}] ${id} <!-- long-term-plan:id=${id}${attributes && ` ${attributes}`} -->\n`;

inBothGenerations('task_next explains its choice', async (plans) => {
  const cases: [string, string | undefined, string][] = [
    [line(' ', 't_1') + line('*', 't_2'), 't_2', 'in progress already'],
    [line(' ', 't_1') + line(' ', 't_2'), 't_1', 'first of 2 ready tasks in the plan'],
    [
      line(' ', 't_1') + line(' ', 't_2', 'priority=high'),
      't_2',
      'priority high is the highest of 2 ready tasks',
    ],
    [
      line(' ', 't_1', 'depends=t_2') + line(' ', 't_2'),
      't_2',
      'first of 1 ready task in the plan; 1 other waits for dependencies',
    ],
    [
      line(' ', 't_1', 'state=blocked') + line(' ', 't_2', 'state=deferred') + line(' ', 't_3'),
      't_3',
      'first of 1 ready task in the plan',
    ],
    [
      line(' ', 't_1', 'depends=t_2') + line('√', 't_2', 'state=cancelled'),
      't_1',
      'first of 1 ready task in the plan',
    ],
    ['', undefined, 'the plan has no tasks'],
    [line('√', 't_1'), undefined, 'the only task is done'],
    [line('√', 't_1') + line('√', 't_2'), undefined, 'all 2 tasks are done'],
    [
      line(' ', 't_1', 'state=blocked'),
      undefined,
      'nothing is ready: 1 blocked or deferred, 0 waiting for dependencies, the rest with others',
    ],
  ];
  for (const [text, id, reason] of cases) {
    plans.put('p', `# P\n\n${text}`);
    const next = await plans.call<Next>('task_next', { planId: 'p' });
    assert.deepEqual([next.task?.id, next.reason], [id, reason]);
  }
});

inBothGenerations(
  'task_next leaves out what others have, and the body when told to',
  async (plans) => {
    plans.put('p', `${line(' ', 't_1', 'assignee=ada')}  > Body\n${line(' ', 't_2')}`);
    const next = (args: object) => plans.call<Next>('task_next', { planId: 'p', ...args });
    assert.equal((await next({ assignee: 'bob' })).task?.id, 't_2');
    assert.equal((await next({ assignee: 'ada' })).task?.bodyMarkdown, 'Body');
    assert.equal((await next({ includeBody: false })).task?.bodyMarkdown, undefined);
  },
);

const assigned = (plans: Plans) => /assignee=(\S+)/.exec(plans.text('p'))?.[1];

inBothGenerations('task_start claims for the client that asks', async (plans) => {
  plans.put('p', line(' ', 't_1', 'state=deferred') + line(' ', 't_2'));
  const claimed = await plans.call<Claimed>('task_start', { planId: 'p' });
  assert.match(claimed.assignee ?? '', /^end-to-end-\w+$/);
  assert.deepEqual(
    { ...claimed, etag: '', assignee: '' },
    {
      taskId: 't_2',
      title: 't_2',
      assignee: '',
      reason: 'first of 1 ready task in the plan',
      etag: '',
    },
  );
  assert.equal(
    plans.text('p'),
    line(' ', 't_1', 'state=deferred') + line('*', 't_2', `assignee=${claimed.assignee}`),
  );
  const again = await plans.call<Claimed>('task_start', { planId: 'p', taskId: 't_2' });
  assert.equal(again.etag, claimed.etag, "one's own is a no-op");
  const rested = await plans.call<Claimed>('task_start', { planId: 'p', taskId: 't_1' });
  assert.equal(rested.assignee, claimed.assignee);
  assert.ok(!plans.text('p').includes('deferred'), 'what is started rests no longer');
});

inBothGenerations('task_start refuses what is not to be had', async (plans) => {
  const text =
    line('*', 't_his', 'assignee=ada') + line('√', 't_done') + line(' ', 't_late', 'depends=t_his');
  plans.put('p', text);
  for (const [taskId, code, message] of [
    ['t_his', 'CLAIMED', 'Task t_his is assigned to ada; choose another, or use force'],
    ['t_done', 'ALREADY_DONE', 'Task t_done is done; use force to start it again'],
    ['t_late', 'NOT_READY', 'Task t_late waits for t_his; use force to start it anyway'],
  ] as const) {
    const error = await plans.refused('task_start', { planId: 'p', taskId });
    assert.deepEqual([error.code, error.message], [code, message]);
  }
  const nothing = await plans.refused('task_start', { planId: 'p' });
  assert.equal(nothing.code, 'NOTHING_READY');
  assert.match(nothing.message, /^No task can be started: /);
  assert.equal(plans.text('p'), text);
  const forced = await plans.call<Claimed>('task_start', {
    planId: 'p',
    taskId: 't_his',
    assignee: 'bob',
    force: true,
  });
  assert.equal(forced.assignee, 'bob');
  assert.equal(assigned(plans), 'bob');
});

inBothGenerations('what was claimed can be given back, by its owner or by force', async (plans) => {
  plans.put('p', line('*', 't_1', 'assignee=ada'));
  const release = { planId: 'p', taskId: 't_1', release: true };
  const { code } = await plans.refused('task_start', release);
  assert.equal(code, 'CLAIMED');
  const released = await plans.call<Claimed>('task_start', { ...release, assignee: 'ada' });
  assert.equal(released.assignee, undefined);
  assert.equal(plans.text('p'), line(' ', 't_1'));
  plans.put('p', line('*', 't_1', 'assignee=ada'));
  await plans.call('task_start', { ...release, force: true });
  assert.equal(plans.text('p'), line(' ', 't_1'));
});

inBothGenerations('of many who claim at once, each gets a task of its own', async (plans) => {
  plans.put('p', Array.from({ length: 10 }, (_, at) => line(' ', `t_${at}`)).join(''));
  const claims = Array.from({ length: 10 }, (_, at) =>
    plans.call<Claimed>('task_start', { planId: 'p', assignee: `agent-${at}` }),
  );
  const ids = (await Promise.all(claims)).map(({ taskId }) => taskId);
  assert.equal(new Set(ids).size, 10);
});
