/** Many processes that write the same plan at once. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@modelcontextprotocol/client';
import { connect } from '../helpers/client.ts';
import { ltpBin, run } from '../helpers/commands.ts';
import { makeProject } from '../helpers/project.ts';
import {
  call,
  fail,
  leftovers,
  openSession,
  PLANS,
  planFile,
  succeed,
  tasksIn,
} from '../helpers/tools.ts';
import { type Acknowledged, Writers } from '../helpers/writers.ts';

const PROCESSES = 4;
/** Run it for longer after a change of the lock. */
const KILL_SECONDS = Number(process.env.LTP_KILL_SECONDS ?? 20);
const LONGEST_DELAY_MS = 1000;

async function makeShared(context: TestContext) {
  const root = makeProject(context);
  const { client } = await openSession(context, root);
  await succeed(client, 'plan_create', { planId: 'shared', title: 'Shared' });
  return { root, client, file: planFile(root, 'shared') };
}

async function assertValid(client: Client): Promise<void> {
  const { errors } = await succeed(client, 'doc_validate', { planId: 'shared' });
  assert.deepEqual(errors, []);
}

function assertAllOnDisk(file: string, acknowledged: Acknowledged[]): void {
  const tasks = tasksIn(readFileSync(file, 'utf8'));
  const titles = new Map(tasks.map(({ id, title }) => [id, title]));
  assert.equal(titles.size, tasks.length, 'all ids are distinct');
  assert.equal(new Set(titles.values()).size, tasks.length, 'nothing was written twice');
  const lost = acknowledged.filter(({ id, title }) => titles.get(id) !== title);
  assert.deepEqual(lost, [], 'every acknowledged task is on disk');
}

test('4 processes with 25 pipelined adds each: 100 acknowledged, 100 on disk', async (context) => {
  const { root, client, file } = await makeShared(context);
  const sessions = await Promise.all(
    Array.from({ length: PROCESSES }, () => openSession(context, root)),
  );
  const adds = sessions.flatMap((session, number) =>
    Array.from({ length: 25 }, async (_, count) => {
      const title = `${number}.${count}`;
      const { taskId } = await succeed(session.client, 'task_add', { planId: 'shared', title });
      return { id: String(taskId), title };
    }),
  );
  const acknowledged = await Promise.all(adds);
  assert.equal(new Set(acknowledged.map(({ id }) => id)).size, 100);
  assertAllOnDisk(file, acknowledged);
  assert.equal(tasksIn(readFileSync(file, 'utf8')).length, 100);
  await assertValid(client);
  assert.deepEqual(leftovers(root), []);
});

test('history lines of several processes are never mixed up', async (context) => {
  const { root } = await makeShared(context);
  const sessions = await Promise.all(
    Array.from({ length: PROCESSES }, () => openSession(context, root)),
  );
  const add = { planId: 'shared', title: 'Task', bodyMarkdown: 'x'.repeat(5000) };
  await Promise.all(
    sessions.flatMap(({ client }) =>
      Array.from({ length: 10 }, () => succeed(client, 'task_add', add)),
    ),
  );
  const [, created, ...added] = readFileSync(join(root, PLANS, '.history', 'shared.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): { before: string; after: string } => JSON.parse(line));
  assert.equal(added.length, 40, 'every add is one whole line');
  for (const [index, { before }] of added.entries()) {
    const previous = index === 0 ? created : added[index - 1];
    assert.equal(before, previous?.after, 'lines are in the order of the writes');
  }
});

test('subtasks that two processes add at once have different numbers', async (context) => {
  const root = makeProject(context);
  const flags = ['--root', root, '--toolsets=todori'];
  const clients = await Promise.all([1, 2].map(() => connect(context, '2026-07-28', flags)));
  const [first, second] = clients as [Client, Client];
  const { id } = await succeed(first, 'create_task', { title: 'Parent' });
  const add = (client: Client) => succeed(client, 'add_subtask', { parentId: id, title: 'x' });
  await Promise.all(clients.flatMap((client) => Array.from({ length: 10 }, () => add(client))));
  const { subtasks } = await succeed(second, 'get_task', { id });
  const numbers = (subtasks as { id: string }[]).map((subtask) => subtask.id).sort();
  const expected = Array.from({ length: 20 }, (_, index) => `${id}.${index + 1}`);
  assert.deepEqual(numbers, expected.sort());
});

test('20 updates with one etag from 4 processes: exactly 1 succeeds, 19 are conflicts', async (context) => {
  const { root, client, file } = await makeShared(context);
  const { taskId, etag } = await succeed(client, 'task_add', { planId: 'shared', title: 'One' });
  const sessions = await Promise.all(
    Array.from({ length: PROCESSES }, () => openSession(context, root)),
  );
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, count) => {
      const session = sessions[count % PROCESSES];
      assert.ok(session);
      const args = { planId: 'shared', taskId, title: `Version ${count}`, ifMatch: etag };
      return call(session.client, 'task_update', args);
    }),
  );
  const [winner, ...others] = replies.filter(({ isError }) => !isError);
  assert.ok(winner);
  assert.deepEqual(others, []);
  const errors = replies.filter(({ isError }) => isError).map(({ text }) => text);
  const conflict = `CONFLICT: etag mismatch (current=${winner.json.etag}, ifMatch=${etag})`;
  assert.deepEqual(
    errors,
    Array.from({ length: 19 }, () => conflict),
  );
  const won = replies.indexOf(winner);
  assert.deepEqual(
    tasksIn(readFileSync(file, 'utf8')).map(({ title }) => title),
    [`Version ${won}`],
  );
});

test('only one process can claim a task', async (context) => {
  const { root, client } = await makeShared(context);
  const { taskId } = await succeed(client, 'task_add', { planId: 'shared', title: 'One' });
  const sessions = await Promise.all(
    Array.from({ length: PROCESSES }, () => openSession(context, root)),
  );
  const claims = sessions.map((session) =>
    call(session.client, 'task_start', { planId: 'shared', taskId }),
  );
  const replies = await Promise.all(claims);
  const [winner, ...others] = replies.filter(({ isError }) => !isError);
  assert.ok(winner);
  assert.deepEqual(others, []);
  const owner = String(winner.json.assignee);
  const errors = replies.filter(({ isError }) => isError).map(({ text }) => text);
  assert.equal(errors.length, PROCESSES - 1);
  const refusal = new RegExp(
    `^Task ${taskId} was claimed by ${owner} at [-0-9T:]+Z\\. Call task_start without taskId to get another task$`,
  );
  for (const error of errors) assert.match(error, refusal);
});

test('only one process can create a plan', async (context) => {
  const { root, client } = await makeShared(context);
  const sessions = await Promise.all(
    Array.from({ length: PROCESSES }, () => openSession(context, root)),
  );
  const replies = await Promise.all(
    sessions.map((session, number) =>
      call(session.client, 'plan_create', { planId: 'fresh', title: `By ${number}` }),
    ),
  );
  assert.equal(replies.filter(({ isError }) => !isError).length, 1);
  const errors = replies.filter(({ isError }) => isError).map(({ text }) => text);
  assert.deepEqual(new Set(errors), new Set(['Plan already exists: fresh']));
  const won = replies.findIndex(({ isError }) => !isError);
  const { plan } = await succeed(client, 'plan_get', { planId: 'fresh' });
  assert.equal((plan as { title: string }).title, `By ${won}`);
});

test('ltp and the server write at once', async (context) => {
  const { root, client, file } = await makeShared(context);
  const byServer = Array.from({ length: 60 }, async (_, count) => {
    await sleep(count * 20);
    const title = `server.${count}`;
    const { taskId } = await succeed(client, 'task_add', { planId: 'shared', title });
    return { id: String(taskId), title };
  });
  const byCommand = Array.from({ length: 8 }, async (_, count) => {
    const title = `ltp.${count}`;
    const args = ['task', 'add', 'shared', '--title', title, '--root', root];
    const { code, stdout, stderr } = await run(ltpBin, args);
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
    return { id: String(JSON.parse(stdout).taskId), title };
  });
  const acknowledged = await Promise.all([...byServer, ...byCommand]);
  assertAllOnDisk(file, acknowledged);
  assert.equal(tasksIn(readFileSync(file, 'utf8')).length, 68);
  await assertValid(client);
});

test(`killed at any moment for ${KILL_SECONDS} s, writers lose nothing and block no other writer`, async (context) => {
  const { root, client, file } = await makeShared(context);
  const writers = new Writers(context, root, 'shared');
  await writers.startSurvivor();
  await Promise.all(Array.from({ length: PROCESSES - 1 }, () => writers.start()));

  const end = performance.now() + KILL_SECONDS * 1000;
  const starts: Promise<void>[] = [];
  for (let round = 0; performance.now() < end; round++) {
    await sleep(50 + Math.random() * 150);
    if (round % 2 === 0) writers.killAny();
    else for (let tries = 0; tries < 200 && !writers.killHolder(); tries++) await sleep(0);
    if (starts.length < writers.kills) starts.push(writers.start());
    await assertValid(client);
  }
  await Promise.all(starts);
  await writers.stop();

  const began = performance.now();
  await succeed(client, 'task_add', { planId: 'shared', title: 'The last' });
  const lastMs = performance.now() - began;
  const count = writers.acknowledged.length;
  context.diagnostic(
    `${writers.kills} kills, ${writers.killsInside} of them under the lock; ${count} writes ` +
      `acknowledged; the longest call took ${writers.longestCallMs.toFixed()} ms, ` +
      `the last ${lastMs.toFixed()} ms`,
  );
  assert.ok(writers.killsInside > 0, 'some were killed while they had the lock');
  assert.ok(count > writers.kills, 'there was time to write');
  assert.deepEqual(writers.failures, []);
  assertAllOnDisk(file, writers.acknowledged);
  assert.ok(
    writers.longestCallMs < LONGEST_DELAY_MS,
    'a killed writer blocked the others for too long',
  );
  assert.ok(lastMs < LONGEST_DELAY_MS, `the last writer took ${lastMs} ms`);
  assert.deepEqual(leftovers(root), []);
  assert.deepEqual(readdirSync(join(root, PLANS)).sort(), ['.history', 'shared.md']);
  await assertValid(client);
});

test('a conflict names the etag with which the write succeeds', async (context) => {
  const { client } = await makeShared(context);
  const { etag } = await succeed(client, 'task_add', { planId: 'shared', title: 'One' });
  const message = await fail(client, 'task_add', {
    planId: 'shared',
    title: 'Two',
    ifMatch: 'old',
  });
  assert.equal(message, `CONFLICT: etag mismatch (current=${etag}, ifMatch=old)`);
  await succeed(client, 'task_add', { planId: 'shared', title: 'Two', ifMatch: etag });
});
