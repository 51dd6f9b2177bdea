/** Files as people and their editors leave them: what a call does not change stays to the byte. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import type { Client } from '@modelcontextprotocol/client';
import { makeRoadmap } from '../helpers/project.ts';
import { type Arguments, openSession, planFile, succeed } from '../helpers/tools.ts';

const PLAN = `<!-- long-term-plan:format=v1 -->
# 計画 Plan

> What it is for.

Some   text with  trailing blanks  \t
\ttabs before it

## Milestones 目標

- [ ] First  task <!-- long-term-plan:id=t_1 priority=high x-mine=kept -->
  > Its body
  >    indented
\tA note with a tab
  * another list
- [*] 第二の課題 😀 <!-- long-term-plan:id=t_2 -->   
    - [√] Child, deeper than need be <!-- long-term-plan:id=t_3 -->
      a note of the child

***

## Empty section

| a | b |
|---|---|
`;

/** Calls, with what they find and what they make of it. */
const CHANGES_WITHIN_A_LINE: [string, Arguments, string, string][] = [
  ['task_update', { taskId: 't_1', status: 'done' }, '[ ] First', '[√] First'],
  ['task_update', { taskId: 't_2', status: 'todo' }, '[*]', '[ ]'],
  ['task_update', { taskId: 't_3', status: 'doing' }, '[√]', '[*]'],
  ['task_update', { taskId: 't_2', title: '第三の課題 😀' }, '第二の課題', '第三の課題'],
  ['task_update', { taskId: 't_1', priority: 'low' }, 'priority=high', 'priority=low'],
  ['task_update', { taskId: 't_1', priority: '' }, ' priority=high', ''],
  ['task_update', { taskId: 't_2', tags: ['a', 'b'] }, 'id=t_2', 'id=t_2 tags=a,b'],
  [
    'task_update',
    { taskId: 't_1', due: '2026-12-24' },
    'x-mine=kept',
    'x-mine=kept due=2026-12-24',
  ],
  ['task_update', { taskId: 't_1', bodyMarkdown: 'Its soul\n   indented' }, 'Its body', 'Its soul'],
  ['plan_update', { title: 'The 計画' }, '# 計画 Plan', '# The 計画'],
  ['plan_update', { bodyMarkdown: 'What for?' }, '> What it is for.', '> What for?'],
  ['task_start', { taskId: 't_2', assignee: 'me' }, 'id=t_2', 'id=t_2 assignee=me'],
];

function withEndings(plan: string, endings: string[]): string {
  let line = 0;
  return plan.replaceAll('\n', () => endings[line++ % endings.length] ?? '\n');
}

/** One plan in all the forms in which editors write files. */
const FORMS: Record<string, (plan: string) => string> = {
  LF: (plan) => plan,
  CRLF: (plan) => plan.replaceAll('\n', '\r\n'),
  'lone CR': (plan) => plan.replaceAll('\n', '\r'),
  'mixed endings': (plan) => withEndings(plan, ['\n', '\r\n', '\r\n', '\n', '\n']),
  'mixed endings, a lone CR among them': (plan) =>
    withEndings(plan, ['\n', '\r\n', '\r\n', '\n', '\r']),
  'a BOM': (plan) => `\ufeff${plan}`,
  'a BOM and CRLF': (plan) => `\ufeff${plan.replaceAll('\n', '\r\n')}`,
  'no final newline': (plan) => plan.trimEnd(),
  'CRLF and no final newline': (plan) => plan.trimEnd().replaceAll('\n', '\r\n'),
  'many final newlines': (plan) => `${plan}\n\n\n`,
};

async function serving(context: TestContext, text: string) {
  const root = makeRoadmap(context);
  const file = planFile(root, 'roadmap');
  writeFileSync(file, text);
  const { client } = await openSession(context, root);
  return { client, read: () => readFileSync(file, 'utf8'), reset: () => writeFileSync(file, text) };
}

/** What one call made of the file: the text that went, and the text that came in its place. */
async function changeBy(
  { client, read, reset }: { client: Client; read: () => string; reset: () => void },
  name: string,
  args: Arguments,
): Promise<{ gone: string; come: string }> {
  reset();
  const before = read();
  await succeed(client, name, { planId: 'roadmap', ...args });
  const after = read();
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  let end = 0;
  const shorter = Math.min(before.length, after.length);
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return {
    gone: before.slice(start, before.length - end),
    come: after.slice(start, after.length - end),
  };
}

/** The ending of the line in which a text stands. */
function endingAfter(text: string, part: string): string {
  return /\r\n|\n|\r/.exec(text.slice(text.indexOf(part)))?.[0] ?? '';
}

for (const [form, write] of Object.entries(FORMS)) {
  test(form, async (context) => {
    const text = write(PLAN);
    const project = await serving(context, text);
    const { client, read, reset } = project;

    await context.test('a change within a line changes nothing else', async () => {
      for (const [name, args, from, to] of CHANGES_WITHIN_A_LINE) {
        reset();
        await succeed(client, name, { planId: 'roadmap', ...args });
        assert.ok(text.includes(from));
        assert.equal(read(), text.replace(from, to), `${name} ${JSON.stringify(args)}`);
      }
    });

    await context.test(
      'whole lines come and go with the endings of their surroundings',
      async () => {
        const ending = endingAfter(text, 'a note of the child');
        const added = await changeBy(project, 'task_add', {
          title: 'New',
          afterTaskId: 't_3',
          bodyMarkdown: 'one\ntwo',
        });
        assert.equal(added.gone, '');
        assert.match(
          added.come.replaceAll(ending, '|'),
          /New <!-- long-term-plan:id=t_\w{26} -->\| {6}> one\| {6}> two/,
        );
        assert.equal(added.come.replaceAll(ending, '').search(/[\r\n]/), -1, 'no other endings');

        const deleted = await changeBy(project, 'task_delete', { taskId: 't_3' });
        assert.equal(deleted.come, '');
        assert.match(deleted.gone, /Child, deeper than need be/);
        assert.match(deleted.gone, /a note of the child/);
        assert.equal(deleted.gone.split(/\r\n|\n|\r/).length, 3);

        const body = await changeBy(project, 'task_update', { taskId: 't_2', bodyMarkdown: 'new' });
        assert.equal(body.gone, '');
        const bodyEnding = endingAfter(text, '第二の課題');
        assert.equal(body.come.replaceAll(bodyEnding, '').trim(), '> new');
        const cleared = await changeBy(project, 'task_update', { taskId: 't_1', clearBody: true });
        assert.equal(cleared.come, '');
        assert.match(cleared.gone, /^ *(> )?Its body[\r\n]+ *> {4}indented/);
      },
    );

    await context.test('a write that changes nothing leaves every byte', async () => {
      const nothing = { gone: '', come: '' };
      const calls: [string, Arguments][] = [
        ['task_update', { taskId: 't_1', status: 'todo', title: 'First  task', priority: 'high' }],
        ['task_update', { taskId: 't_1', bodyMarkdown: 'Its body\n   indented' }],
        ['task_update', { taskId: 't_2', clearBody: true, tags: [] }],
        ['plan_update', { title: '計画 Plan', bodyMarkdown: 'What it is for.' }],
        ['task_move', { taskId: 't_1', position: 'first' }],
        ['task_batch', { ops: [{ op: 'update', taskId: 't_2', status: 'doing' }] }],
      ];
      for (const [name, args] of calls) {
        assert.deepEqual(
          await changeBy(project, name, args),
          nothing,
          `${name} ${JSON.stringify(args)}`,
        );
      }
    });

    // Among mixed endings, the last line of what is moved takes on that of its new neighbours.
    if (form.startsWith('mixed')) return;
    await context.test('a task is moved there and back without a trace', async () => {
      reset();
      const move = (args: Arguments) =>
        succeed(client, 'task_move', { planId: 'roadmap', ...args });
      await move({ taskId: 't_2', beforeTaskId: 't_1' });
      assert.notEqual(read(), text);
      await move({ taskId: 't_2', afterTaskId: 't_1' });
      assert.equal(read(), text);
    });
  });
}
