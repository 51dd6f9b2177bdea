import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownOf } from '../src/chat/rows.ts';

test('a plan is shown as rows with their depth', () => {
  const child = {
    id: 'b',
    title: 'B',
    status: 'done' as const,
    sectionPath: ['Now'],
    children: [],
  };
  const plan = {
    planId: 'p',
    title: 'Plan',
    stats: { total: 2, todo: 1, doing: 0, done: 1 },
    tasks: [
      {
        id: 'a',
        title: 'A',
        status: 'todo',
        sectionPath: ['Now', 'Soon'],
        priority: 'high',
        due: '2026-12-01',
        state: 'blocked',
        assignee: 'ana',
        children: [child],
      },
    ],
  };
  assert.deepEqual(shownOf({ plan, etag: 'x', nextCursor: 'c' }, { planId: 'p' }), {
    title: 'Plan',
    progress: { done: 1, total: 2 },
    rows: [
      {
        planId: 'p',
        id: 'a',
        title: 'A',
        status: 'todo',
        section: 'Now / Soon',
        depth: 0,
        details: ['blocked', 'high priority', 'due 2026-12-01', '@ana'],
      },
      { planId: 'p', id: 'b', title: 'B', status: 'done', section: 'Now', depth: 1, details: [] },
    ],
    nextCursor: 'c',
  });
});

test('a list of tasks is shown by where they are, and says how many there are', () => {
  const tasks = [
    { id: 'a', title: 'A', in: 'Now', blockedBy: ['b'] },
    { id: 'c', title: 'C', status: 'doing', planId: 'q' },
  ];
  const row = { section: '', depth: 0, details: [] };
  assert.deepEqual(shownOf({ tasks, count: 9 }, { planId: '*' }), {
    title: 'Tasks',
    rows: [
      {
        ...row,
        planId: '*',
        id: 'a',
        title: 'A',
        status: 'todo',
        section: 'Now',
        details: ['blocked'],
      },
      { ...row, planId: 'q', id: 'c', title: 'C', status: 'doing' },
    ],
    count: 9,
  });
  assert.equal(shownOf({ tasks, count: 9 }, { planId: 'p' })?.title, 'p');
});

test('a result without tasks is not shown', () => {
  assert.equal(shownOf({ plans: [] }, {}), undefined);
});
