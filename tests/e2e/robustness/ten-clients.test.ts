/** Ten clients of `agentic-todo` at once, each with its own server: the number its specification asks for. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { connect } from '../helpers/client.ts';
import { makeProject } from '../helpers/project.ts';
import { succeed } from '../helpers/tools.ts';

const CLIENTS = 10;
const TASKS_EACH = 4;

test('ten clients at once lose nothing and get different ids', async (context) => {
  const root = makeProject(context);
  const flags = ['--root', root, '--toolsets=agentic-todo'];
  const clients = await Promise.all(
    Array.from({ length: CLIENTS }, () => connect(context, '2026-07-28', flags)),
  );
  const kept = await Promise.all(
    clients.map(async (client, number) => {
      const ids: string[] = [];
      for (let count = 0; count < TASKS_EACH; count += 1) {
        const title = `${number}/${count}`;
        const created = await succeed(client, 'create_task', { title, category: `C${number % 3}` });
        const task_id = String(created.task_id);
        ids.push(task_id);
        const log = { content: `- by ${number}`, append: true, section: 'Log' };
        await succeed(client, 'update_context', { task_id, ...log });
        await succeed(client, 'update_task', { task_id, status: 'in_progress' });
        await succeed(client, 'reorder_task', { task_id, position: 'first' });
        const parts = { context: '', decision: '', rationale: '' };
        await succeed(client, 'create_adr', { title: task_id, ...parts });
      }
      await succeed(client, 'delete_task', { task_id: ids.pop() });
      return ids;
    }),
  );
  const ids = kept.flat().sort();
  assert.equal(new Set(ids).size, CLIENTS * (TASKS_EACH - 1));
  const [client] = clients;
  assert.ok(client);
  const { tasks } = await succeed(client, 'list_tasks', { limit: 100 });
  const listed = tasks as { task_id: string; status: string }[];
  assert.deepEqual(listed.map(({ task_id }) => task_id).sort(), ids);
  assert.ok(listed.every(({ status }) => status === 'in_progress'));

  const path = (file: string) => join(root, '.todo', file);
  assert.deepEqual(
    readdirSync(path('context')).sort(),
    ids.map((id) => `${id}.md`),
  );
  for (const id of ids) {
    assert.match(readFileSync(path(`context/${id}.md`), 'utf8'), /## Log\n\n- by \d\n$/);
  }
  const numbers = readdirSync(path('adr')).map((name) => name.slice(0, 'adr-000'.length));
  assert.equal(new Set(numbers).size, CLIENTS * TASKS_EACH, 'every record has its own number');
  // The index page is a follow-up write: the last writer brings it up to date.
  await succeed(client, 'create_task', { title: 'last' });
  const index = readFileSync(path('index.md'), 'utf8');
  for (const id of ids) assert.ok(index.includes(`[${id}](context/${id}.md)`), id);
});
