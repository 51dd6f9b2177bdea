/** The prompts of the toolset `todori`, in the form of its specification. */
import assert from 'node:assert/strict';
import { inTodori, line } from './helpers/todori.ts';

inTodori('session_restore tells where the project stands', async (todori) => {
  assert.equal(
    await todori.prompt('session_restore'),
    `# Project Status

Total Tasks: 0
- Pending: 0
- In Progress: 0
- Blocked: 0
- Done: 0
- Deferred: 0

## Next Task to Work On
There are no tasks yet

## Recent Updates (5 most recent)
None
`,
  );
  const first = await todori.call('create_task', { title: 'First', priority: 'low' });
  await todori.call('create_task', { title: 'Second', priority: 'high', description: 'Do it.' });
  await todori.call('create_task', { title: 'Third', status: 'blocked' });
  await todori.call('update_task', { id: first.id, status: 'done' });
  const said = await todori.prompt('session_restore');
  assert.ok(
    said.startsWith(`# Project Status

Total Tasks: 3
- Pending: 1
- In Progress: 0
- Blocked: 1 (review dependencies)
- Done: 1
- Deferred: 0

## Next Task to Work On
Second (priority: high)
Do it.

## Recent Updates (5 most recent)
1. `),
    said,
  );
});

inTodori('task_context tells what matters for a task', async (todori) => {
  todori.put(
    line('√', 't_done') +
      `${line('*', 't_it', 'priority=high depends=t_done,t_open')}  > Full text.\n` +
      line('√', 't_s1', 'seq=1', '  ') +
      line(' ', 't_s2', 'seq=2', '  ') +
      line(' ', 't_open') +
      line(' ', 't_after', 'depends=t_it'),
  );
  assert.equal(
    await todori.prompt('task_context', { taskId: 't_it' }),
    `# Task: t_it

Status: in-progress
Priority: high

## Description
Full text.

## Dependencies
- t_done - status: done ✓
- t_open - status: pending

## Dependent Tasks (blocked by this)
- t_after

## Subtasks (1/2 complete)
- [x] t_s1
- [ ] t_s2
`,
  );
  const { id, metadata } = await todori.call('create_task', { title: 'New' });
  const today = metadata.created?.slice(0, 10);
  const said = await todori.prompt('task_context', { taskId: id });
  assert.match(
    said,
    new RegExp(`^# Task: New\\n\\nStatus: pending\\nPriority: medium\\nCreated: ${today}\\n`),
  );
  await assert.rejects(todori.prompt('task_context', { taskId: 'none' }), /Task not found/);
});

inTodori('prompts stay under 2 KB, whatever the plan holds', async (todori) => {
  for (const long of ['x'.repeat(3000), '検索'.repeat(1500)]) {
    const many = Array.from({ length: 50 }, (_, at) => `t_${at}`);
    const titled = (mark: string, id: string, rest = '') =>
      `- [${mark}] ${long} <!-- long-term-plan:id=${id}${rest} -->\n`;
    todori.put(
      `${titled('*', 't_it', ` depends=${many.join(',')}`)}  > ${long}\n` +
        many.map((id) => `  ${titled(' ', `${id}s`)}`).join('') +
        many.map((id) => titled('√', id)).join('') +
        many.map((id) => titled(' ', `${id}d`, ' depends=t_it')).join(''),
    );
    for (const [name, args] of [
      ['session_restore', {}],
      ['task_context', { taskId: 't_it' }],
    ] as const) {
      const said = await todori.prompt(name, args);
      assert.ok(Buffer.byteLength(said) < 2048, `${name}: ${Buffer.byteLength(said)} bytes`);
      assert.match(said, /get_task has/);
    }
  }
});
