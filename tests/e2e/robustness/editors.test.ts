/** A person saves the file with an editor, which takes no lock, between calls and in the middle of them. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { cannotHave } from '../../../scripts/lib/platform-gaps.mjs';
import { editByHand, SAVE_STYLES, type SaveStyle, whileStopped } from '../helpers/editor.ts';
import { HEADER } from '../helpers/plans.ts';
import { makeProject } from '../helpers/project.ts';
import {
  fail,
  leftovers,
  openSession,
  PLANS,
  planFile,
  succeed,
  tasksIn,
} from '../helpers/tools.ts';

/** Which shows when a process is stopped. */
const WITH_PROC = { skip: cannotHave('/proc') };

const STYLES = Object.keys(SAVE_STYLES) as SaveStyle[];
/** So many that a call spends most of its time between its read and its write. */
const MANY_TASKS = 3000;
/** The number of saves in the middle of a call, and of attempts. */
const SAVES_INSIDE = 15;
const MOST_ATTEMPTS = 1000;

async function makePlan(context: TestContext, tasks = 1) {
  const root = makeProject(context);
  const session = await openSession(context, root);
  await succeed(session.client, 'plan_create', { planId: 'shared', title: 'Shared' });
  const file = planFile(root, 'shared');
  const lines = Array.from(
    { length: tasks },
    (_, number) => `- [ ] Task ${number} <!-- long-term-plan:id=t_${number} -->\n`,
  );
  writeFileSync(file, `${HEADER}# Shared\n\n${lines.join('')}`);
  return { root, file, ...session };
}

for (const style of STYLES) {
  test(`a save ${style} between two calls is kept and seen`, async (context) => {
    const { client, file } = await makePlan(context);
    const { etag } = await succeed(client, 'task_update', {
      planId: 'shared',
      taskId: 't_0',
      status: 'doing',
    });
    editByHand(file, style, (text) => `${text.replace('Task 0', 'Renamed manually')}\nA note.\n`);

    const stale = { planId: 'shared', taskId: 't_0', title: 'Stale', ifMatch: etag };
    assert.match(await fail(client, 'task_update', stale), /^CONFLICT: etag mismatch /);
    await succeed(client, 'task_add', { planId: 'shared', title: 'After it' });

    const text = readFileSync(file, 'utf8');
    assert.deepEqual(
      tasksIn(text).map(({ title }) => title),
      ['Renamed manually', 'After it'],
    );
    assert.match(text, /\[\*\] Renamed manually/);
    assert.match(text, /^A note\.$/m);
  });

  test(
    `a save ${style} in the middle of a call is kept, and so is the call's write`,
    WITH_PROC,
    async (context) => {
      const { root, client, pid, file } = await makePlan(context, MANY_TASKS);
      const acknowledged: string[] = [];
      let isOver = false;
      const adding = (async () => {
        while (!isOver) {
          const title = `Added ${acknowledged.length}`;
          await succeed(client, 'task_add', { planId: 'shared', title });
          acknowledged.push(title);
        }
      })();

      const notes: string[] = [];
      // Once per call: a file that changes again and again during one call is reported as busy.
      let lastHit = -1;
      for (let attempt = 0; notes.length < SAVES_INSIDE && attempt < MOST_ATTEMPTS; attempt++) {
        await sleep(Math.random() * 10);
        await whileStopped(pid, () => {
          if (lastHit === acknowledged.length || !isBeforeItsWrite(root)) return;
          lastHit = acknowledged.length;
          const note = `<!-- note ${notes.length} -->`;
          editByHand(file, style, (text) => `${text}${note}\n`);
          notes.push(note);
        });
      }
      isOver = true;
      await adding;

      assert.equal(notes.length, SAVES_INSIDE, 'enough saves hit the middle of a call');
      const text = readFileSync(file, 'utf8');
      assert.deepEqual(
        notes.filter((note) => !text.includes(note)),
        [],
        'no save was overwritten',
      );
      const added = tasksIn(text).slice(MANY_TASKS);
      assert.deepEqual(added.map(({ title }) => title).sort(), acknowledged.sort());
      const { errors } = await succeed(client, 'doc_validate', { planId: 'shared' });
      assert.deepEqual(errors, []);
      assert.deepEqual(leftovers(root), []);
    },
  );
}

/**
 * Whether a writer has the lock and no file ready to be renamed. With one, the save could come between its last check of
 * the file and the rename, a moment for which nothing is guaranteed.
 */
function isBeforeItsWrite(root: string): boolean {
  const held = leftovers(root).filter((path) => path.startsWith(join('held', '/')));
  return held.length === 1;
}

test('a file that an editor has emptied and not yet written is left alone', async (context) => {
  const { root, client, file } = await makePlan(context);
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, '');
  const add = { planId: 'shared', title: 'Too early' };
  assert.match(await fail(client, 'task_add', add), /^MISSING_FORMAT_HEADER@1: /);
  assert.equal(readFileSync(file, 'utf8'), '');
  writeFileSync(file, text);
  await succeed(client, 'task_add', { planId: 'shared', title: 'In time' });
  assert.deepEqual(
    tasksIn(readFileSync(file, 'utf8')).map(({ title }) => title),
    ['Task 0', 'In time'],
  );
  assert.deepEqual(readdirSync(join(root, PLANS)).sort(), ['.history', 'shared.md']);
});

test('a plan that was deleted manually is not found, and can be created again', async (context) => {
  const { client, file } = await makePlan(context);
  rmSync(file);
  const add = { planId: 'shared', title: 'Nowhere' };
  assert.equal(await fail(client, 'task_add', add), 'Plan not found: shared');
  await succeed(client, 'plan_create', { planId: 'shared', title: 'New' });
  await succeed(client, 'task_add', { planId: 'shared', title: 'Here' });
  assert.equal(tasksIn(readFileSync(file, 'utf8')).length, 1);
});
