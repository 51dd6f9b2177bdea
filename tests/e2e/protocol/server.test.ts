import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { connect, REVISIONS } from '../helpers/client.ts';
import { makeProject, makeRoadmap, ROADMAP_LISTED } from '../helpers/project.ts';

for (const revision of REVISIONS) {
  test(`${revision}: the server introduces itself`, async (context) => {
    const client = await connect(context, revision, ['--root', makeProject(context)]);
    assert.equal(client.getNegotiatedProtocolVersion(), revision);
    assert.equal(client.getServerVersion()?.name, 'long-term-plan-mcp');
  });

  test(`${revision}: the tools are listed with descriptions, schemas and annotations`, async (context) => {
    const client = await connect(context, revision, ['--root', makeProject(context)]);
    const { tools } = await client.listTools();
    const names = tools.map(({ name }) => name);
    assert.ok(names.includes('plan_list'), `plan_list in ${names}`);
    for (const { name, description, inputSchema, outputSchema, annotations } of tools) {
      assert.match(name, /^[a-z]+_[a-z_]+$/);
      assert.ok(description, `${name} has a description`);
      assert.equal(inputSchema.type, 'object');
      assert.equal(outputSchema?.type, 'object');
      assert.deepEqual(Object.keys(annotations ?? {}).sort(), [
        'destructiveHint',
        'idempotentHint',
        'openWorldHint',
        'readOnlyHint',
        'title',
      ]);
    }
  });

  test(`${revision}: the command line and the configuration choose the listed tools`, async (context) => {
    const root = makeRoadmap(context);
    writeFileSync(join(root, '.long-term-plan', 'config.json'), '{ "tools": ["plan_list"] }');
    const client = await connect(context, revision, ['--root', root, '--tool-names=dotted']);
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      ['plan.list'],
    );
  });

  test(`${revision}: a read-only server lists no tool that writes`, async (context) => {
    const client = await connect(context, revision, [
      '--root',
      makeProject(context),
      '--read-only',
    ]);
    const { tools } = await client.listTools();
    assert.ok(tools.length > 0);
    for (const { name, annotations } of tools) assert.equal(annotations?.readOnlyHint, true, name);
  });

  test(`${revision}: plan_list can be called by its dotted name too`, async (context) => {
    const client = await connect(context, revision, ['--root', makeRoadmap(context)]);
    for (const name of ['plan_list', 'plan.list']) {
      const result = await client.callTool({ name, arguments: {} });
      assert.equal(result.isError, undefined);
      assert.deepEqual(result.structuredContent, ROADMAP_LISTED);
      assert.deepEqual(result.content, [{ type: 'text', text: JSON.stringify(ROADMAP_LISTED) }]);
    }
  });

  test(`${revision}: a hand edit is seen by the next call`, async (context) => {
    const root = makeRoadmap(context);
    const client = await connect(context, revision, ['--root', root]);
    const titles = async () => {
      const { structuredContent } = await client.callTool({ name: 'plan_list' });
      return (structuredContent as typeof ROADMAP_LISTED).plans.map(({ title }) => title);
    };
    assert.deepEqual(await titles(), ['Product Roadmap']);
    const plan = (title: string) => `<!-- long-term-plan:format=v1 -->\n# ${title}\n`;
    writeFileSync(join(root, '.long-term-plan', 'roadmap.md'), plan('Another'));
    writeFileSync(join(root, '.long-term-plan', 'second.md'), plan('Second'));
    assert.deepEqual(await titles(), ['Another', 'Second']);
  });

  test(`${revision}: an unknown tool is an error that names the available ones`, async (context) => {
    const client = await connect(context, revision, ['--root', makeProject(context)]);
    const result = await client.callTool({ name: 'plan_lst', arguments: {} });
    assert.equal(result.isError, true);
    const { error } = result.structuredContent as { error: { code: string; message: string } };
    assert.equal(error.code, 'UNKNOWN_TOOL');
    assert.match(error.message, /plan_lst.*plan_list/);
    assert.deepEqual(result.content, [{ type: 'text', text: error.message }]);
  });

  test(`${revision}: an unknown argument is an error that names the valid ones`, async (context) => {
    const client = await connect(context, revision, ['--root', makeRoadmap(context)]);
    const result = await client.callTool({ name: 'plan_list', arguments: { colour: 'red' } });
    assert.equal(result.isError, true);
    const { error } = result.structuredContent as { error: { code: string; message: string } };
    assert.equal(error.code, 'INVALID_ARGUMENT');
    assert.match(error.message, /colour.*query.*limit.*cursor/);
  });

  test(`${revision}: a project without a plans directory has no plans`, async (context) => {
    const client = await connect(context, revision, ['--root', makeProject(context)]);
    const { structuredContent } = await client.callTool({ name: 'plan_list' });
    assert.deepEqual(structuredContent, { plans: [] });
  });

  test(`${revision}: a path may contain spaces and any letters`, async (context) => {
    const root = makeRoadmap(context, 'mein Projekt äöü 計画');
    const client = await connect(context, revision, [`--root=${root}`]);
    const { structuredContent } = await client.callTool({ name: 'plan_list' });
    assert.deepEqual(structuredContent, ROADMAP_LISTED);
  });

  test(`${revision}: a plans directory outside of the root is rejected`, async (context) => {
    const root = makeProject(context);
    const elsewhere = join(dirname(root), 'elsewhere');
    mkdirSync(elsewhere);
    symlinkSync(elsewhere, join(root, '.long-term-plan'));
    const client = await connect(context, revision, ['--root', root]);
    const { isError, content } = await client.callTool({ name: 'plan_list' });
    assert.equal(isError, true);
    assert.ok(!JSON.stringify(content).includes(root), 'no absolute path in an error');
    assert.match(JSON.stringify(content), /outside of the root/);
  });
}
