/** The server through the command line of the official Inspector, which also lints the schemas. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from '../helpers/inspector.ts';
import { makeProject, makeRoadmap, ROADMAP, ROADMAP_LISTED } from '../helpers/project.ts';

test('the Inspector reports no problem with the tools', async (context) => {
  const root = makeProject(context);
  const { code, stderr, reply } = await inspect(context, root, ['--method=tools/list', '--strict']);
  assert.equal(code, 0, stderr);
  assert.ok((reply.tools as object[]).length > 10);
  assert.doesNotMatch(stderr, /error|warning/i);
});

test('the Inspector calls tools that read and write', async (context) => {
  const root = makeRoadmap(context);
  const call = (name: string, ...pairs: string[]) =>
    inspect(context, root, [
      '--method=tools/call',
      `--tool-name=${name}`,
      ...pairs.flatMap((pair) => ['--tool-arg', pair]),
    ]);
  const listed = await call('plan_list');
  assert.equal(listed.code, 0, listed.stderr);
  assert.deepEqual(listed.reply.structuredContent, ROADMAP_LISTED);
  const updated = await call('task_update', 'planId=roadmap', 'taskId=t_editor', 'status=doing');
  assert.equal(updated.code, 0, updated.stderr);
  const { reply } = await inspect(context, root, [
    '--method=resources/read',
    '--uri=plan://roadmap',
  ]);
  const [content] = reply.contents as { text: string }[];
  assert.equal(content?.text, ROADMAP.replace('- [ ] Editor', '- [*] Editor'));
});

test('the Inspector sees resources, templates and prompts', async (context) => {
  const root = makeRoadmap(context);
  const resources = await inspect(context, root, ['--method=resources/list']);
  assert.equal((resources.reply.resources as object[]).length, 1);
  const templates = await inspect(context, root, ['--method=resources/templates/list']);
  assert.equal((templates.reply.resourceTemplates as object[]).length, 1);
  const prompts = await inspect(context, root, ['--method=prompts/list']);
  assert.equal((prompts.reply.prompts as object[]).length, 2);
  const prompt = await inspect(context, root, [
    '--method=prompts/get',
    '--prompt-name=plan_status',
    '--prompt-args',
    'planId=roadmap',
  ]);
  assert.match(JSON.stringify(prompt.reply.messages), /Product Roadmap/);
});
