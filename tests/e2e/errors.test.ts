/** The stable messages of specification 10.4, and what is wrong with arguments. */
import assert from 'node:assert/strict';
import { inBothGenerations, type Plans } from './helpers/plans.ts';

const PLAN = `# Plan

- [*] First <!-- long-term-plan:id=t_1 -->
- [*] Second <!-- long-term-plan:id=t_2 -->
`;

async function etagOf(plans: Plans): Promise<string> {
  const { etag } = await plans.call<{ etag: string }>('plan_get', { planId: 'p' });
  return etag;
}

inBothGenerations('the messages of the specification, to the letter', async (plans) => {
  plans.put('p', PLAN);
  plans.put('untitled', '- [ ] A <!-- long-term-plan:id=t_1 -->\n');
  const etag = await etagOf(plans);
  const cases: [string, Record<string, unknown>, string, string][] = [
    [
      'task_update',
      { planId: 'p', taskId: 't_1' },
      'INVALID_ARGUMENT',
      'At least one of status, title, bodyMarkdown, or clearBody is required',
    ],
    [
      'task_update',
      { planId: 'p', taskId: 't_1', clearBody: false },
      'INVALID_ARGUMENT',
      'At least one of status, title, bodyMarkdown, or clearBody is required',
    ],
    [
      'plan_update',
      { planId: 'p' },
      'INVALID_ARGUMENT',
      'At least one of title, bodyMarkdown, or clearBody is required',
    ],
    [
      'task_update',
      { planId: 'p', taskId: 't_1', bodyMarkdown: 'x', clearBody: true },
      'INVALID_ARGUMENT',
      'bodyMarkdown cannot be combined with clearBody',
    ],
    [
      'plan_update',
      { planId: 'p', bodyMarkdown: 'x', clearBody: true },
      'INVALID_ARGUMENT',
      'bodyMarkdown cannot be combined with clearBody',
    ],
    [
      'task_update',
      { planId: 'p', status: 'done' },
      'INVALID_ARGUMENT',
      'taskId is required unless allowDefaultTarget=true',
    ],
    [
      'task_update',
      { planId: 'p', status: 'done', allowDefaultTarget: true },
      'INVALID_ARGUMENT',
      'ifMatch is required when taskId is omitted',
    ],
    [
      'task_update',
      { planId: 'p', status: 'done', allowDefaultTarget: true, ifMatch: etag },
      'AMBIGUOUS',
      'AMBIGUOUS: multiple doing tasks; provide taskId',
    ],
    [
      'task_update',
      { planId: 'p', taskId: 't_1', status: 'done', ifMatch: 'old' },
      'CONFLICT',
      `CONFLICT: etag mismatch (current=${etag}, ifMatch=old)`,
    ],
    ['task_get', { planId: 'p', taskId: 't_9' }, 'NOT_FOUND', 'Task not found: t_9'],
    [
      'task_update',
      { planId: 'p', taskId: 't_9', status: 'done' },
      'NOT_FOUND',
      'Task not found: t_9',
    ],
    ['task_delete', { planId: 'p', taskId: 't_9' }, 'NOT_FOUND', 'Task not found: t_9'],
    ['task_start', { planId: 'p', taskId: 't_9' }, 'NOT_FOUND', 'Task not found: t_9'],
    ['task_move', { planId: 'p', taskId: 't_9' }, 'NOT_FOUND', 'Task not found: t_9'],
    ['plan_create', { planId: 'p', title: 'P' }, 'ALREADY_EXISTS', 'Plan already exists: p'],
    [
      'plan_get',
      { planId: 'untitled', includePlanBody: true },
      'INVALID_PLAN',
      'Missing plan title heading (# ...)',
    ],
    [
      'plan_update',
      { planId: 'untitled', bodyMarkdown: 'x' },
      'INVALID_PLAN',
      'Missing plan title heading (# ...)',
    ],
    ['plan_get', { planId: 'nowhere' }, 'NOT_FOUND', 'Plan not found: nowhere'],
    ['task_add', { planId: 'nowhere', title: 'A' }, 'NOT_FOUND', 'Plan not found: nowhere'],
  ];
  for (const [name, args, code, message] of cases) {
    const error = await plans.refused(name, args);
    assert.deepEqual([error.code, error.message], [code, message], JSON.stringify([name, args]));
  }
  assert.equal(plans.text('p'), PLAN, 'what is refused changes nothing');
});

inBothGenerations(
  'a plan with errors is not written, and all of them are told, line by line',
  async (plans) => {
    const broken = `# Plan

- [ ] One <!-- long-term-plan:id=t_1 -->
- [ ] Two <!-- long-term-plan:id=t_1 -->
- [?] Three <!-- long-term-plan:id=t_3 -->
- [ ] Four
`;
    plans.put('p', broken);
    const writes: [string, object][] = [
      ['task_add', { title: 'A' }],
      ['task_update', { taskId: 't_1', status: 'done' }],
      ['task_delete', { taskId: 't_3' }],
      ['task_move', { taskId: 't_1', position: 'last' }],
      ['task_start', { taskId: 't_1' }],
      ['task_batch', { ops: [{ op: 'add', title: 'A' }] }],
      ['plan_update', { title: 'A' }],
    ];
    for (const [name, args] of writes) {
      const { code, message } = await plans.refused(name, { planId: 'p', ...args });
      assert.equal(code, 'INVALID_PLAN', name);
      const lines = message.split('\n');
      for (const line of lines) assert.match(line, /^[A-Z_]+@\d+: .+/, name);
      assert.deepEqual(
        lines.map((line) => line.split(':')[0]?.split('@')[1]),
        ['5', '6', '7'],
        `${name}: ${message}`,
      );
    }
    assert.equal(plans.text('p'), broken);
  },
);

inBothGenerations('without the header nothing is read, and that is said', async (plans) => {
  plans.putFile('p', '# Plan\n\n- [ ] A <!-- long-term-plan:id=t_1 -->\n');
  for (const [name, args] of [
    ['plan_get', {}],
    ['task_get', {}],
    ['task_next', {}],
    ['task_search', { query: 'a' }],
  ] as const) {
    const { code, message } = await plans.refused(name, { planId: 'p', ...args });
    assert.equal(code, 'PARSE_ERROR', name);
    assert.match(message, /^MISSING_FORMAT_HEADER@1: /, name);
  }
});

inBothGenerations('a wrong argument is named, with what would be right', async (plans) => {
  plans.put('p', PLAN);
  const cases: [string, Record<string, unknown>, RegExp][] = [
    ['plan_get', {}, /^Argument planId is required: /],
    ['plan_get', { planId: 7 }, /^Argument planId must be .*, not 7$/],
    ['plan_get', { planId: '../p' }, /^Argument planId must be the name of a plan, not "..\/p"/],
    ['plan_get', { planId: 'p', view: 'graph' }, /^Argument view must be .*tree.*flat.*"graph"/],
    ['plan_get', { planId: 'p', limit: 0 }, /^Argument limit must be .*1.*500.*, not 0/],
    ['plan_get', { planId: 'p', limit: 'many' }, /^Argument limit must be .*, not "many"/],
    [
      'plan_get',
      { planId: 'p', includePlanBody: 'yes' },
      /^Argument includePlanBody must be .*"yes"/,
    ],
    ['task_add', { planId: 'p' }, /^Argument title is required/],
    [
      'task_add',
      { planId: 'p', title: 'A', status: 'open' },
      /^Argument status .*todo.*doing.*done/,
    ],
    [
      'task_add',
      { planId: 'p', title: 'A', priority: 'urgent' },
      /^Argument priority .*highest.*low/,
    ],
    ['task_add', { planId: 'p', title: 'A', tags: 'x' }, /^Argument tags must be /],
    ['task_add', { planId: 'p', title: 'A', tags: [1] }, /^Argument tags\[0\] must be /],
    [
      'task_add',
      { planId: 'p', title: 'A', colour: 'red' },
      /^Argument colour is unknown; valid are: planId, .*title/,
    ],
    [
      'task_batch',
      { planId: 'p', ops: [{ op: 'paint' }] },
      /^Argument ops\[0\] .*add.*update.*move.*delete/,
    ],
    ['task_batch', { planId: 'p', ops: [{ op: 'add' }] }, /^Argument ops\[0\].title is required/],
    ['task_search', { planId: 'p', query: ' ' }, /^Argument query must hold at least one word/],
  ];
  for (const [name, args, message] of cases) {
    const error = await plans.refused(name, args);
    assert.equal(error.code, 'INVALID_ARGUMENT', error.message);
    assert.match(error.message, message, JSON.stringify([name, args]));
  }
});

inBothGenerations('what models write for things they leave out is left out', async (plans) => {
  plans.put('p', PLAN);
  await plans.call('plan_get', { planId: 'p', view: null, cursor: null });
});
