/** How long answers may be: small by default, and bounded whatever a plan holds. */
import assert from 'node:assert/strict';
import { inBothGenerations, type Plans } from './helpers/plans.ts';

const SMALL = 2048;
const BOTH = ['--toolsets=plan,doc'];
const sizeOf = (answer: object) => Buffer.byteLength(JSON.stringify(answer));

interface Page {
  plan: { bodyMarkdown?: string; nextBodyOffset?: number; tasks: Row[] };
  nextCursor?: string;
}
interface Row {
  id: string;
  parentId?: string;
  children?: Row[];
}

/** A plan as people write them: 60 tasks in sections, with subtasks, bodies and attributes. */
function putUsual(plans: Plans): void {
  const task = (at: number) =>
    `- [${at === 10 ? '√' : ' '}] Write the part of the parser that reads number ${at} <!-- long-term-plan:id=t_01KA${at}XYZ priority=high tags=core,parser -->
  > What has to be done here, in a sentence or two, and why it matters.
  - [ ] Test it <!-- long-term-plan:id=t_01KB${at}XYZ depends=t_01KA10XYZ -->
`;
  const section = (at: number) =>
    `\n## Milestone ${at}\n\n${[0, 1, 2, 3, 4].map((of) => task(at * 10 + of)).join('')}`;
  plans.put('usual', `# A usual plan\n${[1, 2, 3, 4, 5, 6].map(section).join('')}`);
}

inBothGenerations(
  'answers are small by default',
  async (plans) => {
    putUsual(plans);
    const planId = 'usual';
    const taskId = 't_01KA10XYZ';
    const calls: [string, object][] = [
      ['task_get', { taskId }],
      ['task_next', {}],
      ['task_start', {}],
      ['task_add', { title: 'New', bodyMarkdown: 'Body' }],
      ['task_update', { taskId, status: 'todo', title: 'Another title' }],
      ['task_move', { taskId, sectionPath: ['Milestone 6'] }],
      ['task_batch', { ops: Array.from({ length: 20 }, () => ({ op: 'add', title: 'More' })) }],
      ['doc_validate', {}],
      ['task_delete', { taskId }],
      ['plan_update', { title: 'New title' }],
      ['doc_repair', { actions: ['normalizeIndent'] }],
    ];
    for (const [name, args] of calls) {
      const size = sizeOf(await plans.call(name, { planId, ...args }));
      assert.ok(size < SMALL, `${name}: ${size} bytes`);
    }
    for (const view of ['tree', 'flat']) {
      const size = sizeOf(await plans.call('plan_get', { planId, view }));
      assert.ok(size > 1500 && size <= 2600, `a page of plan_get as ${view}: ${size} bytes`);
    }
    const found = sizeOf(await plans.call('task_search', { planId, query: 'parser' }));
    assert.ok(found > 1000 && found <= 2600, `task_search: ${found} bytes`);
    for (let at = 0; at < 40; at++) plans.put(`another-plan-${at}`, `# A plan with number ${at}\n`);
    const listed = sizeOf(await plans.call('plan_list'));
    assert.ok(listed > 1500 && listed <= 2600, `plan_list: ${listed} bytes`);
  },
  BOTH,
);

inBothGenerations('prompts are small whatever a plan holds', async (plans) => {
  putUsual(plans);
  const long = 'x'.repeat(5000);
  const parents = Array.from(
    { length: 50 },
    (_, at) => `${'  '.repeat(at)}- [*] ${long} <!-- long-term-plan:id=t_${at} -->\n`,
  ).join('');
  const last = `${'  '.repeat(50)}- [ ] ${long} <!-- long-term-plan:id=t_last -->\n`;
  plans.put('long', `# ${long}\n\n## ${long}\n\n${parents}${last}${'  '.repeat(51)}> ${long}\n`);
  for (const [name, args] of [
    ['plan_status', { planId: 'usual' }],
    ['plan_task', { planId: 'usual' }],
    ['plan_status', { planId: 'long' }],
    ['plan_task', { planId: 'long', taskId: 't_last' }],
  ] as const) {
    const { messages } = await plans.client.getPrompt({ name, arguments: { ...args } });
    const size = sizeOf(messages);
    assert.ok(size < SMALL, `${name} of ${args.planId}: ${size} bytes`);
  }
});

inBothGenerations('a long body is read in parts', async (plans) => {
  for (const body of ['0123456789'.repeat(10_000), '"\n\\é😀'.repeat(20_000)]) {
    plans.put('p', '# P\n\n- [ ] A <!-- long-term-plan:id=t_a -->\n');
    await plans.call('task_update', { planId: 'p', taskId: 't_a', bodyMarkdown: body });
    await plans.call('plan_update', { planId: 'p', bodyMarkdown: body });
    let read = '';
    let offset: number | undefined = 0;
    while (offset !== undefined) {
      const { task }: { task: { bodyMarkdown: string; nextBodyOffset?: number } } =
        await plans.call('task_get', { planId: 'p', taskId: 't_a', bodyOffset: offset });
      read += task.bodyMarkdown;
      offset = task.nextBodyOffset;
    }
    assert.ok(read === body, 'the parts of a task make the whole');
    read = '';
    offset = 0;
    while (offset !== undefined) {
      const { plan }: Page = await plans.call('plan_get', {
        planId: 'p',
        includePlanBody: true,
        includeTaskBodies: true,
        bodyOffset: offset,
      });
      read += plan.bodyMarkdown;
      offset = plan.nextBodyOffset;
    }
    assert.ok(read === body, 'the parts of a plan make the whole');
  }
});

inBothGenerations('3,000 levels come in pages, and lose nothing', async (plans) => {
  const line = (_: unknown, at: number) =>
    `${'  '.repeat(at)}- [ ] d <!-- long-term-plan:id=t_${at} -->\n`;
  plans.put('deep', Array.from({ length: 3000 }, line).join(''));
  const idsIn = (rows: Row[]): string[] =>
    rows.flatMap(({ id, children = [] }) => [id, ...idsIn(children)]);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page: Page = await plans.call('plan_get', {
      planId: 'deep',
      limit: 500,
      ...(cursor && { cursor }),
    });
    seen.push(...idsIn(page.plan.tasks));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  assert.deepEqual(
    seen,
    Array.from({ length: 3000 }, (_, at) => `t_${at}`),
  );
  await plans.call('task_get', { planId: 'deep', taskId: 't_2999' });
  await plans.call('task_next', { planId: 'deep' });
});

// `call` and `refused` check that nothing is longer than 40,000 characters.
inBothGenerations(
  'nothing is ever very long',
  async (plans) => {
    const long = 'x'.repeat(100_000);
    plans.put(
      'long',
      `# ${long}\n\n## ${long}\n\n- [ ] ${long} <!-- long-term-plan:id=t_1 -->\n- [ ] ${long} <!-- long-term-plan:id=t_2 assignee=${long} tags=${long} -->\n`,
    );
    const tasks = (count: number, rest: string) =>
      Array.from(
        { length: count },
        (_, at) => `- [ ] a${rest.replaceAll('#', `${at + 1}`)}\n`,
      ).join('');
    const many = Array.from({ length: 5000 }, (_, at) => `t_${at + 1}`).join(',');
    plans.put('errors', tasks(5000, ''));
    plans.put('warnings', tasks(5000, ' <!-- long-term-plan:id=t_# depends=t_none -->'));
    plans.put(
      'dependants',
      `${tasks(5000, ' <!-- long-term-plan:id=t_# depends=t_0 -->')}- [ ] a <!-- long-term-plan:id=t_0 -->\n`,
    );
    plans.put(
      'dependencies',
      `${tasks(5000, ' <!-- long-term-plan:id=t_# -->')}- [ ] a <!-- long-term-plan:id=t_0 depends=${many} -->\n`,
    );
    for (let at = 0; at < 210; at++) {
      plans.put(`p${at}-${'z'.repeat(100)}`, `# ${'ä'.repeat(500)}\n\n- [ ] no id\n`);
    }
    const answers: [string, object][] = [
      ['plan_list', {}],
      ['plan_list', { limit: 200 }],
      ['plan_get', { planId: 'long' }],
      ['plan_get', { planId: 'long', view: 'flat', limit: 500, includePlanBody: true }],
      ['task_get', { planId: 'long', taskId: 't_1' }],
      ['task_get', { planId: 'long', taskId: 't_2' }],
      ['task_next', { planId: 'long' }],
      ['task_search', { planId: 'long', query: 'x', limit: 100 }],
      ['task_search', { planId: '*', query: 'x', limit: 100 }],
      ['task_start', { planId: 'long', taskId: 't_1', assignee: long }],
      ['plan_get', { planId: 'errors' }],
      ['doc_validate', { planId: 'errors' }],
      ['doc_validate', { planId: 'warnings' }],
      ['doc_repair', { planId: 'errors', actions: ['addMissingIds'], dryRun: true }],
      ['task_get', { planId: 'dependencies', taskId: 't_0' }],
      ['task_delete', { planId: 'dependants', taskId: 't_0' }],
      [
        'task_batch',
        {
          planId: 'dependencies',
          ops: Array.from({ length: 500 }, () => ({ op: 'add', title: 'A' })),
        },
      ],
    ];
    for (const [name, args] of answers) await plans.call(name, { ...args });
    const longIds = Array.from({ length: 500 }, (_, at) => `t_${'i'.repeat(120)}${at}`);
    plans.put('ids', longIds.map((id) => `- [ ] a <!-- long-term-plan:id=${id} -->\n`).join(''));
    const ops = longIds.map((taskId) => ({ op: 'update', taskId, status: 'done' }));
    const { results, resultsLeftOut } = await plans.call<{
      results: object[];
      resultsLeftOut: number;
    }>('task_batch', { planId: 'ids', ops });
    assert.equal(results.length + resultsLeftOut, 500);
    const errors: [string, object][] = [
      ['task_add', { planId: 'errors', title: 'a' }],
      ['task_start', { planId: 'long', taskId: 't_2' }],
      ['task_start', { planId: 'dependencies', taskId: 't_0' }],
      ['task_get', { planId: 'long', taskId: long }],
      ['task_update', { planId: 'long', taskId: 't_1', status: 'todo', ifMatch: long }],
      ['task_batch', { planId: 'long', ops: [{ op: 'delete', taskId: long }] }],
      ['task_add', { planId: 'long', title: 'a', dependsOn: [long] }],
      ['task_add', { planId: 'long', title: 'a', [long]: 1 }],
      ['plan_get', { planId: long }],
      ['plan_get', { planId: 'long', cursor: long }],
      [`plan_${long}`, {}],
    ];
    for (const [name, args] of errors) {
      const error = await plans.refused(name, { ...args });
      assert.ok(JSON.stringify(error).length <= 40_000, `${name}: ${JSON.stringify(error).length}`);
    }
    const { errorsLeftOut, errors: shown } = await plans.call<{
      errors: object[];
      errorsLeftOut: number;
    }>('doc_validate', { planId: 'errors' });
    assert.equal(shown.length + errorsLeftOut, 5000);
    const { message } = await plans.refused('task_add', { planId: 'errors', title: 'a' });
    assert.match(message, /^MISSING_TASK_ID@2: .*\n… and \d+ more lines$/s);
  },
  BOTH,
);
