/** How a server finds its project without `--root`: by the working directory, or by what the client says. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { REVISIONS, type Revision } from '../helpers/client.ts';
import { serverWith } from '../helpers/commands.ts';
import { Plans } from '../helpers/plans.ts';
import { makeProject, makeRoadmap, ROADMAP_LISTED } from '../helpers/project.ts';

interface Start {
  cwd: string;
  /** Without them, the client does not have the capability. */
  roots?: string[];
  args?: string[];
  env?: Record<string, string>;
}

/** A server, and how often the client was asked for its roots and learned of new tools. */
async function serve(
  context: TestContext,
  revision: Revision,
  { cwd, roots, args = [], env = {} }: Start,
) {
  const counts = { asked: 0, toolsChanged: 0 };
  const mode = revision === '2026-07-28' ? { pin: revision } : 'legacy';
  const client = new Client(
    { name: 'end-to-end', version: '1.0.0' },
    {
      versionNegotiation: { mode },
      capabilities: roots === undefined ? {} : { roots: {} },
      listChanged: {
        tools: {
          autoRefresh: false,
          onChanged: () => {
            counts.toolsChanged += 1;
          },
        },
      },
    },
  );
  if (roots !== undefined) {
    client.setRequestHandler('roots/list', () => {
      counts.asked += 1;
      return { roots: roots.map((root) => ({ uri: pathToFileURL(root).href })) };
    });
  }
  const { PATH = '' } = process.env;
  const home = makeProject(context, 'home');
  const where = { PATH, HOME: home, USERPROFILE: home, ...env };
  context.after(() => client.close());
  await client.connect(
    new StdioClientTransport({ ...serverWith(...args), cwd, env: where, stderr: 'ignore' }),
  );
  return { plans: new Plans(cwd, client), counts };
}

const plansIn = (root: string) =>
  existsSync(join(root, '.long-term-plan')) ? readdirSync(join(root, '.long-term-plan')) : [];
const createPlan = (plans: Plans) => plans.call('plan_create', { planId: 'p', title: 'P' });

for (const revision of REVISIONS) {
  test(`${revision}: plans above the working directory precede the roots of the client`, async (context) => {
    const root = makeRoadmap(context);
    const cwd = join(root, 'src', 'deep');
    mkdirSync(cwd, { recursive: true });
    const other = makeProject(context, 'other');
    const { plans, counts } = await serve(context, revision, { cwd, roots: [other] });
    assert.deepEqual(await plans.call('plan_list'), ROADMAP_LISTED);
    await createPlan(plans);
    assert.ok(plansIn(root).includes('p.md'));
    assert.deepEqual(plansIn(cwd), []);
    assert.equal(counts.asked, 0);
  });

  test(`${revision}: the roots of the client precede the repository and the working directory`, async (context) => {
    const cwd = makeProject(context, 'cwd');
    mkdirSync(join(cwd, '.git'));
    const [empty, root] = [makeProject(context, 'empty'), makeRoadmap(context)];
    const roots = [join(root, 'no such'), empty, root];
    const { plans, counts } = await serve(context, revision, { cwd, roots });
    assert.deepEqual(await plans.call('plan_list'), ROADMAP_LISTED);
    // What the roots led to stays.
    roots.splice(0, 3, empty);
    await createPlan(plans);
    assert.ok(plansIn(root).includes('p.md'));
    assert.deepEqual([plansIn(cwd), plansIn(empty)], [[], []]);
    assert.equal(counts.asked, 1);
  });

  test(`${revision}: without roots, the top of the repository is the project`, async (context) => {
    const root = makeProject(context);
    const cwd = join(root, 'src');
    mkdirSync(cwd);
    mkdirSync(join(root, '.git'));
    for (const roots of [undefined, [] as string[]]) {
      const { plans } = await serve(context, revision, roots ? { cwd, roots } : { cwd });
      await plans.call('plan_create', { planId: roots ? 'with' : 'without', title: 'P' });
    }
    const created = plansIn(root).filter((name) => name.endsWith('.md'));
    assert.deepEqual(created.sort(), ['with.md', 'without.md']);
    assert.deepEqual(plansIn(cwd), []);
  });

  test(`${revision}: in the home folder and in a cache nothing is created`, async (context) => {
    const home = makeRoadmap(context, 'home');
    const cache = join(home, '.codex', 'plugins', 'cache', 'x');
    mkdirSync(cache, { recursive: true });
    const env = { HOME: home, USERPROFILE: home };
    for (const cwd of [home, cache]) {
      const { plans } = await serve(context, revision, { cwd, env, roots: [cwd] });
      assert.deepEqual(await plans.call('plan_list'), { plans: [] });
      assert.deepEqual((await plans.client.listResources()).resources, []);
      const { message } = await plans.fails('plan_create', { planId: 'p', title: 'P' });
      assert.match(message, /--root.*ltp init/);
      assert.match((await plans.fails('task_add', { planId: 'p', title: 'A' })).message, /--root/);
    }
    assert.deepEqual(plansIn(home), ['roadmap.md']);
    assert.deepEqual(plansIn(cache), []);
  });

  test(`${revision}: the configuration of a root applies from the first call`, async (context) => {
    const root = makeRoadmap(context);
    const config = join(root, '.long-term-plan', 'config.json');
    writeFileSync(config, JSON.stringify({ readOnly: true, toolsets: ['plan', 'doc'] }));
    const cwd = makeProject(context, 'cwd');
    const { plans, counts } = await serve(context, revision, { cwd, roots: [root] });
    const names = async () => (await plans.client.listTools()).tools.map(({ name }) => name);
    const before = await names();
    assert.ok(before.includes('task_add'));
    const { code } = await plans.fails('task_add', { planId: 'roadmap', title: 'A' });
    assert.equal(code, 'READ_ONLY');
    for (let tries = 0; counts.toolsChanged === 0 && tries < 50; tries++) await sleep(20);
    assert.equal(counts.toolsChanged, 1);
    const after = await names();
    assert.ok(!after.includes('task_add') && after.includes('doc_validate'), after.join());
  });

  test(`${revision}: a root with a wrong configuration is reported by every call`, async (context) => {
    const root = makeRoadmap(context);
    writeFileSync(join(root, '.long-term-plan', 'config.json'), '{"readonly":true}');
    const cwd = makeProject(context, 'cwd');
    const { plans } = await serve(context, revision, { cwd, roots: [root] });
    for (const name of ['plan_list', 'plan_create']) {
      const { code, message } = await plans.fails(name, {});
      assert.equal(code, 'INVALID_CONFIG');
      assert.match(message, /config\.json: unknown key "readonly"; did you mean readOnly\?/);
    }
    await assert.rejects(plans.client.readResource({ uri: 'plan://roadmap' }), /unknown key/);
  });
}

test('a client that never says its roots is served after a while', async (context) => {
  const cwd = makeProject(context, 'cwd');
  const { plans } = await serve(context, '2025-11-25', { cwd, roots: [] });
  plans.client.setRequestHandler('roots/list', () => new Promise<never>(() => {}));
  await createPlan(plans);
  assert.ok(plansIn(cwd).includes('p.md'));
});
