import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeProject } from '../helpers/project.ts';
import {
  DEMO,
  ltp,
  ltpFails,
  ltpJson,
  ltpText,
  makeDemo,
  planText,
  putPlan,
  runLtp,
} from './helpers/ltp.ts';

test('a task is added with a title and flags', async (context) => {
  const root = makeDemo(context);
  const { taskId } = await ltpJson<{ taskId: string }>(
    root,
    ...['task', 'add', 'demo', '--title', 'Write docs', '--section', 'Milestones'],
    ...['--section', 'Sprint 1', '--tag', 'api', '--tag', 'docs, all', '--depends-on', 't_parser'],
  );
  const line = planText(root)
    .split('\n')
    .find((text) => text.includes('Write docs'));
  assert.equal(
    line,
    `- [ ] Write docs <!-- long-term-plan:id=${taskId} tags=api,docs%2C%20all depends=t_parser -->`,
  );
  const before = planText(root).indexOf('## Later');
  assert.ok(planText(root).indexOf('Write docs') < before, 'in its section');
});

test('arguments can also be given by their names in the schema', async (context) => {
  const root = makeDemo(context);
  await ltpJson(root, 'task', 'update', 'demo', 't_editor', '--tags', 'a,b', '--clear', 'state');
  assert.match(planText(root), /id=t_editor tags=a,b -->/);
  await ltpJson(root, 'task', 'update', 'demo', 't_editor', '--clear', 'tags');
  assert.match(planText(root), /id=t_editor -->/);
  await ltpJson(root, 'task', 'move', 'demo', 't_editor', '--before', 't_parser');
  assert.match(planText(root), /Editor.*\n- \[\*\] Parser/);
  await ltpJson(root, 'task', 'move', 'demo', 't_editor', '--parent-task-id', 't_parser');
  assert.match(planText(root), /^ {2}- \[ \] Editor/m);
});

test('a body is read from the command line, a file or standard input', async (context) => {
  const root = makeDemo(context);
  const file = join(root, 'body.md');
  writeFileSync(file, 'From a file.\n\nTwo paragraphs.\n');
  await ltpJson(root, 'task', 'update', 'demo', 't_deep', '--body-file', file);
  assert.match(planText(root), /^ {6}> From a file\.\n {6}>\n {6}> Two paragraphs\.\n-/m);

  const piped = await runLtp(root, ['task', 'update', 'demo', 't_deep', '--body-file', '-'], {
    input: 'From a pipe: ü\n',
  });
  assert.equal(piped.code, 0);
  assert.match(planText(root), /^ {6}> From a pipe: ü\n-/m);

  await ltpJson(root, 'task', 'update', 'demo', 't_deep', '--body', 'Typed.');
  assert.match(planText(root), /^ {6}> Typed\.\n-/m);
  await ltpJson(root, 'task', 'update', 'demo', 't_deep', '--clear-body');
  assert.equal(planText(root), DEMO);

  writeFileSync(file, new Uint8Array([0xff, 0xfe]));
  const wrong = await ltpFails(root, 1, 'task', 'update', 'demo', 't_deep', '--body-file', file);
  assert.match(wrong, /body\.md is not UTF-8/);
  const missing = await ltpFails(
    root,
    1,
    'task',
    'update',
    'demo',
    't_deep',
    '--body-file',
    'no.md',
  );
  assert.match(missing, /no\.md cannot be read: no such file or directory\n/);
  assert.equal(planText(root), DEMO);
});

test('switches can be turned off', async (context) => {
  const root = makeDemo(context);
  const { task } = await ltpJson<{ task: object }>(
    root,
    ...['task', 'get', 'demo', 't_parser', '--no-include-body'],
  );
  assert.ok(!('bodyMarkdown' in task));
  await ltpFails(root, 2, 'task', 'get', 'demo', 't_parser', '--no-include-body=x');
});

test('a batch is JSON from the command line, a file or standard input', async (context) => {
  const root = makeDemo(context);
  const ops = [
    { op: 'add', title: 'New', ref: 'n' },
    { op: 'update', taskId: 't_deep', dependsOn: ['ref:n'] },
  ];
  writeFileSync(join(root, 'ops.json'), JSON.stringify(ops));
  const file = await ltpJson<{ results: object[] }>(
    root,
    'task',
    'batch',
    'demo',
    '--ops',
    '@ops.json',
  );
  assert.equal(file.results.length, 2);
  const given = ['task', 'batch', 'demo', '--ops', JSON.stringify(ops.slice(0, 1))];
  assert.equal((await ltpJson<{ results: object[] }>(root, ...given)).results.length, 1);
  const input = JSON.stringify([{ op: 'delete', taskId: 't_deep' }]);
  const piped = await runLtp(root, ['task', 'batch', 'demo', '--ops', '-'], { input });
  assert.equal(piped.code, 0);
  assert.doesNotMatch(planText(root), /t_deep/);
  const broken = await ltpFails(root, 2, 'task', 'batch', 'demo', '--ops', '[{]');
  assert.match(broken, /--ops is not valid JSON: /);
});

test('a dry run of any write shows the diff and writes nothing', async (context) => {
  const root = makeDemo(context);
  writeFileSync(join(root, 'ops.json'), '[{"op":"update","taskId":"t_deep","status":"done"}]');
  putPlan(root, 'broken', DEMO.replace(' <!-- long-term-plan:id=t_zero -->', ''));
  const before = [planText(root), planText(root, 'broken')];
  const diff = async (...args: string[]) => {
    const answer = await ltpJson<{ dryRun: boolean; diff: string }>(root, ...args, '--dry-run');
    assert.equal(answer.dryRun, true);
    assert.deepEqual([planText(root), planText(root, 'broken')], before);
    return answer.diff;
  };
  const done = /^-.*- \[ \] Deep .*\n\+.*- \[√\] Deep /m;
  assert.match(await diff('task', 'update', 'demo', 't_deep', '--status', 'done'), done);
  assert.match(await diff('task', 'batch', 'demo', '--ops', '@ops.json'), done);
  assert.match(await diff('task', 'add', 'demo', '--title', 'New'), /^\+- \[ \] New /m);
  assert.match(await diff('task', 'delete', 'demo', 't_editor'), /^-- \[ \] Editor /m);
  assert.match(
    await diff('task', 'move', 'demo', 't_editor', '--position', 'first'),
    /^\+- \[ \] Editor /m,
  );
  assert.match(await diff('task', 'start', 'demo', 't_zero'), /^\+- \[\*\] Before/m);
  assert.match(await diff('plan', 'update', 'demo', '--title', 'Other'), /^\+# Other$/m);
  assert.match(
    await diff('plan', 'create', 'other', '--title', 'Other'),
    /^--- \/dev\/null\n\+\+\+ b\//m,
  );
  assert.match(
    await diff('doc', 'repair', 'broken', '--action', 'addMissingIds'),
    /^\+- \[ \] Before.*id=t_/m,
  );
  assert.equal(await diff('task', 'update', 'demo', 't_deep', '--status', 'todo'), '');
  assert.deepEqual(readdirSync(join(root, '.long-term-plan')), ['broken.md', 'demo.md']);

  const text = await ltpText(
    root,
    'task',
    'update',
    'demo',
    't_deep',
    '--status',
    'done',
    '--dry-run',
  );
  assert.match(text, done);
  await ltpFails(root, 4, 'task', 'update', 'demo', 't_none', '--status', 'done', '--dry-run');
});

test('reads have no dry run', async (context) => {
  const root = makeDemo(context);
  assert.match(
    await ltpFails(root, 2, 'plan', 'get', 'demo', '--dry-run'),
    /Unknown flag --dry-run/,
  );
});

test('exit codes distinguish kinds of failures', async (context) => {
  const root = makeDemo(context);
  const { etag } = await ltpJson<{ etag: string }>(root, 'plan', 'get', 'demo', '--view', 'flat');
  const done = ['task', 'update', 'demo', 't_deep', '--status', 'done', '--if-match'];
  await ltpJson(root, ...done, etag);
  assert.match(await ltpFails(root, 3, ...done, etag), /ltp: .*etag|match|changed/i);
  await ltpFails(root, 4, 'plan', 'get', 'none');
  await ltpFails(root, 4, 'task', 'get', 'demo', 't_none');
  await ltpFails(root, 2, 'task', 'update', 'demo', 't_deep', '--status', 'finished');
  await ltpFails(root, 2, 'plan', 'get');
  await ltpFails(root, 2, 'plan', 'get', '../secret');
  putPlan(root, 'broken', '# no header\n');
  await ltpFails(root, 1, 'task', 'add', 'broken', '--title', 'x');
});

test('a problem with a file is reported in one line', async (context) => {
  const root = makeDemo(context);
  const broken = DEMO.replace('[ ] Deep', '[?] Deep').replace('[ ] Editor', '[!] Editor');
  putPlan(root, 'broken', broken);
  const error = await ltpFails(root, 1, 'task', 'add', 'broken', '--title', 'x');
  assert.match(error, /INVALID_STATUS_SYMBOL@15: .*; INVALID_STATUS_SYMBOL@16: /);
});

test('an error never sends control characters to the terminal', async (context) => {
  const root = makeDemo(context);
  const task = await ltpFails(root, 4, 'task', 'get', 'demo', 'a\u001b[31mb\u009b');
  const command = await ltpFails(root, 2, 'pl\u001b[31man');
  assert.doesNotMatch(task + command, /(?!\n)\p{Cc}/u);
  assert.match(task, /a\\x1b\[31mb\\x9b/);
  assert.match(command, /pl\\x1b\[31man/);
});

test('plans are listed and searched, and tasks started', async (context) => {
  const root = makeDemo(context);
  const { hits } = await ltpJson<{ hits: object[] }>(
    root,
    'task',
    'search',
    '*',
    '--query',
    'headings',
  );
  assert.equal(hits.length, 1);
  const next = await ltpJson<{ task: { id: string } }>(root, 'task', 'next', 'demo');
  const started = await ltpJson<{ taskId: string }>(
    root,
    'task',
    'start',
    'demo',
    '--assignee',
    'bo',
  );
  assert.equal(started.taskId, next.task.id);
  const { errors } = await ltpJson<{ errors: object[] }>(root, 'doc', 'validate', 'demo');
  assert.deepEqual(errors, []);
});

test('any tool can be called with JSON', async (context) => {
  const root = makeDemo(context);
  const listed = await ltpJson(root, 'plan', 'list');
  assert.deepEqual(await ltpJson(root, 'call', 'plan', 'plan_list'), listed);
  assert.deepEqual(await ltpJson(root, 'call', 'plan', 'plan.list', '{"limit":5}'), listed);
  writeFileSync(join(root, 'args.json'), '{"planId":"demo","taskId":"t_deep","status":"done"}');
  const { diff } = await ltpJson(root, 'call', 'plan', 'task_update', '@args.json', '--dry-run');
  assert.match(String(diff), /^\+.*Deep/m);
  await ltpJson(root, 'call', 'plan', 'task_update', '@args.json');
  assert.match(planText(root), /\[√\] Deep/);

  assert.match(
    await ltpFails(root, 2, 'call', 'plna', 'x'),
    /Unknown toolset "plna"; did you mean plan\?/,
  );
  assert.match(await ltpFails(root, 2, 'call', 'plan', 'plan_lst'), /did you mean plan_list\?/);
  assert.match(await ltpFails(root, 2, 'call', 'plan', 'plan_get', '[]'), /must be a JSON object/);
  assert.match(await ltpFails(root, 2, 'call', 'plan', 'plan_get', '{'), /not valid JSON/);
  assert.match(await ltpFails(root, 2, 'call', 'plan', 'plan_get', '{"id":1}'), /id/);
  assert.match(await ltpFails(root, 2, 'call', 'plan'), /The tool is missing/);
});

test('every tool has readable output', async (context) => {
  const root = makeDemo(context);
  assert.match(await ltpText(root, 'plan', 'list'), /^demo +Demo plan .* 2\/7 ███░░░░░░░ 29%$/m);
  assert.match(
    await ltpText(root, 'plan', 'get', 'demo', '--limit', '50'),
    /^ *\[\*\] Parser {2}t_parser$/m,
  );
  const one = await ltpText(root, 'task', 'get', 'demo', 't_parser', '--include-body');
  assert.match(one, /^ *priority +high$/m);
  assert.match(one, /^ *Linear\.\n *Any text gives a plan\.$/m);
  assert.match(await ltpText(root, 'task', 'add', 'demo', '--title', 'x'), /^taskId +t_\w+$/m);
});

test('a read-only configuration is respected', async (context) => {
  const root = makeDemo(context);
  writeFileSync(join(root, '.long-term-plan', 'config.json'), '{"readOnly":true}');
  await ltpFails(root, 1, 'task', 'update', 'demo', 't_deep', '--status', 'done');
  assert.equal(planText(root), DEMO);
  writeFileSync(join(root, '.long-term-plan', 'config.json'), '{"readonly":true}');
  assert.match(await ltpFails(root, 2, 'plan', 'list'), /did you mean readOnly\?/);
});

test('the plans directory may be elsewhere', async (context) => {
  const root = makeProject(context);
  mkdirSync(join(root, 'docs'));
  await ltpJson(root, 'plan', 'create', 'other', '--title', 'Other', '--plans', 'docs/plans');
  const { plans } = await ltpJson<{ plans: { path: string }[] }>(
    root,
    '--plans',
    'docs/plans',
    'plan',
    'list',
  );
  assert.deepEqual(
    plans.map(({ path }) => path),
    ['docs/plans/other.md'],
  );
  const { stderr } = await ltp(root, 'plan', 'list', '--plans', '../out');
  assert.match(stderr, /inside the root/);
});
