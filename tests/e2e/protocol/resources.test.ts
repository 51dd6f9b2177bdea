/** Resources, prompts, completion and instructions: what a client shows to people. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Client } from '@modelcontextprotocol/client';
import { forEachRevision, type Plans } from '../helpers/plans.ts';

const INVALID_PARAMS = -32602;

/** The error of a request that has to fail. */
async function failure(request: Promise<unknown>): Promise<{ code: unknown; message: string }> {
  try {
    await request;
  } catch (error) {
    assert.ok(error instanceof Error && 'code' in error, String(error));
    return { code: error.code, message: error.message };
  }
  return assert.fail('the request succeeded');
}

function putRoadmap(plans: Plans): void {
  plans.put(
    'roadmap',
    `# Roadmap

## Milestones

- [*] Parser <!-- long-term-plan:id=t_parser -->
  - [ ] Bodies <!-- long-term-plan:id=t_bodies depends=t_editor -->
    > Read **all** of it.
- [ ] Editor <!-- long-term-plan:id=t_editor -->
`,
  );
}

forEachRevision('the server states its capabilities and instructions', async (plans) => {
  assert.deepEqual(plans.client.getServerCapabilities(), {
    tools: {},
    prompts: {},
    resources: { subscribe: true, listChanged: true },
    completions: {},
    extensions: { 'io.modelcontextprotocol/skills': {} },
  });
  const instructions = plans.client.getInstructions() ?? '';
  assert.ok(instructions.length < 2000, `${instructions.length} characters`);
  for (const word of ['plan_list', 'task_start', 'task_batch', 'ifMatch', 'CONFLICT']) {
    assert.ok(instructions.includes(word), word);
  }
  assert.ok(!instructions.includes('doc_repair'), 'nothing about toolsets that are disabled');
});

forEachRevision(
  'a server without plans has neither resources nor prompts',
  async (plans) => {
    assert.deepEqual(plans.client.getServerCapabilities(), { tools: {} });
    assert.match(
      plans.client.getInstructions() ?? '',
      /doc_validate explains\.\nThis server only reads/,
    );
  },
  ['--toolsets=doc', '--read-only'],
);

forEachRevision('plans are listed and read as resources', async (plans) => {
  const { resources: none } = await plans.client.listResources();
  assert.deepEqual(none, []);
  putRoadmap(plans);
  plans.put('broken', '- [?] x\n');
  const { resources } = await plans.client.listResources({}, { cacheMode: 'refresh' });
  assert.deepEqual(resources, [
    { uri: 'plan://broken', name: 'broken', title: 'broken', mimeType: 'text/markdown' },
    { uri: 'plan://roadmap', name: 'roadmap', title: 'Roadmap', mimeType: 'text/markdown' },
  ]);
  const { resourceTemplates } = await plans.client.listResourceTemplates();
  assert.deepEqual(resourceTemplates, [
    {
      uriTemplate: 'plan://{planId}',
      name: 'plan',
      description: 'A plan as Markdown',
      mimeType: 'text/markdown',
    },
  ]);
  const { contents } = await plans.client.readResource({ uri: 'plan://roadmap' });
  const text = readFileSync(plans.path('roadmap'), 'utf8');
  assert.deepEqual(contents, [{ uri: 'plan://roadmap', mimeType: 'text/markdown', text }]);
});

forEachRevision('many resources come in pages', async (plans) => {
  const ids = Array.from({ length: 230 }, (_, at) => `p${String(at).padStart(3, '0')}`);
  for (const id of ids) plans.put(id, `# ${'long '.repeat(200)}\n`);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await plans.client.request({
      method: 'resources/list',
      params: cursor === undefined ? {} : { cursor },
    });
    assert.ok(JSON.stringify(page).length < 40_000, `${JSON.stringify(page).length} characters`);
    seen.push(...page.resources.map(({ name }) => name));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  assert.deepEqual(seen, ids);
  const request = { method: 'resources/list', params: { cursor: 'plan://gone' } } as const;
  const { code, message } = await failure(plans.client.request(request));
  assert.equal(code, INVALID_PARAMS);
  assert.match(message, /INVALID_CURSOR/);
});

forEachRevision('an unknown resource is an error with its URI', async (plans) => {
  putRoadmap(plans);
  for (const [uri, message] of [
    ['plan://nowhere', /Plan not found: nowhere/],
    ['plan://../secret', /must be the name of a plan/],
    ['file:///etc/passwd', /There is no resource "file:\/\/\/etc\/passwd"/],
  ] as const) {
    const error = await failure(plans.client.readResource({ uri }));
    assert.equal(error.code, INVALID_PARAMS, uri);
    assert.match(error.message, message);
  }
});

forEachRevision('plan ids are completed, for the template and for prompts', async (plans) => {
  for (const id of ['road', 'Roadmap', 'other']) plans.put(id, '');
  const refs = [
    { type: 'ref/resource', uri: 'plan://{planId}' },
    { type: 'ref/prompt', name: 'plan_status' },
  ] as const;
  for (const ref of refs) {
    const complete = async (name: string, value: string) =>
      (await plans.client.complete({ ref, argument: { name, value } })).completion;
    assert.deepEqual(await complete('planId', 'ro'), {
      values: ['Roadmap', 'road'],
      total: 2,
      hasMore: false,
    });
    assert.deepEqual((await complete('taskId', 't')).values, []);
  }
  for (const ref of [
    { type: 'ref/resource', uri: 'plan://{id}' },
    { type: 'ref/prompt', name: 'plan_stats' },
  ] as const) {
    const argument = { name: 'planId', value: '' };
    const { code } = await failure(plans.client.complete({ ref, argument }));
    assert.equal(code, INVALID_PARAMS);
  }
});

async function promptText(client: Client, name: string, args: Record<string, string>) {
  const { messages } = await client.getPrompt({ name, arguments: args });
  assert.equal(messages.length, 1);
  const [message] = messages;
  assert.ok(message?.role === 'user' && message.content.type === 'text');
  return message.content.text;
}

forEachRevision(
  'the prompts show the progress of a plan, and a task with its context',
  async (plans) => {
    putRoadmap(plans);
    const { prompts } = await plans.client.listPrompts();
    assert.deepEqual(
      prompts.map(({ name, arguments: args }) => [
        name,
        args?.map(({ name, required }) => [name, required]),
      ]),
      [
        ['plan_status', [['planId', true]]],
        [
          'plan_task',
          [
            ['planId', true],
            ['taskId', false],
          ],
        ],
      ],
    );
    const status = await promptText(plans.client, 'plan_status', { planId: 'roadmap' });
    assert.match(status, /"Roadmap": 0 of 3 tasks done, 1 in progress, 2 to do/);
    assert.match(status, /Next: \[todo\] Editor \(t_editor\)/);
    const task = await promptText(plans.client, 'plan_task', {
      planId: 'roadmap',
      taskId: 't_bodies',
    });
    for (const part of [
      '[todo] Bodies (t_bodies)',
      'Section: Milestones',
      'Part of:\n- [doing] Parser (t_parser)',
      'Depends on:\n- [todo] Editor (t_editor)',
      'Read **all** of it.',
    ]) {
      assert.ok(task.includes(part), `${part} in ${task}`);
    }
    const current = await promptText(plans.client, 'plan_task', { planId: 'roadmap', taskId: '' });
    assert.match(current, /\[doing\] Parser \(t_parser\)/, 'an empty argument counts as omitted');
  },
);

forEachRevision('a prompt with invalid arguments is an error with the reason', async (plans) => {
  putRoadmap(plans);
  for (const [name, args, message] of [
    ['plan_stats', {}, /There is no prompt "plan_stats"/],
    ['plan_status', {}, /Argument planId is required/],
    ['plan_status', { planId: 'nowhere' }, /Plan not found: nowhere/],
    ['plan_task', { planId: 'roadmap', taskId: 't_9' }, /Task not found: t_9/],
  ] as const) {
    const error = await failure(plans.client.getPrompt({ name, arguments: { ...args } }));
    assert.equal(error.code, INVALID_PARAMS, name);
    assert.match(error.message, message);
  }
});
