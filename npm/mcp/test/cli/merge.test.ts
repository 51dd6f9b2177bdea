import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeProject } from '../helpers/project.ts';
import { ltp, ltpText, makeDemo, putPlan, runLtp } from './helpers/ltp.ts';
import { BASE, BOTH, OURS, THEIRS } from './helpers/versions.ts';

test('three files are merged with ltp merge', async (context) => {
  const root = makeProject(context);
  const texts = { base: BASE, ours: OURS, theirs: THEIRS };
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(root, `${name}.md`), text);
  const files = ['base.md', 'ours.md', 'theirs.md'];
  const { code, stdout, stderr } = await ltp(root, 'merge', ...files);
  assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: BOTH, stderr: '' });
  const strict = ['merge', ...files, '--output', 'out.md', '--no-further-status-wins'];
  writeFileSync(join(root, 'theirs.md'), BASE.replace('[ ] Alpha', '[*] Alpha'));
  const conflict = await ltp(root, ...strict);
  assert.deepEqual([conflict.code, conflict.stdout], [1, '']);
  assert.match(
    conflict.stderr,
    /^out\.md:6: conflict: status of t_a was changed differently on both sides\n$/,
  );
  assert.match(readFileSync(join(root, 'out.md'), 'utf8'), /^<<<<<<< ours\.md$/m);
});

test('a driver that cannot read its files reports that to git, and our version stays', async (context) => {
  const root = makeProject(context);
  writeFileSync(join(root, 'ours'), 'ours\n');
  const { code, stderr } = await ltp(root, 'merge-driver', '--', 'none', 'ours', 'none');
  assert.equal(code, 129);
  assert.match(stderr, /^ltp: none cannot be read/);
  assert.equal(readFileSync(join(root, 'ours'), 'utf8'), 'ours\n');
});

test('the driver replaces our file, and says by its exit code whether there are conflicts', async (context) => {
  const root = makeProject(context);
  const put = (texts: Record<string, string>) => {
    for (const [name, text] of Object.entries(texts)) writeFileSync(join(root, name), text);
  };
  const drive = (...args: string[]) =>
    runLtp(root, ['merge-driver', ...args], { env: { LONG_TERM_PLAN_ROOT: '/nowhere' } });
  put({ base: BASE, ours: OURS, theirs: THEIRS });
  const merged = await drive('--', 'base', 'ours', 'theirs', 'plan.md', '7', 'a', 'b', 'c');
  assert.deepEqual(merged, { code: 0, stdout: '', stderr: '' });
  assert.equal(readFileSync(join(root, 'ours'), 'utf8'), BOTH);
  put({ ours: BASE.replace('Alpha', 'One'), theirs: BASE.replace('Alpha', 'Two') });
  const names = ['base', 'ours', 'theirs', 'plan.md', '9', 'HEAD', 'feature', '1a2b3c4'];
  const conflict = await drive('--conflict-style=zdiff3', '--', ...names);
  assert.equal(conflict.code, 65);
  assert.match(conflict.stderr, /^plan\.md:6: conflict: title of t_a/);
  const task = (title: string) => `- [ ] ${title} <!-- long-term-plan:id=t_a -->\n`;
  const sides = `<<<<<<<<< HEAD\n${task('One')}||||||||| 1a2b3c4\n${task('Alpha')}=========\n${task('Two')}>>>>>>>>> feature\n`;
  assert.equal(readFileSync(join(root, 'ours'), 'utf8'), BASE.replace(task('Alpha'), sides));
  assert.equal((await drive('--', 'base')).code, 129);
  assert.equal((await drive('--probe')).stdout, 'long-term-plan merge driver\n');
});

/** A plan with a conflict of two fields. */
const CONFLICT = `<!-- long-term-plan:format=v1 -->
<<<<<<< ours
- [ ] One <!-- long-term-plan:id=t_1 -->
=======
- [√] Two <!-- long-term-plan:id=t_1 -->
>>>>>>> theirs
`;

test('a person resolves conflicts one by one', async (context) => {
  const root = makeDemo(context);
  assert.equal(await ltpText(root, 'resolve', 'demo'), 'There are no conflicts in the plan.\n');
  putPlan(root, 'demo', CONFLICT);
  const resolve = (...typed: string[]) =>
    runLtp(root, ['resolve', 'demo'], { typed, terminal: { columns: 80 }, env: { NO_COLOR: '1' } });
  const quit = await resolve('x', 's', 'q');
  assert.equal(quit.code, 1);
  assert.match(quit.stdout, /of t_1 \(line \d, 1 of 2\)\n {2}ours/);
  assert.match(quit.stdout, /2 left\.\n$/);
  const done = await resolve('t', 'e', 'Three');
  assert.deepEqual([done.code, done.stderr], [0, '']);
  assert.match(done.stdout, /All resolved\.\nNow run git add \.long-term-plan\/demo\.md\n$/);
  const text = readFileSync(join(root, '.long-term-plan', 'demo.md'), 'utf8');
  assert.match(text, /^- \[.\] \w+ <!-- long-term-plan:id=t_1 -->$/m);
  assert.doesNotMatch(text, /<<<<<<</);
});
