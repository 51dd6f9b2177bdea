/** Long answers a page at a time, and cursors that stay good while plans change. */
import assert from 'node:assert/strict';
import { inBothGenerations, type Plans } from './helpers/plans.ts';

interface Page {
  nextCursor?: string;
}

function tasks(count: number): string {
  const line = (_: unknown, at: number) =>
    `- [ ] Task number ${at} <!-- long-term-plan:id=t_${at} -->\n`;
  return `# Long\n\n${Array.from({ length: count }, line).join('')}`;
}

/** All pages of a tool, each with the ids that it shows. */
async function pages<Answer extends Page>(
  plans: Plans,
  name: string,
  args: object,
  idsOf: (answer: Answer) => string[],
): Promise<string[][]> {
  const all: string[][] = [];
  let cursor: string | undefined;
  do {
    const answer = await plans.call<Answer>(name, { ...args, ...(cursor && { cursor }) });
    all.push(idsOf(answer));
    cursor = answer.nextCursor;
    assert.ok(all.length < 1000, 'paging ends');
  } while (cursor !== undefined);
  return all;
}

interface PlanPage extends Page {
  plan: { tasks: Row[] };
}
interface Row {
  id: string;
  parentId?: string;
  children?: Row[];
}

/** In document order. */
function idsIn(rows: Row[]): string[] {
  return rows.flatMap(({ id, children = [] }) => [id, ...idsIn(children)]);
}

const numbered = (count: number) => Array.from({ length: count }, (_, at) => `t_${at}`);

inBothGenerations('plan_get in pages, without and with a limit', async (plans) => {
  plans.put('p', tasks(120));
  for (const view of ['tree', 'flat']) {
    for (const limit of [undefined, 7, 500]) {
      const args = { planId: 'p', view, ...(limit && { limit }) };
      const all = await pages<PlanPage>(plans, 'plan_get', args, ({ plan }) => idsIn(plan.tasks));
      assert.deepEqual(all.flat(), numbered(120));
      if (limit === 7) assert.deepEqual(new Set(all.map(({ length }) => length)), new Set([7, 1]));
      if (limit === 500) assert.equal(all.length, 1);
    }
  }
});

inBothGenerations('a page of a tree shows what it has no parent for at its top', async (plans) => {
  plans.put(
    'p',
    `- [ ] A <!-- long-term-plan:id=t_a -->
  - [ ] B <!-- long-term-plan:id=t_b -->
  - [ ] C <!-- long-term-plan:id=t_c -->
    - [ ] D <!-- long-term-plan:id=t_d -->
`,
  );
  const first = await plans.call<PlanPage>('plan_get', { planId: 'p', limit: 2 });
  assert.deepEqual(idsIn(first.plan.tasks), ['t_a', 't_b']);
  const { plan } = await plans.call<PlanPage>('plan_get', {
    planId: 'p',
    limit: 2,
    cursor: first.nextCursor,
  });
  const [top] = plan.tasks;
  assert.equal(plan.tasks.length, 1);
  assert.equal(top?.id, 't_c');
  assert.equal(top?.parentId, 't_a');
  assert.deepEqual(idsIn(top?.children ?? []), ['t_d']);
});

inBothGenerations('plan_list in pages', async (plans) => {
  const ids = Array.from({ length: 40 }, (_, at) => `plan-${String(at).padStart(2, '0')}`);
  for (const id of ids) plans.put(id, `# ${id}\n`);
  const listed = ({ plans }: { plans: { planId: string }[] }) => plans.map(({ planId }) => planId);
  for (const args of [{}, { limit: 3 }, { limit: 200 }]) {
    const all = await pages<Page & { plans: { planId: string }[] }>(
      plans,
      'plan_list',
      args,
      listed,
    );
    assert.deepEqual(all.flat(), ids);
  }
});

inBothGenerations('task_search in pages', async (plans) => {
  plans.put('p', tasks(50));
  for (const planId of ['p', '*']) {
    const all = await pages<Page & { hits: { taskId: string }[] }>(
      plans,
      'task_search',
      { planId, query: 'task', limit: 11 },
      ({ hits }) => hits.map(({ taskId }) => taskId),
    );
    assert.deepEqual(all.flat().sort(), numbered(50).sort());
  }
});

inBothGenerations('a cursor goes on after its item, whatever was edited', async (plans) => {
  plans.put('p', tasks(10));
  const { nextCursor } = await plans.call<PlanPage>('plan_get', { planId: 'p', limit: 3 });
  await plans.call('task_add', { planId: 'p', title: 'New', beforeTaskId: 't_0' });
  await plans.call('task_delete', { planId: 'p', taskId: 't_1' });
  await plans.call('task_update', { planId: 'p', taskId: 't_2', title: 'Renamed' });
  const { plan } = await plans.call<PlanPage>('plan_get', {
    planId: 'p',
    limit: 2,
    cursor: nextCursor,
  });
  assert.deepEqual(idsIn(plan.tasks), ['t_3', 't_4']);
});

inBothGenerations('a cursor without its item, or of another question, says so', async (plans) => {
  plans.put('p', tasks(10));
  plans.put('q', tasks(10));
  const get = { planId: 'p', limit: 3 };
  const { nextCursor: cursor } = await plans.call<PlanPage>('plan_get', get);
  const search = { planId: 'p', query: 'task', limit: 3 };
  const { nextCursor: found } = await plans.call<Page>('task_search', search);
  const { nextCursor: listed } = await plans.call<Page>('plan_list', { limit: 1 });
  const cases: [string, object][] = [
    ['plan_get', { ...get, view: 'flat', cursor }],
    ['plan_get', { ...get, planId: 'q', cursor }],
    ['plan_get', { ...get, includeTaskBodies: true, cursor }],
    ['plan_get', { ...get, cursor: 'nonsense' }],
    ['plan_get', { ...get, cursor: '' }],
    ['task_search', { ...search, query: 'number', cursor: found }],
    ['task_search', { ...search, status: 'todo', cursor: found }],
    ['plan_list', { limit: 1, query: 'q', cursor: listed }],
  ];
  const refusal = async (name: string, args: object) => {
    const { code, message } = await plans.refused(name, { ...args });
    assert.equal(code, 'INVALID_CURSOR', JSON.stringify([name, args]));
    assert.match(message, /^INVALID_CURSOR: .*start again without cursor$/);
  };
  for (const [name, args] of cases) await refusal(name, args);
  await plans.call('plan_get', { ...get, cursor });
  await plans.call('task_delete', { planId: 'p', taskId: 't_2' });
  await refusal('plan_get', { ...get, cursor });
});
