/** Several agents with their own servers on one plan: claims, hand-over, and notes that never overwrite each other. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Client } from '@modelcontextprotocol/client';
import { connect } from '../helpers/client.ts';
import { Notifications, subscribe } from '../helpers/notifications.ts';
import { makeProject } from '../helpers/project.ts';
import { call, fail, PLANS, succeed } from '../helpers/tools.ts';

const planId = 'work';

function writePlan(root: string, tasks: number): void {
  const lines = Array.from(
    { length: tasks },
    (_, index) => `- [ ] Task ${index} <!-- long-term-plan:id=t_${index} -->\n`,
  );
  mkdirSync(join(root, PLANS), { recursive: true });
  const text = `<!-- long-term-plan:format=v1 -->\n# Work\n\n${lines.join('')}`;
  writeFileSync(join(root, PLANS, `${planId}.md`), text);
}

const readPlan = (root: string) => readFileSync(join(root, PLANS, `${planId}.md`), 'utf8');
const agent = (context: TestContext, root: string, ...flags: string[]) =>
  connect(context, '2025-11-25', ['--root', root, ...flags]);

const agents = (context: TestContext, root: string, count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, index) => agent(context, root, '--agent', `agent-${index}`)),
  );

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  }).toString();

test('forty notes of four agents on one task are all on disk', async (context) => {
  const root = makeProject(context);
  writePlan(root, 1);
  const writers = await agents(context, root, 4);
  const notes = await Promise.all(
    writers.map(async (writer, number) => {
      const written: string[] = [];
      for (let count = 0; count < 10; count++) {
        const appendBody = `Note ${count} of agent ${number}.`;
        await succeed(writer, 'task_update', { planId, taskId: 't_0', appendBody });
        written.push(appendBody);
      }
      return written;
    }),
  );
  const plan = readPlan(root);
  for (const note of notes.flat()) assert.ok(plan.includes(note), note);
});

test('eight agents guard changes to their own tasks without a conflict', async (context) => {
  const root = makeProject(context);
  writePlan(root, 8);
  const writers = await agents(context, root, 8);
  await Promise.all(
    writers.map(async (writer, number) => {
      const taskId = `t_${number}`;
      let { taskEtag } = await succeed(writer, 'task_get', { planId, taskId });
      for (let count = 0; count < 10; count++) {
        const change = { bodyMarkdown: `Version ${count}.`, ifMatch: taskEtag };
        ({ taskEtag } = await succeed(writer, 'task_update', { planId, taskId, ...change }));
      }
    }),
  );
  assert.equal(readPlan(root).match(/Version 9\./g)?.length, 8);
});

test('calls in parallel on one connection get different tasks', async (context) => {
  const root = makeProject(context);
  writePlan(root, 6);
  const client = await agent(context, root);
  const started = await Promise.all(
    ['', '', 'ui', 'api'].map((assignee) => succeed(client, 'task_start', { planId, assignee })),
  );
  const ids = started.map(({ taskId }) => taskId);
  assert.equal(new Set(ids).size, 4, `${ids}`);
  const resumed = await succeed(client, 'task_start', { planId, assignee: 'ui', resume: true });
  assert.equal(resumed.taskId, ids[2]);
  assert.equal(resumed.alreadyYours, true);
  assert.equal(resumed.changeId, undefined);
});

test('the claims of a server that was killed are free at once, unless its name may return', async (context) => {
  const root = makeProject(context);
  writePlan(root, 3);
  const other = await agent(context, root);
  const random = await agent(context, root);
  const lasting = await agent(context, root, '--agent', 'ana');
  const first = await succeed(random, 'task_start', { planId });
  const second = await succeed(lasting, 'task_start', { planId });
  await succeed(random, 'task_update', { planId, taskId: first.taskId, appendBody: 'Half done.' });
  await Promise.all([random.close(), lasting.close()]);
  const taken = await succeed(other, 'task_start', { planId, taskId: first.taskId });
  const from = taken.takenOverFrom as { by: string; note: string };
  assert.deepEqual([from.by, from.note], [first.assignee, 'Half done.']);
  const message = await fail(other, 'task_start', { planId, taskId: second.taskId });
  assert.match(message, /was claimed by ana at .* \(last seen .*\)/);
  // The same name is the same holder.
  const restarted = await agent(context, root, '--agent', 'ana');
  const resumed = await succeed(restarted, 'task_start', { planId, resume: true });
  assert.equal(resumed.taskId, second.taskId);
});

test('linked worktrees see the claims of each other', async (context) => {
  const main = join(makeProject(context), 'main');
  writePlan(main, 3);
  writeFileSync(join(main, PLANS, 'config.json'), '{ "claims": "repository" }');
  git(main, 'init', '--quiet', '--initial-branch=trunk');
  git(main, 'add', '.');
  git(main, 'commit', '--quiet', '--message=Plan');
  const linked = join(main, '..', 'linked');
  git(main, 'worktree', 'add', '--quiet', '-b', 'topic', linked);
  const [ana, bob] = [
    await agent(context, main, '--agent', 'ana'),
    await agent(context, linked, '--agent', 'bob'),
  ];
  const [one, two] = await Promise.all(
    [ana, bob].map((client) => succeed(client, 'task_start', { planId })),
  );
  assert.notEqual(one?.taskId, two?.taskId);
  const { claims } = await succeed(bob, 'plan_claims', { planId });
  const shown = (claims as { by: string; branch: string }[]).map(({ by, branch }) => [by, branch]);
  assert.deepEqual(shown.toSorted(), [
    ['ana', 'trunk'],
    ['bob', 'topic'],
  ]);
  await succeed(ana, 'task_update', { planId, taskId: one?.taskId, status: 'done' });
  const third = await succeed(bob, 'task_start', { planId });
  assert.notEqual(third.taskId, one?.taskId, 'finished in the other worktree');
});

/** Two clones whose config.json asks for claims on `origin`. */
function clones(context: TestContext): { bare: string; one: string; two: string } {
  const folder = makeProject(context);
  const [bare, one, two] = ['bare.git', 'one', 'two'].map((name) => join(folder, name));
  assert.ok(bare && one && two);
  git(folder, 'init', '--quiet', '--bare', '--initial-branch=trunk', bare);
  git(folder, 'clone', '--quiet', bare, one);
  git(one, 'checkout', '--quiet', '-b', 'trunk');
  writePlan(one, 3);
  writeFileSync(join(one, PLANS, 'config.json'), '{ "claims": "origin" }');
  git(one, 'add', '.');
  git(one, 'commit', '--quiet', '--message=Plan');
  git(one, 'push', '--quiet', 'origin', 'trunk');
  git(folder, 'clone', '--quiet', bare, two);
  return { bare, one, two };
}

const refsOf = (bare: string) =>
  git(bare, 'for-each-ref', '--format=%(refname)', 'refs/long-term-plan')
    .split('\n')
    .filter(Boolean);

async function until(isTrue: () => boolean): Promise<void> {
  for (let waited = 0; waited < 10_000 && !isTrue(); waited += 50) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.ok(isTrue());
}

test('a remote decides between clones that agree', async (context) => {
  const { bare, one, two } = clones(context);
  for (const clone of [one, two]) git(clone, 'config', 'long-term-plan.claims', 'origin');
  const [ana, bob] = [
    await agent(context, one, '--agent', 'ana'),
    await agent(context, two, '--agent', 'bob'),
  ];
  const started = await Promise.all(
    [ana, bob].map((client) => succeed(client, 'task_start', { planId })),
  );
  assert.notEqual(started[0]?.taskId, started[1]?.taskId);
  assert.deepEqual(
    started.map(({ claim }) => claim),
    [undefined, undefined],
  );
  assert.equal(refsOf(bare).length, 2);
  const message = await fail(bob, 'task_start', { planId, taskId: started[0]?.taskId });
  assert.match(message, /was claimed by ana/);
  await succeed(ana, 'task_update', { planId, taskId: started[0]?.taskId, status: 'done' });
  await until(() => refsOf(bare).length === 1);
  await succeed(bob, 'task_start', { planId, release: true });
  await until(() => refsOf(bare).length === 0);
});

test('a clone that does not agree causes no network traffic', async (context) => {
  const { bare, one } = clones(context);
  const ana = await agent(context, one, '--agent', 'ana');
  const { claim } = await succeed(ana, 'task_start', { planId });
  assert.equal(claim, undefined);
  assert.deepEqual(refsOf(bare), []);
});

test('a claim is local if the remote cannot be asked, and the reply says so', async (context) => {
  const { bare, one } = clones(context);
  git(one, 'config', 'long-term-plan.claims', 'origin');
  rmSync(bare, { recursive: true });
  const ana: Client = await agent(context, one, '--agent', 'ana');
  const { claim } = await succeed(ana, 'task_start', { planId });
  assert.equal(claim, 'local');
  const { remote } = await succeed(ana, 'plan_claims', { planId });
  assert.equal(remote, 'origin is unreachable');
});

test('resources notify about claims', async (context) => {
  const root = makeProject(context);
  writePlan(root, 2);
  const watching = await agent(context, root);
  const notifications = new Notifications({ client: watching } as never);
  const worker = await agent(context, root, '--agent', 'ana');
  const { taskId } = await succeed(worker, 'task_start', { planId });
  await subscribe({ client: watching } as never, '2025-11-25', `plan://${planId}`);
  // Only the lease goes away.
  rmSync(join(root, PLANS, '.history', 'claims', `${planId}.${taskId}.json`));
  await notifications.receives(`plan://${planId}`);
  // Without its lease, the task is still held.
  const { isError } = await call(watching, 'task_start', { planId, taskId });
  assert.equal(isError, true);
});
