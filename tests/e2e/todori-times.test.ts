/** The toolset `todori`: what it knows of times, from ids and from the history. */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { inTodori, line } from './helpers/todori.ts';

const DAY = 24 * 60 * 60 * 1000;
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The id of a task that was made that many days ago. */
function madeDaysAgo(days: number, end = '0'): string {
  let time = Math.round(Date.now() - days * DAY);
  let digits = '';
  for (let at = 0; at < 10; at++) {
    digits = DIGITS[time % 32] + digits;
    time = Math.floor(time / 32);
  }
  return `t_${digits}${'0'.repeat(15)}${end}`;
}

interface Stats {
  avgCompletionDays: number | null;
}

inTodori('what is done has a time, and counts for the average', async (todori) => {
  const [slow, quick] = [madeDaysAgo(6.2), madeDaysAgo(2.2)];
  todori.put(line('*', slow) + line(' ', quick) + line('√', madeDaysAgo(90)));
  const stats = () => todori.call<Stats>('get_task_stats');
  assert.equal(
    (await stats()).avgCompletionDays,
    null,
    'nothing is known of what was done by hand',
  );
  const done = await todori.call('update_task', { id: slow, status: 'done' });
  const { created = '', updated = '', completed } = done.metadata;
  assert.ok(created < updated);
  assert.equal(completed, updated);
  assert.equal((await stats()).avgCompletionDays, 6.2);
  await todori.call('update_task', { id: quick, status: 'done' });
  assert.equal((await stats()).avgCompletionDays, 4.2);
  const renamed = await todori.call('update_task', { id: slow, title: 'Renamed' });
  assert.equal(renamed.metadata.completed, completed, 'it was done when it was done');
  assert.ok((renamed.metadata.updated ?? '') > updated);
  assert.deepEqual(await todori.call('get_task', { id: slow }), renamed);
  const open = await todori.call('update_task', { id: quick, status: 'pending' });
  assert.equal(open.metadata.completed, undefined);
  assert.equal((await stats()).avgCompletionDays, 6.2);
});

inTodori('lists are filtered and sorted by what was changed last', async (todori) => {
  const [a, b, c] = [madeDaysAgo(3, 'A'), madeDaysAgo(2, 'B'), madeDaysAgo(1, 'C')];
  todori.put(line(' ', a) + line(' ', b) + line(' ', c) + line(' ', 't_hand'));
  const { metadata } = await todori.call('update_task', { id: a, priority: 'high' });
  const { updated = '' } = metadata;
  const last = new Date(Date.parse(updated) - 1).toISOString();
  assert.deepEqual(await todori.ids('get_tasks', { updatedAfter: last }), [a]);
  assert.deepEqual(await todori.ids('get_tasks', { updatedBefore: updated }), [b, c]);
  assert.deepEqual(await todori.ids('get_tasks', { updatedAfter: updated }), []);
  const sort = { field: 'updated', order: 'desc' };
  assert.deepEqual(await todori.ids('query_tasks', { sort }), [a, c, b, 't_hand']);
});

inTodori('without a history, tasks are as old as their ids', async (todori) => {
  const { id } = await todori.call('create_task', { title: 'One' });
  await todori.call('add_subtask', { parentId: id, title: 'S' });
  await todori.call('update_task', { id, status: 'done' });
  rmSync(join(todori.plans.root, '.long-term-plan', '.history', 'tasks.jsonl'));
  const { metadata } = await todori.call('get_task', { id });
  assert.deepEqual(metadata, { created: metadata.created, updated: metadata.created });
  const { subtasks } = await todori.call('add_subtask', { parentId: id, title: 'T' });
  assert.deepEqual(
    subtasks.map((subtask) => subtask.id),
    [`${id}.1`, `${id}.2`],
  );
});

inTodori('the last five changes are told, whoever made them', async (todori) => {
  const one = await todori.call('create_task', { title: 'One' });
  const two = await todori.call('create_task', { title: 'Two', dependencies: [one.id] });
  await todori.call('update_task', { id: one.id, status: 'blocked' });
  await todori.call('update_task', { id: one.id, description: 'More' });
  await todori.call('add_subtask', { parentId: two.id, title: 'Step' });
  await todori.call('update_subtask', { subtaskId: `${two.id}.1`, status: 'in-progress' });
  await todori.call('delete_task', { id: one.id });
  const said = await todori.prompt('session_restore');
  assert.deepEqual(said.slice(said.indexOf('## Recent')).split('\n').slice(1, -1), [
    '1. One - deleted',
    '2. Two - dependencies changed',
    '3. Step - status changed to in-progress',
    '4. Step - created',
    '5. One - description changed',
  ]);
});
