/** The toolset `scopecraft`: how long its answers are, and how they go on. */
import assert from 'node:assert/strict';
import { inScopecraft, line, type Scopecraft, type Task } from './helpers/scopecraft.ts';

const sizeOf = (answer: object) => Buffer.byteLength(JSON.stringify(answer));

function putMany({ plans }: Scopecraft, parents: number, children: number, body = ''): void {
  const parent = (at: number) =>
    line(' ', `t_01KA36M900ABCDEFGHJKMN${1000 + at}`, 'type=bug tags=api') +
    Array.from(
      { length: children },
      (_, of) => line(' ', `t_${at}_${of}`, '', '  ') + (body && `    > ${body}\n`),
    ).join('');
  plans.put('many', `# Many\n\n${Array.from({ length: parents }, (_, at) => parent(at)).join('')}`);
}

inScopecraft('lists stay near 2 KB by default, and go on', async (scopecraft) => {
  putMany(scopecraft, 60, 3);
  for (const name of ['task_list', 'parent_list']) {
    const answer = await scopecraft.call(name);
    assert.ok(sizeOf(answer) > 1500 && sizeOf(answer) <= 2600, `${name}: ${sizeOf(answer)} bytes`);
    assert.equal(answer.metadata.count, 60);
    assert.equal((await scopecraft.ids(name)).length, 60);
    const { data, message } = await scopecraft.call(name, { limit: 50 });
    assert.equal(data.length, 50);
    assert.match(message, /^50 of 60 /);
  }
  const one = await scopecraft.call('task_get', { id: 't_3_1' });
  assert.ok(sizeOf(one) < 800, `${sizeOf(one)} bytes`);
});

inScopecraft('nothing is too long, whatever a plan holds', async (scopecraft) => {
  const long = 'x'.repeat(50_000);
  putMany(scopecraft, 2, 300, 'A text of some length. '.repeat(20));
  scopecraft.plans.put(
    'long',
    `${line(' ', 't_long', `tags=${'tag,'.repeat(5000)}end`)}  > ${long}\n  > ## Log\n  > ${long}\n${line(' ', 't_longer', '', '  ')}    > ${long}\n`,
  );
  const detailed = { includeContent: true, taskType: 'all', limit: 100 };
  assert.equal((await scopecraft.ids('task_list', detailed)).length, 604);
  await scopecraft.call('parent_list', { includeSubtasks: true, limit: 100 });
  for (const id of ['t_long', 't_longer']) {
    await scopecraft.call('task_get', { id, format: 'full' });
  }
  const { data } = await scopecraft.call<Task>('parent_get', { id: 't_long' });
  assert.ok(data.subtasks?.[0]?.content?.startsWith('xxx'));
  // A parent with more subtasks than fit is read page by page.
  const id = 't_01KA36M900ABCDEFGHJKMN1000';
  const seen: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const { data, metadata } = await scopecraft.call<Task>('parent_get', {
      id,
      ...(cursor && { cursor }),
    });
    seen.push(...(data.subtasks ?? []).map((task) => task.id));
    assert.equal(metadata.count, 300);
    cursor = metadata.nextCursor;
    if (cursor === undefined) break;
  }
  assert.deepEqual(
    seen,
    Array.from({ length: 300 }, (_, of) => `t_0_${of}`),
  );
});
