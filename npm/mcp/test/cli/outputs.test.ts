/** Commands that write a file which the user names never damage a plan. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { nodeHost } from 'long-term-plan-core/node';
import { makeProject } from '../helpers/project.ts';
import { ltp, ltpFails, makeDemo, planPath, planText } from './helpers/ltp.ts';
import { addedAfter, BASE, ticked } from './helpers/versions.ts';

const PLAN = '.long-term-plan/demo.md';
const commands = [
  ['export', 'demo', '--output'],
  ['preview', '--html'],
];

for (const [name = '', ...args] of commands) {
  test(`ltp ${name} replaces neither a plan nor the target of a link to one`, async (context) => {
    const root = makeDemo(context);
    const before = planText(root);
    symlinkSync(PLAN, join(root, 'todo.md'));
    writeFileSync(join(root, 'elsewhere.md'), before);
    const refusals: [string, RegExp][] = [
      [PLAN, /demo\.md is in the plans directory; choose a file outside of it/],
      ['todo.md', /todo\.md is a link to demo\.md in the plans directory; choose another file/],
      ['elsewhere.md', /elsewhere\.md is a plan; choose another file/],
    ];
    for (const [file, message] of refusals) {
      assert.match(await ltpFails(root, 2, name, ...args, file), message);
    }
    assert.equal(planText(root), before);
    assert.equal(readFileSync(join(root, 'elsewhere.md'), 'utf8'), before);
  });
}

const OURS = ticked(BASE, 'Alpha');
const THEIRS = addedAfter(BASE, 't_c', 'Phi');

test('a merge into a plan takes the lock, and keeps a write that came first', async (context) => {
  const root = makeDemo(context, OURS);
  writeFileSync(join(root, 'base.md'), BASE);
  writeFileSync(join(root, 'theirs.md'), THEIRS);
  const locked = await nodeHost(root, '.long-term-plan').lock({ create: true });
  assert.ok(locked.kind === 'locked');
  const merging = ltp(root, 'merge', 'base.md', PLAN, 'theirs.md', '--output', PLAN);
  await sleep(1000);
  const acknowledged = ticked(OURS, 'Beta');
  const loaded = locked.lock.read('demo.md');
  assert.ok(loaded.kind === 'file');
  const write = { path: 'demo.md', op: 'put', expect: { etag: loaded.etag ?? '' } } as const;
  const committed = locked.lock.commit([{ ...write, bytes: Buffer.from(acknowledged) }]);
  locked.lock.release();
  assert.equal(committed.kind, 'committed');
  assert.deepEqual(await merging, { code: 0, stdout: '', stderr: '' });
  assert.equal(planText(root), addedAfter(acknowledged, 't_c', 'Phi'));
});

test('a merge replaces a plan only by a version that was made from it', async (context) => {
  const root = makeDemo(context, OURS);
  for (const [name, text] of Object.entries({ BASE, OURS, THEIRS })) {
    writeFileSync(join(root, `${name}.md`), text);
  }
  const merge = ['merge', 'BASE.md', 'OURS.md', 'THEIRS.md', '--output'];
  // The plan is the same as one of the versions.
  assert.equal((await ltp(root, ...merge, PLAN)).code, 0);
  const merged = planText(root);
  assert.equal(merged, addedAfter(OURS, 't_c', 'Phi'));
  // Now it differs from all three.
  assert.match(
    await ltpFails(root, 1, ...merge, PLAN),
    /demo\.md is not one of the three versions, so its changes would be lost; merge it as one of them/,
  );
  symlinkSync(PLAN, join(root, 'link.md'));
  assert.match(await ltpFails(root, 1, ...merge, 'link.md'), /is not one of the three versions/);
  assert.equal(planText(root), merged);
  // A new plan, and a file outside a plans directory.
  assert.equal((await ltp(root, ...merge, '.long-term-plan/new.md')).code, 0);
  assert.equal(planText(root, 'new'), merged);
  assert.equal((await ltp(root, ...merge, 'OURS.md')).code, 0);
  assert.equal(readFileSync(join(root, 'OURS.md'), 'utf8'), merged);
});

test('a plan of another project is merged under the lock of that project', async (context) => {
  const root = makeDemo(context, OURS);
  const locked = await nodeHost(root, '.long-term-plan').lock({ create: true });
  assert.ok(locked.kind === 'locked');
  locked.lock.release();
  const elsewhere = makeProject(context);
  writeFileSync(join(elsewhere, 'base.md'), BASE);
  writeFileSync(join(elsewhere, 'theirs.md'), THEIRS);
  const plan = planPath(root, 'demo');
  const done = await ltp(elsewhere, 'merge', 'base.md', 'base.md', 'theirs.md', '--output', plan);
  assert.equal(done.code, 1);
  assert.match(done.stderr, /is not one of the three versions/);
  assert.equal(
    (await ltp(elsewhere, 'merge', 'base.md', plan, 'theirs.md', '--output', plan)).code,
    0,
  );
  assert.equal(planText(root), addedAfter(OURS, 't_c', 'Phi'));
  assert.deepEqual(readdirSync(elsewhere).sort(), ['base.md', 'theirs.md']);
});

test('what cannot be written is reported in words, and nothing is left behind', async (context) => {
  const root = makeDemo(context);
  const file = 'no/such/folder.html';
  for (const [name = '', ...args] of commands) {
    assert.match(
      await ltpFails(root, 1, name, ...args, file),
      /no\/such\/folder\.html cannot be written: no such file or directory/,
    );
  }
  mkdirSync(join(root, 'folder.html'));
  assert.match(
    await ltpFails(root, 1, 'export', 'demo', '--output', 'folder.html'),
    /folder\.html cannot be written: it is not a regular file/,
  );
  symlinkSync('nothing', join(root, 'dangling'));
  assert.match(
    await ltpFails(root, 1, 'export', 'demo', '--output', 'dangling'),
    /dangling cannot be written: it is a link to a file that does not exist/,
  );
  assert.deepEqual(readdirSync(root).sort(), ['.long-term-plan', 'dangling', 'folder.html']);
});
