/** Ten clients of `agentic-todo` at once, each with a server of its own. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { Agentic } from './helpers/agentic.ts';
import { connect, REVISIONS } from './helpers/client.ts';
import { Plans } from './helpers/plans.ts';
import { makeProject } from './helpers/project.ts';

const CLIENTS = 10;
const EACH = 4;

test('ten clients at once lose nothing and share no id', async (context) => {
  const root = makeProject(context);
  const flags = ['--root', root, '--toolsets=agentic-todo'];
  const all = await Promise.all(
    Array.from({ length: CLIENTS }, async (_, number) => {
      const revision = REVISIONS[number % REVISIONS.length] ?? REVISIONS[0];
      return new Agentic(new Plans(root, await connect(context, revision, flags)));
    }),
  );
  const made = await Promise.all(
    all.map(async (agentic, number) => {
      const ids: string[] = [];
      for (let at = 0; at < EACH; at += 1) {
        const id = await agentic.create(`${number}/${at}`, { category: `C${number % 3}` });
        ids.push(id);
        const content = `- by ${number}`;
        await agentic.call('update_context', {
          task_id: id,
          content,
          append: true,
          section: 'Log',
        });
        await agentic.call('update_task', { task_id: id, status: 'in_progress' });
        const first = { task_id: id, position: 'first' };
        await agentic.call('reorder_task', first);
        await agentic.call('create_adr', { title: id, context: '', decision: '', rationale: '' });
      }
      const gone = ids.pop();
      await agentic.call('delete_task', { task_id: gone });
      return ids;
    }),
  );
  const ids = made.flat().sort();
  assert.equal(new Set(ids).size, CLIENTS * (EACH - 1));
  const [agentic] = all;
  assert.ok(agentic);
  const listed = await agentic.list({ limit: 100 });
  assert.deepEqual(listed.map(({ task_id }) => task_id).sort(), ids);
  assert.ok(listed.every(({ status }) => status === 'in_progress'));
  assert.deepEqual(
    readdirSync(agentic.path('context')).sort(),
    ids.map((id) => `${id}.md`),
  );
  for (const id of ids) assert.match(agentic.text(`context/${id}.md`), /## Log\n\n- by \d\n$/);
  const records = readdirSync(agentic.path('adr')).map((name) => name.slice(0, 7));
  assert.equal(new Set(records).size, CLIENTS * EACH, 'every record has a number of its own');
  // The index is good to have: the last writer brought it up to date.
  await agentic.create('last');
  const index = agentic.text('index.md');
  for (const id of ids) assert.ok(index.includes(`[${id}](context/${id}.md)`), id);
});
