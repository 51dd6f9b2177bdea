/** How long the answers of the toolset `todori` may be: small as a rule, and bounded whatever the plan holds. */
import assert from 'node:assert/strict';
import { inTodori, line, type Next } from './helpers/todori.ts';

const sizeOf = (answer: object) => Buffer.byteLength(JSON.stringify(answer));

inTodori('answers about usual tasks stay under 2 KB', async (todori) => {
  const task = (at: number) =>
    `- [ ] Write part ${at} <!-- long-term-plan:id=t_01KA${at}XYZ${at > 0 ? ` depends=t_01KA${at - 1}XYZ` : ''} -->
  > What has to be done here, in a sentence or two, and why it matters.
  - [ ] Test it <!-- long-term-plan:id=t_01KB${at}XYZ seq=1 -->
`;
  todori.put(Array.from({ length: 60 }, (_, at) => task(at)).join(''));
  const id = 't_01KA5XYZ';
  for (const [name, args] of [
    ['get_tasks', {}],
    ['query_tasks', { sort: { field: 'priority' } }],
    ['get_task', { id }],
    ['get_next_task', {}],
    ['get_task_stats', {}],
    ['create_task', { title: 'New', dependencies: [id] }],
    ['update_task', { id, status: 'in-progress' }],
    ['add_subtask', { parentId: id, title: 'Step' }],
    ['update_subtask', { subtaskId: `${id}.2`, status: 'done' }],
    ['delete_subtask', { subtaskId: `${id}.1` }],
    ['delete_task', { id }],
  ] as const) {
    const size = sizeOf(await todori.call(name, { ...args }));
    assert.ok(size < 2048, `${name}: ${size} bytes`);
  }
});

// `call` and `refused` check that nothing is longer than 40,000 characters.
inTodori('nothing is ever very long', async (todori) => {
  const long = 'x'.repeat(100_000);
  const many = Array.from({ length: 3000 }, (_, at) => `t_${at}`);
  const titled = (id: string, rest = '') =>
    `- [ ] ${long.slice(0, 2000)} <!-- long-term-plan:id=${id}${rest} -->\n`;
  todori.put(
    `${titled('t_it', ` depends=${many.join(',')}`)}  > ${long}\n` +
      many
        .map((id, at) => `  - [ ] ${id}s <!-- long-term-plan:id=${id}s seq=${at + 1} -->\n`)
        .join('') +
      many.map((id) => titled(id)).join('') +
      many.map((id) => line(' ', `${id}d`, 'depends=t_0')).join(''),
  );
  const everything = ['id', 'title', 'description', 'dependencies', 'subtasks', 'metadata'];
  for (const [name, args] of [
    ['get_tasks', {}],
    ['get_tasks', { limit: 20 }],
    ['query_tasks', { fields: everything, limit: 20 }],
    ['get_task', { id: 't_it' }],
    ['get_task', { id: 't_0' }],
    ['get_task_stats', {}],
    ['update_task', { id: 't_it', priority: 'high' }],
    ['add_subtask', { parentId: 't_it', title: 'one more' }],
  ] as const) {
    await todori.call(name, { ...args });
  }
  const next = await todori.call<Next>('get_next_task', { priority: 'medium' });
  assert.ok(sizeOf(next) < 3000, `get_next_task: ${sizeOf(next)} bytes`);
  const full = await todori.call('get_task', { id: 't_it' });
  assert.equal(full.subtasks.length + (full.subtasksLeftOut ?? 0), 3001);
  assert.match(full.description ?? '', /^x+… \(cut off; the plan file has all\)$/);
  for (const [name, args] of [
    ['get_task', { id: long }],
    ['create_task', { title: long }],
    ['create_task', { title: 'x', dependencies: [long] }],
    ['get_tasks', { createdAfter: long }],
    ['get_tasks', { status: long }],
    ['get_tasks', { [long]: 1 }],
    ['delete_subtask', { subtaskId: long }],
    ['update_task', { id: 't_0', dependencies: ['t_it'] }],
  ] as const) {
    const error = await todori.refused(name, { ...args });
    assert.ok(sizeOf(error) < 40_000, `${name}: ${sizeOf(error)} bytes`);
  }
});
