import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeProject } from '../helpers/project.ts';
import { fixtureText, putFixture, withoutNewIds } from './helpers/converted.ts';
import { ltp, ltpFails, ltpJson, planPath, planText, runLtp } from './helpers/ltp.ts';

interface Imported {
  planId: string;
  path: string;
  etag?: string;
  format: string;
  title: string;
  tasks: number;
  warnings: { kind: string; file: string; line: number; message: string }[];
  text?: string;
}

/** The files of each tool, the ones that are imported, and the resulting plan. */
const TOOLS = [
  { fixture: 'gfm', path: 'ROADMAP.md', format: 'gfm', planId: 'roadmap', tasks: 14 },
  { fixture: 'todotxt', path: '.', format: 'todotxt', planId: 'project', tasks: 11 },
  { fixture: 'backlog', path: 'backlog', format: 'backlog', planId: 'backlog', tasks: 7 },
  { fixture: 'taskmaster', path: 'tasks.json', format: 'taskmaster', planId: 'tasks', tasks: 9 },
  { fixture: 'beads', path: 'issues.jsonl', format: 'beads', planId: 'issues', tasks: 6 },
];

for (const { fixture, path, format, planId, tasks } of TOOLS) {
  test(`${fixture} becomes a plan without diagnostics`, async (context) => {
    const root = makeProject(context);
    putFixture(root, fixture);
    const answer = await ltpJson<Imported>(root, 'import', path);
    assert.deepEqual(
      { planId: answer.planId, path: answer.path, format: answer.format, tasks: answer.tasks },
      { planId, path: `.long-term-plan/${planId}.md`, format, tasks },
    );
    assert.match(answer.etag ?? '', /^[0-9a-f]{16}$/);
    const titleless = (text: string) => withoutNewIds(text).replace(/^# .*$/m, '# …');
    assert.equal(
      titleless(planText(root, planId)),
      titleless(fixtureText('expected', `${fixture}.md`)),
    );
    const checked = await ltpJson(root, 'check');
    assert.deepEqual([checked.errors, checked.warnings], [0, 0]);
    for (const { kind, file, line, message } of answer.warnings) {
      assert.match(kind, /^(dropped|changed|kept)$/);
      assert.ok(existsSync(join(root, file)) && line > 0 && message !== '', file);
    }
    const { plans } = await ltpJson<{ plans: { stats: { total: number } }[] }>(
      root,
      'plan',
      'list',
    );
    assert.equal(plans[0]?.stats.total, tasks);
  });
}

test('an import is in the history like any other change', async (context) => {
  const root = makeProject(context);
  putFixture(root, 'gfm');
  await ltpJson(root, 'import', 'ROADMAP.md');
  const { changes } = await ltpJson<{ changes: { tool?: string }[] }>(root, 'log', 'roadmap');
  assert.deepEqual(
    changes.map(({ tool }) => tool),
    ['plan_import'],
  );
});

test('warnings are printed to stderr, the summary to stdout', async (context) => {
  const root = makeProject(context);
  putFixture(root, 'beads');
  const { code, stdout, stderr } = await ltp(root, 'import', 'issues.jsonl', '--format', 'text');
  assert.equal(code, 0);
  assert.equal(stdout, 'Imported 6 tasks from beads into .long-term-plan/issues.md\n');
  assert.match(stderr, /^issues\.jsonl:3: dropped: .*block each other/m);
  assert.match(stderr, /^issues\.jsonl:4: dropped: the issue "bd-3" was deleted/m);
  assert.match(stderr, /^issues\.jsonl:1: kept: there is no attribute for updated_at, created_at/m);
});

test('a dry run shows the plan and writes nothing', async (context) => {
  const root = makeProject(context);
  putFixture(root, 'taskmaster-legacy');
  const before = readdirSync(root);
  const answer = await ltpJson<Imported>(
    root,
    'import',
    'tasks.json',
    '--plan',
    'old',
    '--dry-run',
  );
  assert.equal(withoutNewIds(answer.text ?? ''), fixtureText('expected', 'taskmaster-legacy.md'));
  assert.deepEqual([answer.planId, answer.etag], ['old', undefined]);
  const shown = await ltp(root, 'import', 'tasks.json', '--dry-run', '--format', 'text');
  assert.equal(withoutNewIds(shown.stdout), fixtureText('expected', 'taskmaster-legacy.md'));
  assert.match(shown.stderr, /^tasks\.json:5: dropped: it depends on "3"/m);
  assert.deepEqual(readdirSync(root), before);
});

test('an existing plan is never replaced', async (context) => {
  const root = makeProject(context);
  putFixture(root, 'gfm');
  await ltpJson(root, 'import', 'ROADMAP.md');
  const text = planText(root, 'roadmap');
  for (const more of [[], ['--dry-run']]) {
    const stderr = await ltpFails(root, 1, 'import', 'ROADMAP.md', ...more);
    assert.equal(stderr, 'ltp: Plan already exists: roadmap\n');
  }
  assert.equal(planText(root, 'roadmap'), text);
  const created = await ltpFails(root, 1, 'plan', 'create', 'roadmap', '--title', 'x');
  assert.equal(created, 'ltp: Plan already exists: roadmap\n');
});

test('standard input is imported too, in every format', async (context) => {
  const root = makeProject(context);
  const inputs = {
    gfm: 'Some text\n\n* [x] One\n',
    beads: '{"id":"a-1","title":"One","status":"open","priority":1}\n',
    taskmaster: '{\n"tasks": [{"id": 1, "title": "One"}]}',
    backlog: '---\nid: task-1\ntitle: One\nstatus: Done\n---\n',
  };
  for (const [format, input] of Object.entries(inputs)) {
    const args = ['import', '-', '--plan', format];
    const { code, stdout, stderr } = await runLtp(root, args, { input });
    assert.deepEqual([code, stderr], [0, '']);
    assert.equal(JSON.parse(stdout).format, format);
    assert.match(planText(root, format), /^- \[.\] One <!--/m);
  }
  const { code, stderr } = await runLtp(root, ['import', '-'], { input: 'just words' });
  assert.equal(code, 2);
  assert.match(stderr, /say what it is with --from gfm\|todotxt\|/);
});

test('an import that is not possible is rejected with the reason, and nothing is written', async (context) => {
  const root = makeProject(context);
  writeFileSync(join(root, 'words.md'), '# Only words\n');
  writeFileSync(join(root, 'latin.md'), Buffer.from([0x2d, 0x20, 0x5b, 0x20, 0x5d, 0x20, 0xe9]));
  writeFileSync(join(root, 'broken.json'), '{ "tasks": [ }');
  writeFileSync(join(root, 'plan.md'), '<!-- long-term-plan:format=v1 -->\n- [ ] A\n');
  mkdirSync(join(root, 'empty'));
  const cases: [number, RegExp, ...string[]][] = [
    [1, /words\.md: there are no tasks in it; expected list items with a checkbox/, 'words.md'],
    [1, /latin\.md:1: the file is not UTF-8 from byte 6 on/, 'latin.md'],
    [1, /broken\.json:1: the file is not JSON: expected value/, 'broken.json'],
    [1, /plan\.md:1: this is a plan already/, 'plan.md'],
    [2, /contains no known format; say what it is with --from/, 'empty'],
    [4, /nowhere\.md does not exist/, 'nowhere.md'],
    [2, /must be one of gfm, todotxt, backlog, taskmaster, beads/, 'words.md', '--from', 'trello'],
    [2, /planId must be the name of a plan/, 'words.md', '--plan', '../x'],
    [2, /The file or folder is missing/],
  ];
  for (const [code, message, ...args] of cases) {
    assert.match(await ltpFails(root, code, 'import', ...args), message);
  }
  assert.equal(existsSync(join(root, '.long-term-plan')), false);
});

test('tasks survive import, edit, export and another import', async (context) => {
  const root = makeProject(context);
  putFixture(root, 'beads');
  await ltpJson(root, 'import', 'issues.jsonl', '--plan', 'first');
  await ltpJson(root, 'task', 'update', 'first', 'bd-5', '--status', 'doing', '--tag', 'a,b');
  await ltpJson(
    root,
    ...['task', 'add', 'first', '--title', 'Ends with `code`', '--parent', 'bd-4'],
    ...['--body', '- [ ] no task\n\n> quoted', '--due', '2026-12-31'],
  );
  await ltpJson(root, 'task', 'add', 'first', '--title', 'In a section', '--section', 'Later');
  const checklist = await ltp(root, 'export', 'first');
  assert.equal(checklist.code, 0, checklist.stderr);
  writeFileSync(join(root, 'list.md'), checklist.stdout);
  await ltpJson(root, 'import', 'list.md', '--plan', 'second');
  const [first, second] = await Promise.all(['first', 'second'].map((plan) => tasksOf(root, plan)));
  assert.deepEqual(second, first);
  assert.equal(first?.length, 8);
});

/** The tasks of a plan, with references to other tasks as numbers. */
async function tasksOf(root: string, planId: string): Promise<unknown[]> {
  const { stdout } = await ltp(root, 'export', planId, '--format', 'json');
  type Task = { id: string; line: number; parentId?: string; dependsOn?: string[] };
  const { tasks } = JSON.parse(stdout) as { tasks: Task[] };
  const numberOf = (wanted?: string) => tasks.findIndex(({ id }) => id === wanted);
  return tasks.map(({ id: _id, line: _line, parentId, dependsOn, ...task }) => ({
    ...task,
    parent: numberOf(parentId),
    dependsOn: dependsOn?.map(numberOf),
  }));
}

test('thousands of tasks are imported at once', async (context) => {
  const root = makeProject(context);
  const lines = Array.from({ length: 5000 }, (_, at) => `${at % 5 ? '  ' : ''}- [ ] Task ${at}\n`);
  writeFileSync(join(root, 'many.md'), `# Many\n\n${lines.join('')}`);
  const { tasks, warnings } = await ltpJson<Imported>(root, 'import', 'many.md');
  assert.deepEqual([tasks, warnings], [5000, []]);
  assert.equal(existsSync(planPath(root, 'many')), true);
});
