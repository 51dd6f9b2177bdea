/** Where the toolset `todori` finds its project, and several servers on one. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { launch, REVISIONS, type Revision } from './helpers/client.ts';
import { serverBin } from './helpers/commands.ts';
import { Plans } from './helpers/plans.ts';
import { makeProject } from './helpers/project.ts';
import { Todori } from './helpers/todori.ts';
import { tasksIn } from './helpers/tools.ts';

/** A server that is told of its project by nothing but these. */
async function serve(
  context: TestContext,
  revision: Revision,
  cwd: string,
  { env = {}, args = [] }: { env?: Record<string, string>; args?: string[] } = {},
): Promise<Todori> {
  const { PATH = '' } = process.env;
  const server = { command: serverBin, args: ['--toolsets', 'todori', ...args], cwd };
  const client = await launch(context, revision, { ...server, env: { PATH, ...env } });
  return new Todori(new Plans(cwd, client));
}

const planIn = (root: string, plans = '.long-term-plan') => join(root, plans, 'tasks.md');

for (const revision of REVISIONS) {
  test(`${revision}: the project is above, where .git or the plans directory is`, async (context) => {
    const root = makeProject(context);
    const deep = join(root, 'a', 'b');
    mkdirSync(deep, { recursive: true });
    mkdirSync(join(root, '.git'));
    const todori = await serve(context, revision, deep);
    await todori.call('create_task', { title: 'In the repository' });
    assert.ok(existsSync(planIn(root)));
    const nearer = join(root, 'a');
    mkdirSync(join(nearer, 'todo'));
    const other = await serve(context, revision, deep, { args: ['--plans', 'todo'] });
    await other.call('create_task', { title: 'Nearer' });
    assert.ok(existsSync(planIn(nearer, 'todo')));
  });

  test(`${revision}: what names the project goes before the search`, async (context) => {
    const [cwd, named, flagged] = ['cwd', 'named', 'flagged'].map((name) =>
      makeProject(context, name),
    ) as [string, string, string];
    mkdirSync(join(cwd, '.git'));
    const env = { TODORI_PROJECT_ROOT: named, LONG_TERM_PLAN_ROOT: cwd };
    const byVariable = await serve(context, revision, cwd, { env });
    await byVariable.call('create_task', { title: 'x' });
    assert.ok(existsSync(planIn(named)));
    const byFlag = await serve(context, revision, cwd, { env, args: ['--root', flagged] });
    await byFlag.call('create_task', { title: 'x' });
    assert.ok(existsSync(planIn(flagged)));
    assert.ok(!existsSync(planIn(cwd)));
  });

  test(`${revision}: without a project the server starts, and calls are -32002`, async (context) => {
    const cwd = makeProject(context);
    const todori = await serve(context, revision, cwd);
    const { tools } = await todori.plans.client.listTools();
    assert.equal(tools.length, 11);
    for (const [name, args] of [
      ['get_tasks', {}],
      ['create_task', { title: 'x' }],
      ['get_next_task', {}],
    ] as const) {
      const { code, message } = await todori.refused(name, args);
      assert.equal(code, -32002);
      assert.match(
        message,
        /^Project root not found: .*\.git or a plans directory; start the server inside a project, or name it with --root or TODORI_PROJECT_ROOT$/,
      );
    }
    assert.ok(!existsSync(join(cwd, '.long-term-plan')), 'nothing is made');
  });
}

test('two processes that create 30 tasks each leave 60', async (context) => {
  const root = makeProject(context);
  mkdirSync(join(root, '.git'));
  const servers = await Promise.all(
    REVISIONS.map((revision) => serve(context, revision, root, { args: ['--root', root] })),
  );
  const created = await Promise.all(
    servers.flatMap((todori, server) =>
      Array.from({ length: 30 }, (_, at) =>
        todori.call('create_task', { title: `${server}.${at}` }),
      ),
    ),
  );
  const written = tasksIn(readFileSync(planIn(root), 'utf8'));
  assert.equal(written.length, 60);
  assert.deepEqual(written.map(({ id }) => id).sort(), created.map(({ id }) => id).sort());
});

test('subtasks that two processes add at once have numbers of their own', async (context) => {
  const root = makeProject(context);
  const servers = await Promise.all(
    REVISIONS.map((revision) => serve(context, revision, root, { args: ['--root', root] })),
  );
  const { id } = (await servers[0]?.call('create_task', { title: 'Parent' })) ?? { id: '' };
  await Promise.all(
    servers.flatMap((todori) =>
      Array.from({ length: 10 }, () => todori.call('add_subtask', { parentId: id, title: 'x' })),
    ),
  );
  const parent = await servers[1]?.call('get_task', { id });
  const expected = Array.from({ length: 20 }, (_, at) => `${id}.${at + 1}`);
  assert.deepEqual(parent?.subtasks.map((subtask) => subtask.id).sort(), expected.sort());
});
