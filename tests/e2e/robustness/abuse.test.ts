/** Names and files that no plan should have: a clear error, nothing lost, and the server keeps running. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { makeProject, makeRoadmap, ROADMAP } from '../helpers/project.ts';
import {
  type Arguments,
  call,
  fail,
  openSession,
  PLANS,
  planFile,
  succeed,
} from '../helpers/tools.ts';

async function makeServer(context: TestContext) {
  const root = makeRoadmap(context);
  const { client } = await openSession(context, root);
  return { root, client, file: planFile(root, 'roadmap') };
}

/** A call of every tool that takes a plan, valid except for the plan. */
const CALLS_OF_PLANS: [string, Arguments][] = [
  ['plan_get', {}],
  ['plan_create', { title: 'New' }],
  ['plan_update', { title: 'New' }],
  ['task_get', { taskId: 't_editor' }],
  ['task_next', {}],
  ['task_search', { query: 'editor' }],
  ['task_add', { title: 'New' }],
  ['task_update', { taskId: 't_editor', status: 'done' }],
  ['task_start', { taskId: 't_editor' }],
  ['task_move', { taskId: 't_editor', position: 'first' }],
  ['task_delete', { taskId: 't_editor' }],
  ['task_batch', { ops: [{ op: 'delete', taskId: 't_editor' }] }],
  ['doc_validate', {}],
  ['doc_repair', { actions: ['addMissingIds'] }],
];
const WRITES = CALLS_OF_PLANS.filter(([name]) =>
  /^(plan_update|task_(add|update|start|move|delete|batch))$/.test(name),
);

const BAD_PLAN_IDS = [
  '',
  '.',
  '..',
  '../roadmap',
  '../../etc/passwd',
  'a/b',
  'a\\b',
  '/etc/passwd',
  'C:\\x',
  'C:x',
  'road\0map',
  '\0',
  'roadmap\n',
  ' roadmap',
  'roadmap.md',
  '-rf',
  '.hidden',
  '.history/lock',
  '__proto__',
  'plän',
  '計画',
  'rоadmap',
  '😀',
  '%2e%2e',
  '~',
  'a'.repeat(129),
  'a'.repeat(100_000),
];

const NO_PLAN_ID = /^Argument planId must not be empty$/;
const BAD_PLAN_ID =
  /^Argument planId must be the name of a plan, not ".*": 1 to 128 letters, digits, _ and -, starting with a letter or digit$/;

test('every tool rejects a planId that is not a name, before it becomes a path', async (context) => {
  const { root, client, file } = await makeServer(context);
  for (const [name, args] of CALLS_OF_PLANS) {
    for (const planId of BAD_PLAN_IDS) {
      const { isError, text, json } = await call(client, name, { ...args, planId });
      const about = `${name} of ${JSON.stringify(planId.slice(0, 40))}`;
      assert.equal(isError, true, about);
      assert.match(text, planId === '' ? NO_PLAN_ID : BAD_PLAN_ID, about);
      assert.ok(text.length < 300, about);
      assert.equal((json.error as { code: string }).code, 'INVALID_ARGUMENT', about);
    }
    for (const planId of [7, true, ['roadmap'], { id: 'roadmap' }]) {
      const message = await fail(client, name, { ...args, planId });
      assert.equal(message, `Argument planId must be a string, not ${JSON.stringify(planId)}`);
    }
    const missing = await fail(client, name, args);
    assert.equal(missing, 'Argument planId is required: a string');
  }
  assert.deepEqual(readdirSync(root), [PLANS]);
  assert.deepEqual(readdirSync(join(root, PLANS)), ['roadmap.md']);
  assert.equal(readFileSync(file, 'utf8'), ROADMAP);
});

test('names that are special in JavaScript are ordinary names', async (context) => {
  const { client } = await makeServer(context);
  for (const planId of ['constructor', 'toString', 'a'.repeat(128)]) {
    await succeed(client, 'plan_create', { planId, title: planId });
    const { plan } = await succeed(client, 'plan_get', { planId });
    assert.equal((plan as { title: string }).title, planId);
  }
});

test('names that Windows reserves are not given to new plans', async (context) => {
  const { client } = await makeServer(context);
  for (const planId of ['con', 'NUL', 'lpt1']) {
    const message = await fail(client, 'plan_create', { planId, title: planId });
    assert.equal(message, `Argument planId must not be ${planId}, which Windows reserves`);
  }
});

test('a link to a plan in the plans directory is followed, and stays a link', async (context) => {
  const { root, client, file } = await makeServer(context);
  const link = planFile(root, 'alias');
  symlinkSync('roadmap.md', link);
  await succeed(client, 'task_update', { planId: 'alias', taskId: 't_editor', status: 'done' });
  assert.ok(lstatSync(link).isSymbolicLink());
  assert.equal(readlinkSync(link), 'roadmap.md');
  assert.ok(lstatSync(file).isFile());
  assert.equal(readFileSync(file, 'utf8'), ROADMAP.replace('[ ] Editor', '[√] Editor'));
});

test('a link to a file outside of the plans directory is neither read nor written', async (context) => {
  const { root, client } = await makeServer(context);
  const outside = join(root, 'outside.md');
  writeFileSync(outside, ROADMAP);
  symlinkSync('../outside.md', planFile(root, 'link'));
  for (const [name, args] of CALLS_OF_PLANS) {
    const message = await fail(client, name, { ...args, planId: 'link' });
    assert.equal(
      message,
      '.long-term-plan/link.md: leads outside of the root; nothing outside is read or written',
      name,
    );
  }
  assert.equal(readFileSync(outside, 'utf8'), ROADMAP);
  const { plans } = await succeed(client, 'plan_list');
  assert.deepEqual(
    (plans as { planId: string; error?: string }[]).map(({ planId, error }) => [planId, error]),
    [
      ['link', 'leads outside of the root; nothing outside is read or written'],
      ['roadmap', undefined],
    ],
  );
});

test('a dangling link is not written through', async (context) => {
  const { root, client } = await makeServer(context);
  symlinkSync('nowhere.md', planFile(root, 'dangling'));
  const create = { planId: 'dangling', title: 'New' };
  assert.equal(
    await fail(client, 'plan_create', create),
    '.long-term-plan/dangling.md: not a regular file',
  );
  assert.ok(lstatSync(planFile(root, 'dangling')).isSymbolicLink());
  assert.deepEqual(readdirSync(join(root, PLANS)).sort(), [
    '.history',
    'dangling.md',
    'roadmap.md',
  ]);
});

test('a plans directory that becomes a link out of the root at run time is rejected', async (context) => {
  const { root, client } = await makeServer(context);
  const elsewhere = join(dirname(root), 'elsewhere');
  renameSync(join(root, PLANS), elsewhere);
  symlinkSync(elsewhere, join(root, PLANS));
  for (const [name, args] of CALLS_OF_PLANS) {
    const message = await fail(client, name, { ...args, planId: 'roadmap' });
    assert.match(message, /: leads outside of the root; nothing outside is read or written$/, name);
    assert.ok(!message.includes(root), 'no absolute path in an error');
  }
  assert.deepEqual(readdirSync(elsewhere), ['roadmap.md']);
  assert.equal(readFileSync(join(elsewhere, 'roadmap.md'), 'utf8'), ROADMAP);

  rmSync(join(root, PLANS));
  renameSync(elsewhere, join(root, PLANS));
  await succeed(client, 'task_add', { planId: 'roadmap', title: 'Back again' });
});

test('a directory or a FIFO in place of a plan is rejected without blocking', async (context) => {
  const { root, client } = await makeServer(context);
  mkdirSync(planFile(root, 'folder'));
  execFileSync('mkfifo', [planFile(root, 'pipe')]);
  for (const planId of ['folder', 'pipe']) {
    for (const [name, args] of CALLS_OF_PLANS) {
      const message = await fail(client, name, { ...args, planId });
      assert.equal(message, `.long-term-plan/${planId}.md: not a regular file`, name);
    }
  }
  assert.ok(lstatSync(planFile(root, 'folder')).isDirectory());
  assert.ok(lstatSync(planFile(root, 'pipe')).isFIFO());
  await succeed(client, 'task_add', { planId: 'roadmap', title: 'Still here' });
});

test('a file in place of the plans directory is rejected', async (context) => {
  const root = makeProject(context);
  writeFileSync(join(root, PLANS), 'mine');
  const { client } = await openSession(context, root);
  assert.equal(await fail(client, 'plan_list'), 'The plans directory: not a directory');
  const create = { planId: 'new', title: 'New' };
  assert.match(await fail(client, 'plan_create', create), /: not a directory$/);
  assert.equal(readFileSync(join(root, PLANS), 'utf8'), 'mine');
});

test('a file of 50 MB is rejected by reads and writes', async (context) => {
  const { root, client } = await makeServer(context);
  const large = planFile(root, 'large');
  writeFileSync(large, ROADMAP);
  truncateSync(large, 50 * 1024 * 1024);
  for (const [name, args] of CALLS_OF_PLANS) {
    const message = await fail(client, name, { ...args, planId: 'large' });
    assert.equal(message, '.long-term-plan/large.md: larger than 32 MB; split the plan', name);
  }
  assert.equal(lstatSync(large).size, 50 * 1024 * 1024);
  const { plans } = await succeed(client, 'plan_list');
  assert.equal((plans as unknown[]).length, 2);
});

/** A reply of 40,000 characters with its envelope. */
const MAX_REPLY_CHARS = 42_000;
const READS_OF_LONG_TEXTS: [string, Arguments][] = [
  ['plan_get', {}],
  ['plan_get', { view: 'flat', limit: 500, includeTaskBodies: true }],
  ['task_get', { taskId: 't_long', includeBody: false }],
  ['task_get', { taskId: 't_long', bodyOffset: 40_000 }],
  ['task_search', { query: '長い話' }],
  ['task_next', {}],
];

test('a line of 1 MB is read, truncated in replies, and preserved', async (context) => {
  const { client, file } = await makeServer(context);
  const long = '長い話 '.repeat(100_000);
  const lines = [
    `- [ ] ${long}<!-- long-term-plan:id=t_long -->`,
    `  > ${long}`,
    `${long}`,
    `${'['.repeat(500_000)}${' '.repeat(500_000)}`,
  ];
  const text = `${ROADMAP}${lines.join('\n')}\n`;
  writeFileSync(file, text);
  await succeed(client, 'task_update', { planId: 'roadmap', taskId: 't_editor', status: 'done' });
  assert.equal(readFileSync(file, 'utf8'), text.replace('[ ] Editor', '[√] Editor'));
  for (const [name, args] of READS_OF_LONG_TEXTS) {
    const { text: shown } = await call(client, name, { planId: 'roadmap', ...args });
    assert.ok(shown.length < MAX_REPLY_CHARS, `${name} replies with ${shown.length} characters`);
  }
  await succeed(client, 'task_update', { planId: 'roadmap', taskId: 't_long', status: 'done' });
  assert.equal(
    readFileSync(file, 'utf8'),
    text.replace('[ ] Editor', '[√] Editor').replace('[ ] 長い', '[√] 長い'),
  );
});

test('a file that is not UTF-8 is reported and left alone', async (context) => {
  const { root, client, file } = await makeServer(context);
  const bytes = Buffer.concat([
    Buffer.from(ROADMAP),
    Buffer.from('- [ ] caf\xe9 <!-- long-term-plan:id=t_1 -->\n', 'latin1'),
  ]);
  writeFileSync(file, bytes);
  for (const [name, args] of WRITES) {
    const message = await fail(client, name, { ...args, planId: 'roadmap' });
    assert.match(message, /^UNSUPPORTED_ENCODING@10: /, name);
  }
  assert.match(await fail(client, 'plan_get', { planId: 'roadmap' }), /^UNSUPPORTED_ENCODING@10: /);
  const { errors } = await succeed(client, 'doc_validate', { planId: 'roadmap' });
  assert.equal((errors as { code: string }[])[0]?.code, 'UNSUPPORTED_ENCODING');
  const create = { planId: 'roadmap', title: 'New' };
  assert.equal(await fail(client, 'plan_create', create), 'Plan already exists: roadmap');
  assert.ok(readFileSync(file).equals(bytes));
  assert.deepEqual(readdirSync(join(root, PLANS)), ['roadmap.md'], 'nothing was created');
});

test('a plan with errors is read as far as possible and not written', async (context) => {
  const { client, file } = await makeServer(context);
  const text = `${ROADMAP}- [?] Strange <!-- long-term-plan:id=t_strange -->\n- [ ] No id\n`;
  writeFileSync(file, text);
  for (const [name, args] of WRITES) {
    const message = await fail(client, name, { ...args, planId: 'roadmap' });
    const lines = message.split('\n');
    assert.equal(lines.length, 2, name);
    assert.match(lines[0] ?? '', /^INVALID_STATUS_SYMBOL@10: /, name);
    assert.match(lines[1] ?? '', /^MISSING_TASK_ID@11: /, name);
  }
  assert.equal(readFileSync(file, 'utf8'), text);
  const { diagnostics } = await succeed(client, 'plan_get', { planId: 'roadmap' });
  assert.equal((diagnostics as unknown[]).length, 2);
});

test('the mode of a file is preserved', async (context) => {
  const { client, file } = await makeServer(context);
  chmodSync(file, 0o600);
  await succeed(client, 'task_add', { planId: 'roadmap', title: 'Private' });
  assert.equal(lstatSync(file).mode & 0o777, 0o600);
});

test('text that looks like Markdown structure stays text', async (context) => {
  const { client, file } = await makeServer(context);
  const nasty = [
    '<!-- long-term-plan:id=t_editor -->',
    '--> <!-- long-term-plan:format=v2 -->',
    '- [ ] a task?',
    '# a heading?',
    '[√] done?',
    'a\rb',
    'a\nb\r\nc',
    'tab\there',
    '\u2028\u0085',
    '<<<<<<< ours',
    '```',
    '\u0000',
    '\u202e reversed',
    `${' '.repeat(2000)}x`,
  ];
  for (const title of nasty) {
    const { isError, text, json } = await call(client, 'task_add', {
      planId: 'roadmap',
      sectionPath: ['Milestones'],
      title,
      bodyMarkdown: title,
    });
    const { errors } = await succeed(client, 'doc_validate', { planId: 'roadmap' });
    assert.deepEqual(errors, [], JSON.stringify(title));
    if (isError) {
      assert.match(text, /title|INVALID/, JSON.stringify(title));
      continue;
    }
    const { task } = await succeed(client, 'task_get', { planId: 'roadmap', taskId: json.taskId });
    const shown = task as { title: string; bodyMarkdown: string };
    assert.equal(shown.bodyMarkdown, title.replaceAll(/\r\n?/g, '\n'), JSON.stringify(title));
    const oneLine = title.replaceAll('\r\n', ' ').replaceAll(/[\n\r\u0085\u2028\u2029]/g, ' ');
    assert.equal(shown.title, oneLine.trim(), JSON.stringify(title));
  }
  assert.ok(readFileSync(file, 'utf8').startsWith(ROADMAP));
});
