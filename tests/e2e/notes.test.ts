/** The toolset `notes`: a page of notes on each task, in whichever plan it is. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inBothGenerations, type Plans } from './helpers/plans.ts';

const FLAGS = ['--toolsets', 'plan,notes'];
const TASK = '- [ ] A <!-- long-term-plan:id=t_a -->\n';

interface Note {
  content: string;
  etag?: string;
  nextOffset?: number;
  updatedAt?: string;
}
interface Hits {
  hits: { taskId: string; score: number; excerpt: string }[];
  total: number;
  nextCursor?: string;
}

const fileOf = (plans: Plans, id: string) =>
  join(plans.root, '.long-term-plan', 'context', `${id}.md`);

function put(plans: Plans, id: string, text: string): void {
  mkdirSync(join(plans.root, '.long-term-plan', 'context'), { recursive: true });
  writeFileSync(fileOf(plans, id), text);
}

inBothGenerations(
  'notes are written, read, appended to and taken away',
  async (plans) => {
    plans.put('p', TASK);
    const get = () => plans.call<Note>('note_get', { taskId: 't_a' });
    const update = (content: string, args: object = {}) =>
      plans.call<{ etag?: string; path: string }>('note_update', {
        taskId: 't_a',
        content,
        ...args,
      });
    const path = '.long-term-plan/context/t_a.md';
    assert.deepEqual(await get(), { taskId: 't_a', content: '', path });
    const first = await update('Found it.', { section: 'Log', append: true });
    assert.equal(first.path, path);
    const note = await get();
    assert.deepEqual([note.content, note.etag], ['## Log\n\nFound it.\n', first.etag]);
    assert.match(note.updatedAt ?? '', /^20\d\d-/);
    const second = await update('Mended it.', {
      section: 'Log',
      append: true,
      ifMatch: first.etag,
    });
    assert.equal((await get()).content, '## Log\n\nFound it.\n\nMended it.\n');
    const same = await update('## Log\n\nFound it.\n\nMended it.\n');
    assert.equal(same.etag, second.etag);
    const { code } = await plans.refused('note_update', {
      taskId: 't_a',
      content: 'x',
      ifMatch: first.etag,
    });
    assert.equal(code, 'CONFLICT');
    const gone = await update('');
    assert.equal(gone.etag, undefined);
    assert.ok(!existsSync(fileOf(plans, 't_a')));
    assert.equal(plans.text('p'), TASK, 'the plan is not touched');
  },
  FLAGS,
);

inBothGenerations(
  'notes are found by words, whatever their width',
  async (plans) => {
    plans.put('p', TASK);
    put(plans, 't_a', 'ﾃﾞｰﾀﾍﾞｰｽを更新した\n');
    put(plans, 't_gone', 'データベース データベース\n');
    put(plans, 't_b', 'nothing\n');
    const found = await plans.call<Hits>('note_search', { query: 'データベース' });
    assert.deepEqual(found, {
      hits: [
        { taskId: 't_gone', score: 0.59, excerpt: 'データベース データベース' },
        { taskId: 't_a', score: 0.55, excerpt: 'ﾃﾞｰﾀﾍﾞｰｽを更新した' },
      ],
      total: 2,
    });
    for (let at = 0; at < 60; at += 1) put(plans, `n${at}`, `word ${'x'.repeat(100)}\n`);
    const seen = new Set<string>();
    let cursor: string | undefined;
    do {
      const page: Hits = await plans.call('note_search', {
        query: 'word',
        ...(cursor && { cursor }),
      });
      assert.equal(page.total, 60);
      assert.ok(JSON.stringify(page).length < 3000);
      for (const { taskId } of page.hits) seen.add(taskId);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    assert.equal(seen.size, 60);
    const { hits } = await plans.call<Hits>('note_search', { query: 'word', limit: 50 });
    assert.equal(hits.length, 50);
  },
  FLAGS,
);

inBothGenerations(
  'notes on nothing, or of no measure, are refused',
  async (plans) => {
    plans.put('p', TASK);
    for (const [name, args, code] of [
      ['note_get', { taskId: 't_none' }, 'NOT_FOUND'],
      ['note_update', { taskId: 't_none', content: 'x' }, 'NOT_FOUND'],
      ['note_get', { taskId: '../secret' }, 'INVALID_ARGUMENT'],
      ['note_update', { taskId: 't_a', content: 'x'.repeat(10_001) }, 'CONTENT_TOO_LONG'],
      ['note_update', { taskId: 't_a', content: 'x', section: '' }, 'INVALID_ARGUMENT'],
      ['note_search', { query: ' ' }, 'INVALID_ARGUMENT'],
      ['note_search', { query: 'x', cursor: 'y' }, 'INVALID_CURSOR'],
    ] as const) {
      assert.equal((await plans.refused(name, args)).code, code, name);
    }
    await plans.call('note_update', { taskId: 't_a', content: 'x'.repeat(9_999) });
    const { code } = await plans.refused('note_update', {
      taskId: 't_a',
      content: 'y',
      append: true,
    });
    assert.equal(code, 'CONTENT_TOO_LONG');
  },
  FLAGS,
);

inBothGenerations(
  'long notes that somebody wrote are read in parts',
  async (plans) => {
    plans.put('p', TASK);
    const text = '行\n'.repeat(40_000);
    put(plans, 't_a', text);
    let read = '';
    let offset: number | undefined = 0;
    while (offset !== undefined) {
      const note: Note = await plans.call('note_get', { taskId: 't_a', offset });
      read += note.content;
      offset = note.nextOffset;
    }
    assert.equal(read, text);
    assert.equal(readFileSync(fileOf(plans, 't_a'), 'utf8'), text);
  },
  FLAGS,
);

inBothGenerations(
  'with ifMatch required, notes keep to it too',
  async (plans) => {
    plans.put('p', TASK);
    put(plans, 't_a', 'x');
    const { message } = await plans.refused('note_update', { taskId: 't_a', content: 'y' });
    assert.equal(message, 'ifMatch is required');
    plans.put('q', TASK.replace('t_a', 't_b'));
    const { etag } = await plans.call('note_update', { taskId: 't_b', content: 'new' });
    await plans.call('note_update', { taskId: 't_b', content: 'newer', ifMatch: etag });
  },
  [...FLAGS, '--require-if-match'],
);
