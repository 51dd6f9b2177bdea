/** Files that are no good plans: what can be read of them, what is said, and how they are mended. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { inBothGenerations } from './helpers/plans.ts';

interface Diagnostic {
  code: string;
  line: number;
  column?: number;
  message: string;
}
interface Findings {
  errors: Diagnostic[];
  warnings: Diagnostic[];
  etag: string;
}
interface Repaired {
  etag: string;
  applied: { action: string; line: number }[];
  errorsLeft: number;
}

const BROKEN = `# Plan

- [ ] One <!-- long-term-plan:id=t_1 -->
- [x] Two <!-- long-term-plan:id=t_1 -->
- [ ] Three
`;
const ALL = [
  'addFormatHeader',
  'normalizeStatusChar',
  'addMissingIds',
  'dedupeIds',
  'normalizeIndent',
];
const BOTH = ['--toolsets=plan,doc'];
const codes = (diagnostics: Diagnostic[] = []) =>
  diagnostics.map(({ code, line }) => `${code}@${line}`);

inBothGenerations('reads show what parses, and what does not', async (plans) => {
  plans.put('p', BROKEN);
  const reads: [string, object][] = [
    ['plan_get', {}],
    ['task_get', { taskId: 't_1' }],
    ['task_next', {}],
    ['task_search', { query: 'one' }],
  ];
  for (const [name, args] of reads) {
    const { diagnostics } = await plans.call<{ diagnostics: Diagnostic[] }>(name, {
      planId: 'p',
      ...args,
    });
    assert.ok(codes(diagnostics).includes('MISSING_TASK_ID@6'), `${name}: ${codes(diagnostics)}`);
    for (const { message } of diagnostics) assert.ok(message.length > 10);
  }
  const every = await plans.call<{ unreadable: string[] }>('task_search', {
    planId: '*',
    query: 'one',
  });
  assert.match(every.unreadable[0] ?? '', /^p: [A-Z_]+@\d+: /);
});

inBothGenerations(
  'doc_validate finds everything, and doc_repair mends it',
  async (plans) => {
    plans.putFile('p', BROKEN);
    const before = await plans.call<Findings>('doc_validate', { planId: 'p' });
    assert.ok(codes(before.errors).includes('MISSING_FORMAT_HEADER@1'), `${codes(before.errors)}`);
    const repair = (more: object) =>
      plans.call<Repaired>('doc_repair', { planId: 'p', actions: ALL, ...more });
    const dry = await repair({ dryRun: true });
    assert.equal(readFileSync(plans.path('p'), 'utf8'), BROKEN);
    assert.equal(dry.etag, before.etag);
    const done = await repair({ ifMatch: before.etag });
    assert.deepEqual(done.applied, dry.applied);
    assert.equal(done.errorsLeft, 0);
    const after = await plans.call<Findings>('doc_validate', { planId: 'p' });
    assert.deepEqual(after, { errors: [], warnings: [], etag: done.etag });
    assert.match(plans.text('p'), /- \[√\] Two <!-- long-term-plan:id=t_\w{20,} -->/);
    const again = await repair({});
    assert.deepEqual(again, { etag: done.etag, applied: [], errorsLeft: 0 });
  },
  BOTH,
);

inBothGenerations(
  'doc_repair does only what it is told',
  async (plans) => {
    plans.put('p', BROKEN);
    const { applied, errorsLeft } = await plans.call<Repaired>('doc_repair', {
      planId: 'p',
      actions: ['addMissingIds'],
    });
    assert.deepEqual(applied, [{ action: 'addMissingIds', line: 6 }]);
    assert.ok(errorsLeft > 0);
    const { message } = await plans.refused('doc_repair', { planId: 'p', actions: ['mendAll'] });
    assert.match(message, /^Argument actions\[0\] must be .*addMissingIds.*"mendAll"/);
  },
  BOTH,
);

inBothGenerations(
  'warnings keep nothing from being written',
  async (plans) => {
    plans.put('p', '- [ ] A <!-- long-term-plan:id=t_a depends=t_gone -->\n');
    const { errors, warnings } = await plans.call<Findings>('doc_validate', { planId: 'p' });
    assert.deepEqual(errors, []);
    assert.deepEqual(codes(warnings), ['UNKNOWN_DEPENDENCY@2']);
    await plans.call('task_update', { planId: 'p', taskId: 't_a', status: 'done' });
  },
  BOTH,
);

inBothGenerations(
  'bytes that are no text are told apart, and never written over',
  async (plans) => {
    const bytes = Buffer.concat([Buffer.from('# A\n\n- [ ] B'), Buffer.from([0xff, 0xfe, 0x0a])]);
    plans.putFile('p', bytes);
    const { errors } = await plans.call<Findings>('doc_validate', { planId: 'p' });
    assert.deepEqual(codes(errors), ['UNSUPPORTED_ENCODING@3']);
    for (const [name, args] of [
      ['plan_get', {}],
      ['task_add', { title: 'A' }],
      ['doc_repair', { actions: ALL }],
    ] as const) {
      const { code, message } = await plans.refused(name, { planId: 'p', ...args });
      assert.equal(code, 'PARSE_ERROR', name);
      assert.match(message, /^UNSUPPORTED_ENCODING@3: /, name);
    }
    const { code } = await plans.refused('plan_create', { planId: 'p', title: 'A' });
    assert.equal(code, 'ALREADY_EXISTS');
    assert.deepEqual(readFileSync(plans.path('p')), bytes);
  },
  BOTH,
);
