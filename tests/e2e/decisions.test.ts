/** The toolset `decisions`: records of decisions beside any plan. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inBothGenerations, type Plans } from './helpers/plans.ts';

const FLAGS = ['--toolsets', 'plan,decisions,notes'];
const CACHE = {
  title: 'Use a cache',
  context: 'Reads are slow.',
  decision: 'An LRU cache.',
  rationale: 'It is simple.',
};

interface Listed {
  decisions: { number: number; title: string; status?: string }[];
  total: number;
  nextCursor?: string;
  unreadable?: string[];
}

const fileOf = (plans: Plans, name: string) => join(plans.root, '.long-term-plan', 'adr', name);

function put(plans: Plans, name: string, text: string | Uint8Array): void {
  mkdirSync(join(plans.root, '.long-term-plan', 'adr'), { recursive: true });
  writeFileSync(fileOf(plans, name), text);
}

inBothGenerations(
  'a decision is written down, read, revised and found',
  async (plans) => {
    const created = await plans.call('decision_create', CACHE);
    assert.deepEqual(
      [created.number, created.path],
      [1, '.long-term-plan/adr/adr-001-use-a-cache.md'],
    );
    const got = await plans.call('decision_get', { number: 1 });
    assert.deepEqual(got, {
      number: 1,
      title: 'Use a cache',
      status: 'Proposed',
      context: 'Reads are slow.',
      decision: 'An LRU cache.',
      rationale: 'It is simple.',
      history: [`${created.createdAt} Proposed`],
      createdAt: created.createdAt,
      updatedAt: created.createdAt,
      path: created.path,
      etag: created.etag,
    });
    const updated = await plans.call('decision_update', {
      number: 1,
      status: 'Accepted',
      reason: 'Measured.',
      title: 'Use a small cache',
      consequences: '# Memory\n\nA little more.',
      ifMatch: created.etag,
    });
    assert.deepEqual(
      [updated.oldStatus, updated.status, updated.changed],
      ['Proposed', 'Accepted', ['status', 'title', 'consequences']],
    );
    const again = await plans.call<{ history: string[]; consequences: string; etag: string }>(
      'decision_get',
      { number: 1 },
    );
    assert.equal(again.etag, updated.etag);
    assert.equal(again.consequences, '# Memory\n\nA little more.', 'headings come back as given');
    assert.equal(
      again.history[1],
      `${updated.updatedAt} Proposed → Accepted; revised title, consequences: Measured.`,
    );
    const same = await plans.call('decision_update', { number: 1, status: 'Accepted' });
    assert.deepEqual([same.changed, same.etag], [[], updated.etag]);
    await plans.call('decision_create', { ...CACHE, title: 'Write in Rust', status: 'Deprecated' });
    const list = (args: object) => plans.call<Listed>('decision_list', { ...args });
    assert.deepEqual(
      (await list({})).decisions.map(({ number, title, status }) => [number, title, status]),
      [
        [1, 'Use a small cache', 'Accepted'],
        [2, 'Write in Rust', 'Deprecated'],
      ],
    );
    assert.equal((await list({ status: 'Accepted' })).total, 1);
    assert.equal((await list({ query: 'ＲＵＳＴ' })).decisions[0]?.number, 2);
  },
  FLAGS,
);

inBothGenerations(
  'records of other tools and broken ones are listed as far as they go',
  async (plans) => {
    put(
      plans,
      'adr-001-nygard.md',
      '# 1. Record them\n\nDate: 2024-05-01\n\n## Status\n\nSuperseded\n',
    );
    put(plans, 'adr-002-only-a-name.md', 'no heading at all\n');
    put(plans, 'adr-003-bytes.md', Buffer.from([0xff, 0xfe]));
    put(plans, 'template.md', '# No record\n');
    const { decisions, total, unreadable } = await plans.call<Listed>('decision_list');
    assert.equal(total, 2);
    assert.deepEqual(decisions, [
      {
        number: 1,
        title: 'Record them',
        status: 'Superseded',
        createdAt: '2024-05-01T00:00:00.000Z',
        updatedAt: '2024-05-01T00:00:00.000Z',
      },
      { number: 2, title: 'only a name' },
    ]);
    assert.match(String(unreadable), /adr-003-bytes\.md: UNSUPPORTED_ENCODING@1/);
    const { number } = await plans.call('decision_create', CACHE);
    assert.equal(number, 4);
    await plans.call('decision_update', { number: 1, status: 'Accepted', reason: 'Again.' });
    const text = readFileSync(fileOf(plans, 'adr-001-nygard.md'), 'utf8');
    assert.match(
      text,
      /^# 1\. Record them\n\nDate: 2024-05-01\n\n## Status\n\nAccepted\n\n## Status history\n\n- \S+ Superseded → Accepted: Again\.\n$/,
    );
  },
  FLAGS,
);

inBothGenerations(
  'many decisions come in pages',
  async (plans) => {
    for (let number = 1; number <= 120; number += 1) {
      const name = `adr-${String(number).padStart(3, '0')}-x.md`;
      put(plans, name, `# ${'long '.repeat(30)}${number}\n\n- Status: Accepted\n`);
    }
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page: Listed = await plans.call('decision_list', cursor ? { cursor } : {});
      assert.ok(JSON.stringify(page).length < 3000);
      assert.equal(page.total, 120);
      seen.push(...page.decisions.map(({ number }) => number));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    assert.deepEqual(
      seen,
      Array.from({ length: 120 }, (_, at) => at + 1),
    );
    const { code } = await plans.refused('decision_list', { cursor: 'x', status: 'Accepted' });
    assert.equal(code, 'INVALID_CURSOR');
  },
  FLAGS,
);

inBothGenerations(
  'what makes no sense is refused, and nothing is written',
  async (plans) => {
    const { etag, number } = await plans.call('decision_create', CACHE);
    for (const [name, args, code] of [
      ['decision_get', { number: 9 }, 'NOT_FOUND'],
      ['decision_get', { number: 0 }, 'INVALID_ARGUMENT'],
      ['decision_update', { number: 9, status: 'Accepted' }, 'NOT_FOUND'],
      ['decision_update', { number, status: 'Done' }, 'INVALID_ARGUMENT'],
      ['decision_update', { number }, 'INVALID_ARGUMENT'],
      ['decision_update', { number, status: 'Accepted', ifMatch: 'old' }, 'CONFLICT'],
      ['decision_update', { number, reason: 'x'.repeat(501) }, 'CONTENT_TOO_LONG'],
      ['decision_create', { ...CACHE, title: ' ' }, 'INVALID_ARGUMENT'],
      ['decision_create', { title: 'x' }, 'INVALID_ARGUMENT'],
    ] as const) {
      assert.equal((await plans.refused(name, args)).code, code, name);
    }
    assert.equal((await plans.call('decision_get', { number })).etag, etag);
    put(plans, 'adr-001-other.md', '# Other\n');
    assert.equal((await plans.refused('decision_get', { number: 1 })).code, 'AMBIGUOUS');
  },
  FLAGS,
);
