import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerText, bytesBeyondContent, visibleText } from '../bench/tokens.mjs';

test('what a model sees of a tool is its name, description and arguments', () => {
  const tool = {
    name: 'a',
    description: 'b',
    inputSchema: { type: 'object' },
    annotations: {},
    outputSchema: {},
  };
  assert.equal(visibleText(tool), '{"name":"a","description":"b","inputSchema":{"type":"object"}}');
});

test('all texts of an answer are read', () => {
  assert.equal(answerText({ content: [{ text: 'a' }, { text: 'b' }] }), 'a\nb');
});

test('titles, ids and sections do not count as the cost of a listed task, and subtasks count by themselves', () => {
  const child = {
    id: 't_12',
    title: 'Ünder "it"',
    status: 'todo',
    sectionPath: ['Ä', 'B'],
    parentId: 't_1',
    children: [],
  };
  const task = { id: 't_1', title: 'Above', status: 'todo', sectionPath: [], children: [child] };
  const form = '{"id":"","title":"","status":"todo","sectionPath":[],"children":[]},';
  assert.deepEqual(bytesBeyondContent([task]), [
    { isSubtask: false, bytes: form.length },
    { isSubtask: true, bytes: form.length + '"","","parentId":"t_1"'.length },
  ]);
});
