import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { cannotHave } from '../../../../scripts/lib/platform-gaps.mjs';
import { createLockDirectory } from '../../src/node/lock-directory.ts';
import { planLocation } from '../../src/node/paths.ts';
import { WriteError, writeFileAtomic } from '../../src/node/write-file.ts';
import { asOtherUser, makeProject, PLANS } from './helpers/project.ts';

const HEADER = '<!-- long-term-plan:format=v1 -->\n';
const text = (file: string) => readFileSync(file, 'utf8');
const refused = (message: RegExp) => (error: unknown) =>
  error instanceof WriteError && error.isRefusal && message.test(error.message);
const failed = (message: RegExp) => (error: unknown) =>
  error instanceof WriteError && !error.isRefusal && message.test(error.message);

test('a file is created or replaced, keeps its mode, and leaves nothing behind', (context) => {
  const { root } = makeProject(context);
  const file = join(root, 'a.txt');
  writeFileAtomic(file, 'one');
  assert.equal(text(file), 'one');
  chmodSync(file, 0o640);
  writeFileAtomic(file, new Uint8Array([0, 255]));
  assert.deepEqual(readFileSync(file), Buffer.from([0, 255]));
  assert.equal(statSync(file).mode & 0o777, 0o640);
  assert.deepEqual(readdirSync(root).sort(), ['a.txt', PLANS]);
});

test('a link stays a link, and its target is replaced', (context) => {
  const { root } = makeProject(context);
  mkdirSync(join(root, 'folder'));
  writeFileSync(join(root, 'folder', 'a.txt'), 'one');
  symlinkSync('folder/a.txt', join(root, 'link'));
  writeFileAtomic(join(root, 'link'), 'two');
  assert.ok(lstatSync(join(root, 'link')).isSymbolicLink());
  assert.equal(text(join(root, 'folder', 'a.txt')), 'two');
  symlinkSync('nothing', join(root, 'dangling'));
  assert.throws(() => writeFileAtomic(join(root, 'dangling'), ''), failed(/does not exist$/));
});

test('a pipe receives the content', { skip: cannotHave('named pipes') }, async (context) => {
  const { root } = makeProject(context);
  const pipe = join(root, 'pipe');
  await promisify(execFile)('mkfifo', [pipe]);
  const reading = promisify(execFile)('cat', [pipe]);
  writeFileAtomic(pipe, 'content');
  assert.equal((await reading).stdout, 'content');
});

test('what cannot be written is reported with the path that was given', async (context) => {
  const { root } = makeProject(context);
  assert.throws(() => writeFileAtomic(root, ''), failed(/: it is not a regular file$/));
  const missing = join(root, 'no', 'file');
  assert.throws(
    () => writeFileAtomic(missing, ''),
    failed(/no[\\/]file cannot be written: no such file or directory$/),
  );
  const file = join(root, 'protected');
  writeFileSync(file, 'one', { mode: 0o444 });
  chmodSync(root, 0o755);
  await asOtherUser(() => {
    assert.throws(() => writeFileAtomic(file, 'two'), failed(/: permission denied$/));
  });
  assert.equal(text(file), 'one');
});

test('plans and links to them are refused', (context) => {
  const { root, plans } = makeProject(context);
  const plan = join(plans, 'a.md');
  writeFileSync(plan, 'not even a plan');
  symlinkSync(`${PLANS}/a.md`, join(root, 'link.md'));
  symlinkSync(PLANS, join(root, 'linked'));
  const plansDir = plans;
  const inPlans = refused(/is in the plans directory/);
  assert.throws(() => writeFileAtomic(plan, '', { plansDir }), inPlans);
  assert.throws(() => writeFileAtomic(join(plans, 'new.html'), '', { plansDir }), inPlans);
  assert.throws(() => writeFileAtomic(join(root, 'linked', 'a.md'), '', { plansDir }), inPlans);
  assert.throws(
    () => writeFileAtomic(join(root, 'link.md'), '', { plansDir }),
    refused(/link\.md is a link to a\.md in the plans directory/),
  );
  assert.equal(text(plan), 'not even a plan');

  const elsewhere = join(root, 'plan.md');
  writeFileSync(elsewhere, `${'\n'.repeat(29)}${HEADER}`);
  assert.throws(() => writeFileAtomic(elsewhere, ''), refused(/plan\.md is a plan/));
  writeFileAtomic(elsewhere, 'merged', { mayReplacePlan: true });
  assert.equal(text(elsewhere), 'merged');
  writeFileSync(elsewhere, `${'\n'.repeat(30)}${HEADER}`);
  writeFileAtomic(elsewhere, 'no plan', { plansDir: join(root, 'missing') });
});

test('a plan is found by the directory that it is in', (context) => {
  const { root, plans } = makeProject(context);
  const found = { root, plansDir: PLANS, name: 'a.md' };
  assert.equal(planLocation(join(plans, 'a.md')), undefined, 'any directory');
  assert.deepEqual(planLocation(join(plans, 'a.md'), [plans]), found);
  createLockDirectory(plans);
  assert.deepEqual(planLocation(join(plans, 'a.md')), found, 'a directory with a lock');
  writeFileSync(join(plans, 'a.md'), '');
  symlinkSync(`${PLANS}/a.md`, join(root, 'link'));
  assert.deepEqual(planLocation(join(root, 'link')), found);
  assert.equal(planLocation(join(plans, 'a.txt')), undefined);
  assert.equal(planLocation(join(plans, 'adr', 'a.md')), undefined);
  assert.equal(planLocation(join(root, 'no', 'such', 'a.md')), undefined);
});
