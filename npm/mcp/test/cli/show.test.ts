import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeProject } from '../helpers/project.ts';
import { DEMO, ltpFails, ltpJson, ltpText, makeDemo, putPlan, runLtp } from './helpers/ltp.ts';

interface Shown {
  title: string;
  stats: object;
  matched?: number;
  errors?: string[];
  tasks: { id: string; parentId?: string; depth: number }[];
}

test('a plan is shown as a tree', async (context) => {
  const root = makeDemo(context);
  assert.equal(
    await ltpText(root, 'show', 'demo'),
    `Demo plan  2/7 ███░░░░░░░ 29%

[ ] Before all sections  t_zero

## Milestones

### Sprint 1
[*] Parser  !high  @ana  #api  #core  t_parser
├─ [√] Headings  t_headings
└─ [ ] Bodies  due 2020-01-02  t_bodies
   └─ [ ] Deep  t_deep
[ ] Editor  blocked  #api  t_editor

## Later
[√] Cleaned up  cancelled  t_clean
`,
  );
  const bodies = await ltpText(root, 'show', 'demo', '--body', '--no-ids');
  assert.match(bodies, /#core\n {4}Linear\.\n {4}Any text gives a plan\.\n├─/);
  assert.doesNotMatch(bodies, /t_/);
});

test('as JSON, a plan is a list of its tasks in order', async (context) => {
  const root = makeDemo(context);
  const plan = await ltpJson<Shown>(root, 'show', 'demo');
  assert.deepEqual(plan.stats, { total: 7, todo: 4, doing: 1, done: 2 });
  assert.deepEqual(
    plan.tasks.map(({ id, depth }) => `${depth}${id}`),
    ['0t_zero', '0t_parser', '1t_headings', '1t_bodies', '2t_deep', '0t_editor', '0t_clean'],
  );
  assert.deepEqual(plan.tasks[1], {
    id: 't_parser',
    title: 'Parser',
    status: 'doing',
    priority: 'high',
    tags: ['api', 'core'],
    assignee: 'ana',
    sectionPath: ['Milestones', 'Sprint 1'],
    depth: 0,
    line: 10,
    hasBody: true,
  });
  assert.equal(plan.tasks[4]?.parentId, 't_bodies');
});

test('filters show matching tasks and their parents', async (context) => {
  const root = makeDemo(context);
  const ids = async (...flags: string[]) => {
    const { tasks, matched } = await ltpJson<Shown>(root, 'show', 'demo', ...flags);
    assert.equal(matched, tasks.length);
    return tasks.map(({ id }) => id.replace('t_', '')).join(' ');
  };
  assert.equal(await ids('--status', 'done'), 'headings clean');
  assert.equal(await ids('--status', 'doing', '--status', 'cancelled'), 'parser clean');
  assert.equal(await ids('--status', 'open', '--tag', 'API'), 'parser editor');
  assert.equal(await ids('--tag', 'api', '--tag', 'core'), 'parser');
  assert.equal(await ids('--section', 'milestones', '--status', 'todo'), 'bodies deep editor');
  assert.equal(
    await ids('--section', 'Milestones', '--section', 'Sprint 1', '--tag', 'api'),
    'parser editor',
  );
  assert.equal(await ids('--section', 'Sprint 1', '--section', 'Milestones'), '');
  assert.equal(await ids('--assignee', 'ana'), 'parser');
  assert.equal(await ids('--priority', 'high'), 'parser');
  assert.equal(await ids('--query', 'BODI'), 'bodies');
  assert.match(await ltpFails(root, 2, 'show', 'demo', '--status', 'finished'), /must be one of/);

  const text = await ltpText(root, 'show', 'demo', '--query', 'deep');
  assert.match(text, /\[\*\] Parser.*\n└─ \[ \] Bodies.*\n {3}└─ \[ \] Deep/);
  assert.doesNotMatch(text, /Later|Before|Headings/);
  assert.match(text, /\n1 of 7 tasks\n$/);
});

test('a plan with errors is shown as far as possible, with a message', async (context) => {
  const root = makeDemo(context, DEMO.replace('[ ] Deep', '[?] Deep'));
  assert.match(
    await ltpText(root, 'show', 'demo'),
    /The file has an error; ltp check demo shows more\.\n$/,
  );
  const { errors } = await ltpJson<Shown>(root, 'show', 'demo');
  assert.match(String(errors), /^INVALID_STATUS_SYMBOL@15: /);
  putPlan(root, 'none', '# no header\n');
  await ltpFails(root, 1, 'show', 'none');
  await ltpFails(root, 4, 'show', 'nowhere');
  await ltpFails(root, 2, 'show', '../demo');
  assert.match(await ltpFails(root, 2, 'show'), /The plan is missing/);
  assert.match(await ltpFails(root, 2, 'show', 'demo', 'more'), /"more" is one word too many/);
});

test('text of a plan is never a command to the terminal', async (context) => {
  const evil = 'a\u001b]0;owned\u0007b\u009b31mc\u202etxt\u0007';
  const root = makeDemo(
    context,
    DEMO.replaceAll('Parser', evil).replace('Sprint 1', evil).replace('> Linear', `> ${evil}`),
  );
  for (const command of [
    ['show', 'demo', '--body'],
    ['board', 'demo'],
    ['stats', 'demo'],
    ['plan', 'get', 'demo', '--limit', '99'],
    ['task', 'get', 'demo', 't_parser'],
    ['task', 'search', 'demo', '--query', 'owned'],
    ['task', 'update', 'demo', 't_parser', '--status', 'done', '--dry-run'],
  ]) {
    const text = await ltpText(root, ...command);
    assert.match(text, /a\\x1b\]0;owned\\x07b\\x9b31mc\\u202etxt/, command.join(' '));
    assert.doesNotMatch(text, /(?!\n)[\p{Cc}\u202e]/u, command.join(' '));
  }
});

test('a board has a column for each status', async (context) => {
  const root = makeDemo(
    context,
    DEMO.replace('Editor', '編集する画面を作って、とても長い名前を付ける'),
  );
  const board = async (columns: string) => {
    const { stdout } = await runLtp(root, ['board', 'demo', '--format', 'text'], {
      env: { COLUMNS: columns },
    });
    return stdout.split('\n');
  };
  const wide = await board('80');
  const [title, , headings] = wide;
  assert.match(String(title), /^Demo plan {2}2\/7/);
  assert.match(String(headings), /^To do \(4\) {18}In progress \(1\) {12}Done \(2\)$/);
  for (const line of wide) assert.ok(columnsOf(line) <= 80, line);
  // The next column starts at the same place after each half of the wrapped title.
  assert.ok(wide.some((line) => /^編集する画面を作って、と/.test(line)));
  const narrow = await board('40');
  assert.ok(narrow.indexOf('To do (4)') < narrow.indexOf('In progress (1)'));
  for (const line of narrow) assert.ok(columnsOf(line) <= 40, line);

  const { columns } = await ltpJson<{ columns: { status: string; tasks: { id: string }[] }[] }>(
    root,
    ...['board', 'demo', '--tag', 'api'],
  );
  assert.deepEqual(
    columns.map(({ status, tasks }) => [status, ...tasks.map(({ id }) => id)]),
    [['todo', 't_editor'], ['doing', 't_parser'], ['done']],
  );
  assert.match(await ltpText(root, 'board', 'demo', '--limit', '1'), /^… and 3 more/m);
  assert.match(await ltpFails(root, 2, 'board', 'demo', '--limit', 'many'), /whole number/);
});

/** Wide characters in the titles of this test take two columns. */
function columnsOf(line: string): number {
  return [...line].reduce((sum, character) => sum + (/[\u3000-\u9fff]/.test(character) ? 2 : 1), 0);
}

test('stats show the progress of all plans, or of one in detail', async (context) => {
  const root = makeDemo(context);
  putPlan(
    root,
    'second',
    '<!-- long-term-plan:format=v1 -->\n# 二番目\n- [√] x <!-- long-term-plan:id=t_x -->\n',
  );
  const all = await ltpJson<{ total: object; plans: object[] }>(root, 'stats');
  assert.equal(all.plans.length, 2);
  assert.deepEqual(all.total, { total: 8, todo: 4, doing: 1, done: 3 });
  const text = await ltpText(root, 'stats');
  assert.match(text, /^demo +4 +1 +2 +2\/7 ███░░░░░░░ 29% +Demo plan$/m);
  assert.match(text, /^second +0 +0 +1 +1\/1 ██████████ 100% +二番目$/m);
  assert.match(text, /^all +4 +1 +3 +3\/8 ████░░░░░░ 38%$/m);

  const one = await ltpJson(root, 'stats', 'demo');
  assert.equal(one.overdue, 1);
  assert.deepEqual(one.openByTag, { api: 2, core: 1 });
  assert.deepEqual(one.openByState, { blocked: 1 });
  assert.match(
    await ltpText(root, 'stats', 'demo'),
    /^Milestones \/ Sprint 1 +3 +1 +1 +1\/5 ██░░░░░░░░ 20%$/m,
  );
  await ltpFails(root, 4, 'stats', 'nowhere');
  assert.match(await ltpText(makeProject(context), 'stats'), /no plans yet/);
});

test('a plan of ten thousand tasks is shown completely', async (context) => {
  const lines = Array.from({ length: 10_000 }, (_, number) => {
    const indent = number % 10 === 0 ? '' : '  ';
    return `${indent}- [ ] Task ${number} <!-- long-term-plan:id=t_${number} tags=n${number % 7} -->\n`;
  });
  const root = makeDemo(context, `<!-- long-term-plan:format=v1 -->\n# Large\n${lines.join('')}`);
  const text = await ltpText(root, 'show', 'demo');
  assert.equal(text.match(/\[ \] Task/g)?.length, 10_000);
  const { matched } = await ltpJson<Shown>(root, 'show', 'demo', '--tag', 'n3');
  assert.equal(matched, 1429);
});

test('a very deep plan is shown too', async (context) => {
  const lines = Array.from({ length: 2000 }, (_, depth) => {
    return `${'  '.repeat(depth)}- [ ] Deep ${depth} <!-- long-term-plan:id=t_${depth} -->\n`;
  });
  const root = makeDemo(context, `<!-- long-term-plan:format=v1 -->\n${lines.join('')}`);
  assert.match(await ltpText(root, 'show', 'demo'), /└─ \[ \] Deep 1999 {2}t_1999\n$/);
});

test('colors are used only where they are wanted', async (context) => {
  const root = makeDemo(context);
  const show = async (env: NodeJS.ProcessEnv) => {
    const plain = { NO_COLOR: undefined, FORCE_COLOR: undefined };
    const args = ['show', 'demo', '--format', 'text'];
    const { stdout } = await runLtp(root, args, { env: { ...plain, ...env } });
    return stdout.includes('\u001b[');
  };
  assert.equal(await show({}), false);
  assert.equal(await show({ FORCE_COLOR: '1' }), true);
  assert.equal(await show({ FORCE_COLOR: '0' }), false);
  assert.equal(await show({ FORCE_COLOR: '1', NO_COLOR: '1' }), false);
});
