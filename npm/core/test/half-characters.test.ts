import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Core } from '../src/boundary.ts';
import { runSync } from '../src/run.ts';
import { memoryHost, planList, settings, wasm } from './setting.ts';

function errorOf(name: string, args: Record<string, unknown>) {
  const { host } = memoryHost({});
  const reply = runSync(new Core(wasm, settings), host, { ...planList, name, args });
  return 'error' in reply ? reply.error : undefined;
}

const halved = (where: string, field: string) => ({
  code: 'INVALID_ARGUMENT',
  message: `${where} holds half of a surrogate pair, which is no character`,
  details: { field },
});

test('half of a character is refused, and the argument named that holds it', () => {
  assert.deepEqual(errorOf('plan_list', { query: 'a \ud83d' }), halved('Argument query', 'query'));
  assert.deepEqual(errorOf('plan_list', { query: '\udc00' }), halved('Argument query', 'query'));
  const inList = { ops: [{ op: 'add', tags: ['fine', '\ud800x'] }] };
  const field = 'ops[0].tags[1]';
  assert.deepEqual(errorOf('task_batch', inList), halved(`Argument ${field}`, field));
  assert.deepEqual(errorOf('plan_list', { '\ud800': 1 }), halved('Argument \ufffd', '\ufffd'));
  assert.deepEqual(errorOf('plan_\ud800', {}), halved('The name of the tool', ''));
});

test('whole characters are not, nor what only looks like halves in JSON', () => {
  assert.equal(errorOf('plan_list', { query: '😀 \\ud800' }), undefined);
});
