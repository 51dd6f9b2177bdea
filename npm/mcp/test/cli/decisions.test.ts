/** Decisions, notes and the tools of `agentic-todo` from a terminal. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeProject } from '../helpers/project.ts';
import { ltpFails, ltpJson, makeDemo } from './helpers/ltp.ts';

test('decisions and notes have commands', async (context) => {
  const root = makeDemo(context);
  const words = [
    '--title=Use a cache',
    '--context=Slow.',
    '--decision=LRU.',
    '--rationale=Simple.',
  ];
  const { number, path } = await ltpJson(root, 'decision', 'create', ...words);
  assert.deepEqual([number, path], [1, '.long-term-plan/adr/adr-001-use-a-cache.md']);
  await ltpJson(root, 'decision', 'update', '--number=1', '--status=Accepted', '--reason=Agreed.');
  const { status } = await ltpJson(root, 'decision', 'get', '--number', '1');
  assert.equal(status, 'Accepted');
  assert.equal((await ltpJson(root, 'decision', 'list')).total, 1);
  await ltpJson(
    root,
    'notes',
    'update',
    't_parser',
    '--content=Found it.',
    '--section=Log',
    '--append',
  );
  const { content } = await ltpJson(root, 'notes', 'get', 't_parser');
  assert.equal(content, '## Log\n\nFound it.\n');
  assert.equal((await ltpJson(root, 'notes', 'search', '--query=found')).total, 1);
  assert.match(await ltpFails(root, 4, 'notes', 'get', 't_none'), /Task not found: t_none/);
});

test('any tool of agentic-todo can be called, and writes to the same directory as its server', async (context) => {
  const root = makeProject(context);
  const call = (tool: string, args: object) =>
    ltpJson(root, 'call', 'agentic-todo', tool, JSON.stringify(args));
  const { task_id, file_path } = await call('create_task', { title: 'a' });
  assert.deepEqual([task_id, file_path], ['T001', '.todo/context/T001.md']);
  assert.match(readFileSync(join(root, '.todo', 'task.md'), 'utf8'), /T001/);
  assert.ok(!existsSync(join(root, '.long-term-plan')));
});
