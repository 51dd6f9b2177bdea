/** How the server of the toolset `todori` finds its project without `--root`. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { launch } from '../helpers/client.ts';
import { serverWith } from '../helpers/commands.ts';
import { Plans } from '../helpers/plans.ts';
import { makeProject } from '../helpers/project.ts';

async function serve(
  context: TestContext,
  cwd: string,
  { env = {}, args = [] }: { env?: Record<string, string>; args?: string[] } = {},
): Promise<Plans> {
  const { PATH = '' } = process.env;
  const server = { ...serverWith('--toolsets', 'todori', ...args), cwd };
  return new Plans(cwd, await launch(context, '2026-07-28', { ...server, env: { PATH, ...env } }));
}

const createTask = (plans: Plans) => plans.call('create_task', { title: 'A' });
const hasPlan = (root: string, plansDir = '.long-term-plan') =>
  existsSync(join(root, plansDir, 'tasks.md'));

test('the project is the nearest directory above with .git or a plans directory', async (context) => {
  const root = makeProject(context);
  const deep = join(root, 'a', 'b');
  mkdirSync(deep, { recursive: true });
  mkdirSync(join(root, '.git'));
  await createTask(await serve(context, deep));
  assert.ok(hasPlan(root));
  const nearer = join(root, 'a');
  mkdirSync(join(nearer, 'todo'));
  await createTask(await serve(context, deep, { args: ['--plans', 'todo'] }));
  assert.ok(hasPlan(nearer, 'todo'));
});

test('--root precedes TODORI_PROJECT_ROOT, which precedes the search', async (context) => {
  const [cwd, named, flagged] = ['cwd', 'named', 'flagged'].map((name) =>
    makeProject(context, name),
  ) as [string, string, string];
  mkdirSync(join(cwd, '.git'));
  const env = { TODORI_PROJECT_ROOT: named, LONG_TERM_PLAN_ROOT: cwd };
  await createTask(await serve(context, cwd, { env }));
  assert.ok(hasPlan(named));
  await createTask(await serve(context, cwd, { env, args: ['--root', flagged] }));
  assert.ok(hasPlan(flagged));
  assert.ok(!hasPlan(cwd));
});

test('without a project, the server starts and its calls fail with -32002', async (context) => {
  const cwd = makeProject(context);
  const plans = await serve(context, cwd);
  const { tools } = await plans.client.listTools();
  assert.equal(tools.length, 11);
  const { code } = await plans.fails('create_task', { title: 'A' });
  assert.equal(code, -32002);
  assert.ok(!existsSync(join(cwd, '.long-term-plan')), 'nothing is created');
});
