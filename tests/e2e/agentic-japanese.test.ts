/** A project kept in Japanese from its first task to its last. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { AGENTIC_HEADER, inAgentic, type TaskHit } from './helpers/agentic.ts';

inAgentic('日本語のプロジェクトを最初から最後まで', async (agentic) => {
  await agentic.call('create_task', {
    title: 'ユーザー認証を実装する',
    category: '認証機能',
    description: 'JWTを使った認証。リフレッシュトークンも必要。',
    subtasks: ['ログイン画面', 'トークンの検証'],
  });
  await agentic.call('create_task', { title: 'データベースの設計', category: '基盤' });
  await agentic.call('create_task', { title: 'ﾛｸﾞｱｳﾄ処理', category: '認証機能' });
  assert.equal(
    agentic.text('task.md'),
    `${AGENTIC_HEADER}
# Tasks

## 認証機能

- [ ] ユーザー認証を実装する <!-- long-term-plan:id=T001 -->
  - [ ] ログイン画面 <!-- long-term-plan:id=T001-1 -->
  - [ ] トークンの検証 <!-- long-term-plan:id=T001-2 -->
- [ ] ﾛｸﾞｱｳﾄ処理 <!-- long-term-plan:id=T003 -->

## 基盤

- [ ] データベースの設計 <!-- long-term-plan:id=T002 -->
`,
  );

  // 単語の区切りがなくても、全角でも半角でも見つかる。
  const search = async (query: string, search_in?: string[]) => {
    const { results } = await agentic.call<{ results: TaskHit[] }>('search_tasks', {
      query,
      ...(search_in && { search_in }),
    });
    return results.map(({ task_id }) => task_id);
  };
  assert.deepEqual(await search('認証'), ['T001']);
  assert.deepEqual(await search('ﾃﾞｰﾀﾍﾞｰｽ'), ['T002']);
  assert.deepEqual(await search('ログアウト'), ['T003']);
  assert.deepEqual(await search('トークン　検証'), ['T001']);
  assert.deepEqual(await search('ＪＷＴ', ['context']), ['T001']);
  assert.deepEqual(await search('は'), [], '「ば」は「は」ではない');

  await agentic.call('update_task', { task_id: 'T001', status: 'in_progress' });
  await agentic.call('update_context', {
    task_id: 'T001',
    content: '- 有効期限は１５分に決めた',
    append: true,
    section: '作業ログ',
  });
  await agentic.call('update_context', {
    task_id: 'T001',
    content: '- 署名はＨＳ２５６',
    append: true,
    section: '作業ログ',
  });
  assert.equal(
    agentic.text('context/T001.md'),
    `# T001: ユーザー認証を実装する

JWTを使った認証。リフレッシュトークンも必要。

## 作業ログ

- 有効期限は１５分に決めた
- 署名はＨＳ２５６
`,
  );
  const { results } = await agentic.call('search_contexts', { query: 'hs256 15分' });
  assert.deepEqual(results, [
    {
      task_id: 'T001',
      match_score: 0.55,
      matched_content: '- 有効期限は１５分に決めた',
      file_path: '.todo/context/T001.md',
    },
  ]);

  const adr = await agentic.call('create_adr', {
    title: '認証にJWT（ＨＳ２５６）を使う／暫定',
    context: 'セッションを共有できない。',
    decision: 'JWTを使う。',
    rationale: '実績がある。',
  });
  assert.equal(adr.adr_id, 'adr-001-認証にjwt-ｈｓ２５６-を使う-暫定');
  await agentic.call('update_adr_status', {
    adr_number: 1,
    status: 'Accepted',
    reason: 'レビューで合意した',
  });
  const file = readdirSync(agentic.path('adr'))[0] ?? '';
  assert.match(agentic.text(`adr/${file}`), /Proposed → Accepted: レビューで合意した\n$/);
  const longest = await agentic.call('create_adr', {
    title: '長'.repeat(100),
    context: '',
    decision: '',
    rationale: '',
  });
  const name = `${longest.adr_id}.md`;
  assert.ok([...name].length <= 100 && Buffer.byteLength(name) <= 255, name);
  await agentic.call('update_adr_status', { adr_number: 2, status: 'Deprecated' });

  const uri = `file://.todo/adr/${adr.adr_id}.md`;
  for (const given of [uri, encodeURI(uri)]) {
    const { contents } = await agentic.client.readResource({ uri: given });
    const [content] = contents;
    assert.ok(content && 'text' in content && content.text.includes('セッションを共有できない。'));
  }

  await agentic.call('reorder_task', { task_id: 'T003', position: 'first' });
  assert.deepEqual(
    (await agentic.list({ category: '認証機能' })).map(({ task_id, priority }) => [
      task_id,
      priority,
    ]),
    [
      ['T003', 1],
      ['T001', 2],
    ],
  );
  for (const task_id of ['T001', 'T002', 'T003']) {
    await agentic.call('update_task', { task_id, status: 'done' });
  }
  assert.deepEqual(await agentic.list({ status: 'todo' }), []);
  await agentic.call('delete_task', { task_id: 'T001' });
  assert.equal(await agentic.create('次のタスク'), 'T004');
  const refused = await agentic.refused('create_task', { title: 'あ'.repeat(101) });
  assert.equal(refused.code, 'CONTENT_TOO_LONG');
});
