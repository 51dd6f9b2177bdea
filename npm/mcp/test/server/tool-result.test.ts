import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toToolResult } from '../../src/server/mcp-server.ts';

test('a result is structured, and the same JSON as text', () => {
  assert.deepEqual(toToolResult({ result: { plans: [] }, json: '{"plans":[]}' }), {
    content: [{ type: 'text', text: '{"plans":[]}' }],
    structuredContent: { plans: [] },
  });
});

test('an error is its message as text, and structured with its code', () => {
  const error = { code: 'CONFLICT', message: 'CONFLICT: etag mismatch', details: { a: 1 } };
  assert.deepEqual(toToolResult({ error }), {
    isError: true,
    content: [{ type: 'text', text: 'CONFLICT: etag mismatch' }],
    structuredContent: { error },
  });
});

test('a toolset can have its own form of an error', () => {
  const error = { code: 'NOT_FOUND', message: 'Task not found: t_1' };
  const structured = { success: false, error: 'NOT_FOUND', message: 'Task not found: t_1' };
  assert.deepEqual(toToolResult({ error, structured }), {
    isError: true,
    content: [{ type: 'text', text: 'Task not found: t_1' }],
    structuredContent: structured,
  });
});
