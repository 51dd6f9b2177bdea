import assert from 'node:assert/strict';
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeProject } from '../helpers/project.ts';
import { fixtureText } from './helpers/converted.ts';
import { ltp, ltpFails, makeDemo, putPlan } from './helpers/ltp.ts';

const FORMATS = { gfm: 'md', json: 'json', csv: 'csv', html: 'html' };

/** Git may have changed the line endings of a fixture, but not of the export. */
const lines = (text: string) => text.replaceAll('\r\n', '\n');

for (const [format, extension] of Object.entries(FORMATS)) {
  test(`a plan is written as ${format}, to stdout and into a file`, async (context) => {
    const root = makeProject(context);
    putPlan(root, 'launch', fixtureText('export', 'plan.md'));
    const { code, stdout, stderr } = await ltp(root, 'export', 'launch', '--format', format);
    assert.deepEqual([code, stderr], [0, '']);
    assert.equal(lines(stdout), lines(fixtureText('expected', `export.${extension}`)));
    const written = await ltp(root, 'export', 'launch', '--output', `out.${extension}`);
    assert.deepEqual(written, { code: 0, stdout: '', stderr: '' });
    assert.equal(readFileSync(join(root, `out.${extension}`), 'utf8'), stdout);
  });
}

test('CSV has the line endings of RFC 4180, and no cell is a formula', async (context) => {
  const root = makeProject(context);
  const cells = ['=1+1', '+1', '-1', '@x'];
  const tasks = cells.map((title, at) => `- [ ] ${title} <!-- long-term-plan:id=t_${at} -->\n`);
  putPlan(root, 'demo', `<!-- long-term-plan:format=v1 -->\n${tasks.join('')}`);
  const { stdout } = await ltp(root, 'export', 'demo', '--format', 'csv');
  const rows = stdout.split('\r\n').slice(1, -1);
  assert.deepEqual(
    rows.map((row) => row.split(',')[1]),
    cells.map((cell) => `'${cell}`),
  );
});

test('a checklist has no id comments, and done tasks are checked', async (context) => {
  const root = makeDemo(context);
  const { stdout } = await ltp(root, 'export', 'demo');
  assert.doesNotMatch(stdout, /long-term-plan|<!--/);
  assert.match(stdout, /^ {2}- \[x\] Headings$/m);
  assert.match(stdout, /^- \[ \] Editor `status=todo tags=api state=blocked`$/m);
});

test('an output file is replaced atomically, and never a plan', async (context) => {
  const root = makeDemo(context);
  writeFileSync(join(root, 'demo.html'), 'old');
  assert.equal((await ltp(root, 'export', 'demo', '--output', 'demo.html')).code, 0);
  assert.match(readFileSync(join(root, 'demo.html'), 'utf8'), /^<!doctype html>/);
  const plansDir = join(root, '.long-term-plan');
  symlinkSync(plansDir, join(root, 'link'));
  for (const folder of ['.long-term-plan', 'link']) {
    const args = ['export', 'demo', '--output', `${folder}/other.md`];
    assert.match(await ltpFails(root, 2, ...args), /other\.md is in the plans directory/);
  }
  assert.deepEqual(
    readdirSync(root).sort(),
    ['.long-term-plan', 'demo.html', 'link'].sort(),
    'nothing is left lying around',
  );
});

test('an export that is not possible is rejected with the reason', async (context) => {
  const root = makeDemo(context);
  putPlan(root, 'none', '# No plan\n');
  assert.equal(await ltpFails(root, 4, 'export', 'nothing'), 'ltp: Plan not found: nothing\n');
  assert.match(await ltpFails(root, 1, 'export', 'none'), /MISSING_FORMAT_HEADER/);
  assert.match(await ltpFails(root, 2, 'export', 'demo', '--format', 'pdf'), /pdf/);
  assert.match(await ltpFails(root, 2, 'export', '../x'), /must be the name of a plan/);
  assert.match(await ltpFails(root, 2, 'export'), /The plan is missing/);
});

test('a plan with errors is exported as far as possible, and the errors are reported', async (context) => {
  const root = makeProject(context);
  const text = `<!-- long-term-plan:format=v1 -->
- [ ] Good <!-- long-term-plan:id=t_1 -->
- [ ] No id
`;
  putPlan(root, 'demo', text);
  const { code, stdout, stderr } = await ltp(root, 'export', 'demo', '--format', 'csv');
  assert.equal(code, 0);
  assert.match(stdout, /^t_1,Good,/m);
  assert.match(stderr, /^demo: MISSING_TASK_ID@3: /);
});
