/** The skill over MCP, as a raw client and the official Inspector see it. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { z } from 'zod';
import { inspect } from '../helpers/inspector.ts';
import { forEachRevision } from '../helpers/plans.ts';
import { makeProject, makeRoadmap } from '../helpers/project.ts';

const URI = 'skill://working-with-plans/SKILL.md';
const result = z.looseObject({});

interface Entry {
  uri: string;
  frontmatter: Record<string, string>;
  resources: { uri: string; digest: string; size: number }[];
}

forEachRevision('the skill can be listed, looked up and read', async ({ client }) => {
  assert.deepEqual(client.getServerCapabilities()?.extensions, {
    'io.modelcontextprotocol/skills': {},
  });
  const listed = await client.request({ method: 'skills/list', params: {} }, result);
  const [entry] = listed.skills as Entry[];
  assert.ok(entry);
  assert.equal(entry.uri, URI);
  assert.equal(entry.frontmatter.name, 'working-with-plans');
  const found = await client.request({ method: 'skills/get', params: { uri: URI } }, result);
  assert.deepEqual(found.skill, entry);
  const { contents } = await client.readResource({ uri: URI });
  const text = (contents[0] as { text: string }).text;
  assert.match(text, /^---\nname: working-with-plans\n/);
  assert.match(text, /task_start/);
  const digest = `sha256:${createHash('sha256').update(text).digest('hex')}`;
  assert.deepEqual(entry.resources, [{ uri: URI, digest, size: Buffer.byteLength(text) }]);
  await assert.rejects(
    client.request({ method: 'skills/get', params: { uri: 'skill://other/SKILL.md' } }, result),
    /No skill is served at skill:\/\/other/,
  );
});

forEachRevision(
  'without the tools that it is about there is no skill',
  async ({ client }) => {
    assert.equal(client.getServerCapabilities()?.extensions, undefined);
    await assert.rejects(client.request({ method: 'skills/list', params: {} }, result));
  },
  ['--toolsets', 'scopecraft'],
);

test('the Inspector verifies the skill', async (context) => {
  for (const root of [makeProject(context), makeRoadmap(context)]) {
    const { code, stderr, reply } = await inspect(context, root, [
      '--method=skills/list',
      '--verify',
    ]);
    assert.equal(code, 0, stderr);
    assert.match(JSON.stringify(reply), /working-with-plans/);
    assert.match(stderr, /Verified 1 skill and 1 file: no conformance errors\./);
  }
});
