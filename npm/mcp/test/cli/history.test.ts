import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { DEMO, ltpFails, ltpJson, ltpText, makeDemo, planPath, planText } from './helpers/ltp.ts';

interface Log {
  changes: { changeId: string; by?: string; tool?: string; what: string[] }[];
}

test('changes are listed, newest first, and undone', async (context) => {
  const root = makeDemo(context);
  assert.equal(await ltpText(root, 'log', 'demo'), 'No changes.\n');
  await ltpJson(root, 'task', 'update', 'demo', 't_deep', '--status', 'done');
  await ltpJson(root, 'task', 'delete', 'demo', 't_parser');
  const { changes } = await ltpJson<Log>(root, 'log', '--json', 'demo');
  assert.deepEqual(
    changes.map(({ tool }) => tool),
    ['task_delete', 'task_update'],
  );
  for (const { by } of changes) assert.match(by ?? '', /\w/);
  const text = await ltpText(root, 'log', 'demo');
  assert.match(text, new RegExp(`^${changes[0]?.changeId}  \\d{4}-.*  task_delete\\n    `));
  assert.deepEqual(
    (await ltpJson<Log>(root, 'log', '--json', 'demo', '--limit', '1')).changes.length,
    1,
  );
  const ofTask = await ltpJson<Log>(root, 'log', '--json', 'demo', 't_editor', '--limit', '0');
  assert.deepEqual(ofTask.changes, []);

  const { diff } = await ltpJson(root, 'undo', 'demo', '--dry-run');
  assert.match(String(diff), /^\+- \[\*\] Parser/m);
  assert.doesNotMatch(planText(root), /Parser/);
  const undone = await ltpJson(root, 'undo', 'demo');
  assert.equal(undone.undone, changes[0]?.changeId);
  assert.equal(planText(root), DEMO.replace('[ ] Deep', '[√] Deep'));
  await ltpJson(root, 'undo', 'demo', changes[1]?.changeId ?? '');
  assert.equal(planText(root), DEMO);
});

test('a change can also be undone with the tool', async (context) => {
  const root = makeDemo(context);
  await ltpJson(root, 'task', 'update', 'demo', 't_deep', '--status', 'done');
  const { changes } = await ltpJson<Log>(root, 'log', '--json', 'demo');
  await ltpJson(root, 'plan', 'undo', 'demo', '--change-id', changes[0]?.changeId ?? '');
  assert.equal(planText(root), DEMO);
});

test('a change that cannot be undone is rejected', async (context) => {
  const root = makeDemo(context);
  await ltpFails(root, 1, 'undo', 'demo');
  await ltpFails(root, 4, 'undo', 'nowhere');
  await ltpFails(root, 4, 'log', 'nowhere');
  await ltpJson(root, 'task', 'update', 'demo', 't_deep', '--status', 'done');
  await ltpFails(root, 4, 'undo', 'demo', 'no-such-change');
  await ltpFails(root, 3, 'undo', 'demo', '--if-match', 'x'.repeat(64));
  writeFileSync(planPath(root, 'demo'), planText(root).replace('[√] Deep', '[*] Deep'));
  await ltpFails(root, 3, 'undo', 'demo');
  assert.match(planText(root), /\[\*\] Deep/);
});

test('everyone undoes their own changes', async (context) => {
  const root = makeDemo(context);
  const update = (agent: string, ...args: string[]) =>
    ltpJson(root, 'task', 'update', 'demo', ...args, '--agent', agent);
  const { changeId } = await update('ana', 't_deep', '--title', 'Deeper');
  await update('bob', 't_deep', '--status', 'done');
  const message = await ltpFails(root, 1, 'undo', 'demo', '--agent', 'carol');
  assert.match(message, /You have no change in demo to undo\. The last change is c\d{9} by bob;/);
  assert.equal((await ltpJson(root, 'undo', 'demo', '--agent', 'ana')).undone, changeId);
  assert.equal(planText(root), DEMO.replace('[ ] Deep', '[√] Deep'));
});

test('the log is filtered by time, task and author', async (context) => {
  const root = makeDemo(context);
  const update = (agent: string, task: string) =>
    ltpJson(root, 'task', 'update', 'demo', task, '--priority', 'low', '--agent', agent);
  await update('claude-code-m5mvd', 't_deep');
  await update('bob', 't_editor');
  const who = async (...flags: string[]) =>
    (await ltpJson<Log>(root, 'log', '--json', 'demo', ...flags)).changes.map(({ by }) => by);
  assert.deepEqual(await who(), ['bob', 'claude-code-m5mvd']);
  assert.deepEqual(await who('--who', 'claude-code'), ['claude-code-m5mvd']);
  assert.deepEqual(await who('--who', 'claude'), []);
  assert.deepEqual(await who('--task', 't_editor'), ['bob']);
  assert.deepEqual(await who('--since', 'yesterday', '--limit', '1'), ['bob']);
  assert.deepEqual(await who('--since', '2999-01-01'), []);
  await ltpFails(root, 2, 'log', 'demo', '--since', 'soon');
  await ltpFails(root, 2, 'log', 'demo', 't_deep', '--task', 't_editor');
});

test('all of a long log is shown, also what was moved to other files', async (context) => {
  const root = makeDemo(context);
  for (const status of ['doing', 'done', 'todo', 'doing', 'done', 'todo']) {
    const body = `This line was written while it was ${status}.\n`.repeat(12_000);
    const args = ['--status', status, '--body-markdown', body];
    await ltpJson(root, 'task', 'update', 'demo', 't_deep', ...args);
  }
  const { changes } = await ltpJson<Log>(root, 'log', '--json', 'demo', '--limit', '0');
  assert.equal(changes.length, 6);
  const histories = readdirSync(join(root, '.long-term-plan/.history'));
  const moved = histories.filter((name) => /^demo\.\d\.jsonl$/.test(name));
  assert.ok(moved.length > 1, histories.join());
  await ltpJson(root, 'undo', 'demo', changes[0]?.changeId ?? '');
});

test('contents that git has are not a hand edit', async (context) => {
  const root = makeDemo(context);
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], {
      cwd: root,
    });
  git('init', '--quiet');
  git('add', '-A');
  git('commit', '--quiet', '-m', 'Demo');
  await ltpJson(root, 'task', 'update', 'demo', 't_deep', '--status', 'done');
  git('checkout', '--quiet', '-b', 'other');
  writeFileSync(planPath(root, 'demo'), DEMO.replaceAll('[ ]', '[*]'));
  git('commit', '--quiet', '-am', 'Other contents');
  await ltpJson(root, 'task', 'update', 'demo', 't_deep', '--priority', 'low');
  const text = await ltpText(root, 'log', 'demo');
  assert.equal(text.match(/^c\d{9} {2}\S+ {2}switched to other contents$/gm)?.length, 1);
  assert.doesNotMatch(text, /by hand/);
});
