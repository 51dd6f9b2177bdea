/** Links that lead out of the plans directory are never followed. Windows allows file links only in Developer Mode, junctions always. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { RawServer } from '../e2e/helpers/raw-server.ts';

const PLAN = '<!-- long-term-plan:format=v1 -->\n# P\n\n- [ ] A <!-- long-term-plan:id=t_a -->\n';

function makeProject(context: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'links-'));
  context.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  const [root, outside] = [join(folder, 'root'), join(folder, 'outside')];
  const plans = join(root, '.long-term-plan');
  mkdirSync(plans, { recursive: true });
  mkdirSync(outside);
  return { root, plans, outside };
}

/** `false` where the user may not make file links. */
function linkFile(target: string, path: string): boolean {
  try {
    symlinkSync(target, path, 'file');
    return true;
  } catch (error) {
    if (process.platform === 'win32' && (error as NodeJS.ErrnoException).code === 'EPERM') {
      return false;
    }
    throw error;
  }
}

const update = { planId: 'p', taskId: 't_a', status: 'done' };

test('this user may make links to files, or may not, as the run says', (context) => {
  const expected = process.env.LTP_EXPECT_LINKS;
  const { plans } = makeProject(context);
  writeFileSync(join(plans, 'target.md'), PLAN);
  const isAllowed = linkFile(join(plans, 'target.md'), join(plans, 'p.md'));
  context.diagnostic(`links to files are ${isAllowed ? 'allowed' : 'not allowed'}`);
  if (expected !== undefined) assert.equal(isAllowed ? 'yes' : 'no', expected);
});

test('a plan that is a link within the plans directory is written, and stays a link', async (context) => {
  const { root, plans } = makeProject(context);
  writeFileSync(join(plans, 'target.md'), PLAN);
  if (!linkFile(join(plans, 'target.md'), join(plans, 'p.md'))) {
    context.skip('this user may not make links to files (Developer Mode is off)');
    return;
  }
  const server = await RawServer.start(context, root);
  await server.succeed('task_update', update);
  assert.match(readFileSync(join(plans, 'target.md'), 'utf8'), /\[√\] A/);
});

test('a plan that is a link out of the plans directory is refused', async (context) => {
  const { root, plans, outside } = makeProject(context);
  writeFileSync(join(outside, 'secret.md'), PLAN);
  if (!linkFile(join(outside, 'secret.md'), join(plans, 'p.md'))) {
    context.skip('this user may not make links to files (Developer Mode is off)');
    return;
  }
  const server = await RawServer.start(context, root);
  await server.fail('plan_get', { planId: 'p' });
  await server.fail('task_update', update);
  assert.equal(readFileSync(join(outside, 'secret.md'), 'utf8'), PLAN);
});

test('a plans directory that is a junction out of the project is refused', async (context) => {
  const { root, plans, outside } = makeProject(context);
  writeFileSync(join(outside, 'p.md'), PLAN);
  rmSync(plans, { recursive: true, maxRetries: 10 });
  symlinkSync(outside, plans, 'junction');
  const server = await RawServer.start(context, root);
  await server.fail('plan_get', { planId: 'p' });
  await server.fail('task_update', update);
  assert.equal(readFileSync(join(outside, 'p.md'), 'utf8'), PLAN);
});
