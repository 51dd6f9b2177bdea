/** What is kept of changes beside a plan, and how they are taken back. */
import assert from 'node:assert/strict';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { connect } from './helpers/client.ts';
import { ltpBin, run } from './helpers/commands.ts';
import { inBothGenerations, Plans, servePlans } from './helpers/plans.ts';
import { makeRoadmap } from './helpers/project.ts';

const FLAGS = ['--toolsets=plan,doc,history'];
const TASKS = `# P

## Now

- [ ] One <!-- long-term-plan:id=t_1 -->
  > The first.
- [ ] Two <!-- long-term-plan:id=t_2 depends=t_1 -->
- [ ] Three <!-- long-term-plan:id=t_3 -->
`;

interface Change {
  changeId: string;
  at: string;
  by?: string;
  tool?: string;
  undoes?: string;
  what: string[];
}

async function log(plans: Plans, args: Record<string, unknown> = {}): Promise<Change[]> {
  return (await plans.call<{ changes: Change[] }>('plan_log', { planId: 'p', ...args })).changes;
}

function historyFile({ root }: { root: string }, planId = 'p'): string {
  return join(root, '.long-term-plan', '.history', `${planId}.jsonl`);
}

function linesOf(file: string): Record<string, unknown>[] {
  const text = readFileSync(file, 'utf8');
  assert.ok(text.endsWith('\n'));
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

inBothGenerations(
  'every write is told: when, by whom, with which tool, and what it did',
  async (plans) => {
    const started = Date.now();
    plans.put('p', TASKS);
    await plans.call('task_update', { planId: 'p', taskId: 't_1', status: 'done', tags: ['a'] });
    const { taskId } = await plans.call<{ taskId: string }>('task_add', {
      planId: 'p',
      title: 'Four',
    });
    await plans.call('task_delete', { planId: 'p', taskId: 't_3' });
    const changes = await log(plans);
    assert.deepEqual(
      changes.map(({ tool, what }) => [tool, what]),
      [
        ['task_delete', ['t_3 "Three": deleted']],
        ['task_add', [`${taskId} "Four": added`]],
        ['task_update', ['t_1 "One": status todo -> done', 't_1 "One": tags none -> a']],
      ],
    );
    for (const { by, at, changeId } of changes) {
      assert.match(by ?? '', /\w/);
      assert.ok(Date.parse(at) >= started - 1 && Date.parse(at) <= Date.now());
      assert.match(changeId, /^c_\w{26}$/);
    }
    assert.deepEqual((await log(plans, { taskId: 't_1' })).length, 1);
    const page = await plans.call('plan_log', { planId: 'p', limit: 2 });
    const rest = await plans.call('plan_log', { planId: 'p', limit: 2, cursor: page.nextCursor });
    assert.equal((rest.changes as Change[])[0]?.tool, 'task_update');
    assert.equal(rest.nextCursor, undefined);
  },
  FLAGS,
);

inBothGenerations(
  'what does not change the plan is not told',
  async (plans) => {
    plans.put('p', TASKS);
    await plans.call('task_update', { planId: 'p', taskId: 't_1', status: 'todo' });
    await plans.refused('task_update', { planId: 'p', taskId: 't_9', status: 'todo' });
    await plans.call('task_get', { planId: 'p' });
    assert.equal(existsSync(historyFile(plans)), false);
    assert.deepEqual(await log(plans), []);
  },
  FLAGS,
);

inBothGenerations(
  'the last change is taken back to the byte, then the one before',
  async (plans) => {
    plans.put('p', TASKS);
    await plans.call('task_update', {
      planId: 'p',
      taskId: 't_2',
      title: 'Zwei',
      due: '2027-01-01',
    });
    const between = plans.text('p');
    await plans.call('task_delete', { planId: 'p', taskId: 't_1' });
    const undone = await plans.call('plan_undo', { planId: 'p' });
    assert.deepEqual(undone.changes, ['t_1 "One": deleted']);
    assert.equal(plans.text('p'), between);
    await plans.call('plan_undo', { planId: 'p' });
    assert.equal(plans.text('p'), TASKS);
    const { code, message } = await plans.refused('plan_undo', { planId: 'p' });
    assert.equal(code, 'NOT_FOUND');
    assert.match(message, /no change of p to take back/);

    const [last] = await log(plans);
    assert.ok(last?.undoes);
    await plans.call('plan_undo', { planId: 'p', changeId: last.changeId });
    assert.equal(plans.text('p'), between, 'what was taken back can be brought again');
  },
  FLAGS,
);

inBothGenerations(
  'a named change is taken back alone, as long as its lines are as it left them',
  async (plans) => {
    plans.put('p', TASKS);
    await plans.call('task_update', { planId: 'p', taskId: 't_1', status: 'doing' });
    await plans.call('task_update', { planId: 'p', taskId: 't_2', status: 'doing' });
    await plans.call('task_update', { planId: 'p', taskId: 't_3', status: 'doing' });
    const [, , first] = await log(plans);
    assert.ok(first);
    await plans.call('plan_undo', { planId: 'p', changeId: first.changeId });
    assert.equal(
      plans.text('p'),
      TASKS.replace('[ ] Two', '[*] Two').replace('[ ] Three', '[*] Three'),
    );

    const [, third, second] = await log(plans);
    assert.ok(second && third);
    plans.put('p', plans.text('p').replace('Two', 'Too'));
    const { code, message } = await plans.refused('plan_undo', {
      planId: 'p',
      changeId: second.changeId,
    });
    assert.equal(code, 'CANNOT_UNDO');
    assert.match(message, /its lines were changed since: .*Two/);
    await plans.call('plan_undo', { planId: 'p', changeId: third.changeId });
    assert.match(plans.text('p'), /\[ \] Three/);
    assert.match(plans.text('p'), /\[\*\] Too/);
    assert.match(
      (await plans.refused('plan_undo', { planId: 'p', changeId: 'c_none' })).message,
      /Change not found: c_none/,
    );
  },
  FLAGS,
);

inBothGenerations(
  'a deleted block comes back to its place despite changes around it',
  async (plans) => {
    plans.put('p', TASKS);
    await plans.call('task_delete', { planId: 'p', taskId: 't_2' });
    const [deleted] = await log(plans);
    assert.ok(deleted);
    await plans.call('task_update', { planId: 'p', taskId: 't_3', status: 'done' });
    await plans.call('plan_undo', { planId: 'p', changeId: deleted.changeId });
    assert.equal(plans.text('p'), TASKS.replace('[ ] Three', '[√] Three'));
  },
  FLAGS,
);

inBothGenerations(
  'an added task that others have come to need stays',
  async (plans) => {
    plans.put('p', TASKS);
    const { taskId } = await plans.call<{ taskId: string }>('task_add', {
      planId: 'p',
      title: 'New',
    });
    const [added] = await log(plans);
    assert.ok(added);
    await plans.call('task_update', { planId: 'p', taskId: 't_3', dependsOn: [taskId] });
    const undo = { planId: 'p', changeId: added.changeId };
    assert.match((await plans.refused('plan_undo', undo)).message, /depend on it since/);
    await plans.call('task_update', { planId: 'p', taskId: 't_3', dependsOn: [] });
    await plans.call('task_add', { planId: 'p', title: 'Under it', parentTaskId: taskId });
    assert.match((await plans.refused('plan_undo', undo)).message, /cannot be taken back/);
  },
  FLAGS,
);

inBothGenerations(
  'a created plan is taken back as a whole',
  async (plans) => {
    await plans.call('plan_create', { planId: 'p', title: 'P' });
    const undone = await plans.call('plan_undo', { planId: 'p' });
    assert.equal(undone.etag, undefined);
    assert.equal(existsSync(plans.path('p')), false);
    assert.match((await plans.refused('plan_undo', { planId: 'p' })).message, /Plan not found: p/);
  },
  FLAGS,
);

inBothGenerations(
  'a change by hand is noticed by the next write, by no read, and cannot be taken back',
  async (plans) => {
    plans.put('p', TASKS);
    await plans.call('task_update', { planId: 'p', taskId: 't_1', status: 'doing' });
    const byHand = plans
      .text('p')
      .replace('[ ] Two', '[√] Two')
      .replace('Three', 'Drei')
      .replace('[*] One', '[√] One');
    plans.put('p', `${byHand}- [ ] Five <!-- long-term-plan:id=t_5 -->\n`);
    assert.equal((await log(plans)).length, 1);
    await plans.call('task_update', { planId: 'p', taskId: 't_5', status: 'doing' });
    const [, external] = await log(plans);
    assert.equal(external?.by, undefined);
    assert.equal(external?.tool, undefined);
    assert.deepEqual(external?.what, [
      't_1 "One": status doing -> done',
      't_2 "Two": status todo -> done',
      't_3 "Drei": title',
      't_5 "Five": added',
    ]);
    const { message } = await plans.refused('plan_undo', {
      planId: 'p',
      changeId: external?.changeId,
    });
    assert.match(message, /made by hand/);
  },
  FLAGS,
);

inBothGenerations(
  'a missing, damaged or unreadable history breaks no call',
  async (plans) => {
    plans.put('p', TASKS);
    const toggle = async () => {
      const { task } = await plans.call<{ task: { status: string } }>('task_get', {
        planId: 'p',
        taskId: 't_1',
      });
      const status = task.status === 'done' ? 'todo' : 'done';
      await plans.call('task_update', { planId: 'p', taskId: 't_1', status });
    };
    await toggle();
    const file = historyFile(plans);
    const whole = readFileSync(file);

    writeFileSync(file, whole.subarray(0, whole.length - 40));
    await toggle();
    const [last, noticed, ...others] = await log(plans);
    assert.equal(last?.tool, 'task_update');
    assert.equal(noticed?.tool, undefined, 'what the cut line told is seen as done by hand');
    assert.deepEqual(others, []);
    writeFileSync(file, Buffer.concat([Buffer.from([0xff, 0, 10]), whole]));
    await toggle();
    assert.equal((await log(plans)).filter(({ tool }) => tool).length, 2);
    writeFileSync(file, 'no JSON at all');
    assert.equal((await plans.refused('plan_undo', { planId: 'p' })).code, 'NOT_FOUND');
    await toggle();
    await plans.call('plan_undo', { planId: 'p' });
    rmSync(file);
    await toggle();
    assert.equal((await log(plans)).length, 1);
    if (process.getuid?.() !== 0) chmodSync(file, 0o000);
    await toggle();
  },
  FLAGS,
);

inBothGenerations(
  'a long history starts anew, and the one before is kept',
  async (plans) => {
    plans.put('p', TASKS);
    await plans.call('task_update', { planId: 'p', taskId: 't_1', status: 'done' });
    const file = historyFile(plans);
    const padding = JSON.stringify({ padding: 'x'.repeat(1000) });
    appendFileSync(file, `${padding}\n`.repeat(1100));
    await plans.call('task_update', { planId: 'p', taskId: 't_2', status: 'done' });
    assert.ok(statSync(file).size < 10_000);
    const [snapshot] = linesOf(file);
    assert.ok(snapshot && 'snapshot' in snapshot);
    assert.deepEqual(
      (await log(plans)).map(({ what }) => what),
      [['t_2 "Two": status todo -> done'], ['t_1 "One": status todo -> done']],
    );
    await plans.call('plan_undo', { planId: 'p' });
    await plans.call('plan_undo', { planId: 'p' });
    assert.equal(plans.text('p'), TASKS);
  },
  FLAGS,
);

test('ltp writes the same history', async (context) => {
  const root = makeRoadmap(context);
  const args = ['task', 'update', 'roadmap', 't_editor', '--status', 'done', '--root', root];
  assert.equal((await run(ltpBin, args)).code, 0);
  const [, record] = linesOf(historyFile({ root }, 'roadmap'));
  assert.equal(record?.tool, 'task_update');
  assert.match(String(record?.by), /\w/);
});

test('lines of several processes never mingle', async (context) => {
  const plans = await servePlans(context, '2026-07-28', FLAGS);
  plans.put('p', TASKS);
  const others = await Promise.all(
    [1, 2, 3].map(() => connect(context, '2026-07-28', ['--root', plans.root, ...FLAGS])),
  );
  const bodyMarkdown = 'x'.repeat(5000);
  const writers = [plans, ...others.map((client) => new Plans(plans.root, client))];
  await Promise.all(
    writers.flatMap((writer) =>
      Array.from({ length: 15 }, () =>
        writer.call('task_add', { planId: 'p', title: 'Task', bodyMarkdown }),
      ),
    ),
  );
  const lines = linesOf(historyFile(plans));
  assert.equal(lines.length, 1 + 60, 'a snapshot and every add, each a whole line');
  for (const [index, line] of lines.entries()) {
    if (index > 1) assert.equal(line.before, lines[index - 1]?.after, 'in the order of the writes');
  }
});
