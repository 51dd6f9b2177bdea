/** Input that no client should send gets a reply, and so does the next call. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { makeRoadmap, ROADMAP } from '../helpers/project.ts';
import { RawServer } from '../helpers/raw-server.ts';
import { leftovers, planFile, tasksIn } from '../helpers/tools.ts';

const MEGABYTE = 1024 * 1024;

async function makeServer(context: TestContext) {
  const root = makeRoadmap(context);
  const server = await RawServer.start(context, root);
  return { root, server, file: planFile(root, 'roadmap') };
}

const wrong = (code: number, message: string, id: string | number | null = null) => [
  { jsonrpc: '2.0', id, error: { code, message } },
];
const NO_JSON = wrong(-32700, 'Parse error: the line is not valid JSON');
const NO_UTF8 = wrong(-32700, 'Parse error: the line is not valid UTF-8');
const NO_BATCH = wrong(
  -32600,
  'Invalid Request: batches are not supported; send one message a line',
);
const noMessage = (id: string | number | null) =>
  wrong(-32600, 'Invalid Request: not a JSON-RPC 2.0 message', id);

test('a line that is not JSON is a parse error', async (context) => {
  const { server } = await makeServer(context);
  for (const line of ['{"jsonrpc":', 'nonsense', '{"a":1}}', "{'a':1}", '\u0000', '{"a":"\t"}']) {
    assert.deepEqual(await server.provoke(`${line}\n`), NO_JSON, line);
  }
  assert.deepEqual(await server.provoke(`${'['.repeat(100_000)}\n`), NO_JSON);
  assert.deepEqual(await server.provoke('\n \r\n\n'), [], 'blank lines are ignored');
});

test('bytes that are not UTF-8 are a parse error, and never written in another encoding', async (context) => {
  const { server, file } = await makeServer(context);
  const [before, after] = JSON.stringify({
    jsonrpc: '2.0',
    id: 'bytes',
    method: 'tools/call',
    params: { name: 'task_add', arguments: { planId: 'roadmap', title: 'a|b' } },
  }).split('|');
  assert.ok(before && after);
  const bytes = Buffer.concat([Buffer.from(before), Buffer.from([0xff]), Buffer.from(after)]);
  assert.deepEqual(await server.provoke(Buffer.concat([bytes, Buffer.from('\n')])), NO_UTF8);
  assert.equal(readFileSync(file, 'utf8'), ROADMAP);
});

test('JSON that is not a message is an invalid request, with its id if it has one', async (context) => {
  const { server } = await makeServer(context);
  const ping = { jsonrpc: '2.0', id: 'x', method: 'ping' };
  const cases: [unknown, ReturnType<typeof wrong>][] = [
    [[], NO_BATCH],
    [[ping, { ...ping, id: 'y' }], NO_BATCH],
    [null, noMessage(null)],
    ['text', noMessage(null)],
    [7, noMessage(null)],
    [{}, noMessage(null)],
    [{ id: 'x', method: 'ping' }, noMessage('x')],
    [{ ...ping, jsonrpc: '1.0' }, noMessage('x')],
    [{ ...ping, method: 5 }, noMessage('x')],
    [{ ...ping, params: [1] }, noMessage('x')],
    [{ ...ping, id: null }, noMessage(null)],
    [{ ...ping, id: { a: 1 } }, noMessage(null)],
    [{ jsonrpc: '2.0', id: 1, result: 5 }, noMessage(null)],
  ];
  for (const [message, expected] of cases) {
    const line = JSON.stringify(message);
    assert.deepEqual(await server.provoke(`${line}\n`), expected, line);
  }
});

test('unknown methods and malformed calls are protocol errors', async (context) => {
  const { server } = await makeServer(context);
  const { error } = await server.request('no/such', {});
  assert.deepEqual(error, { code: -32601, message: 'Method not found' });
  for (const params of [{}, { name: 5 }, { name: 'task_get', arguments: [1] }]) {
    const reply = await server.request('tools/call', params);
    assert.equal(reply.error?.code, -32602);
    assert.match(reply.error?.message ?? '', /^Invalid tools\/call request: /);
  }
  await server.assertUp();
});

test('a line may arrive in pieces, together with other lines, and with CRLF', async (context) => {
  const { server } = await makeServer(context);
  const ping = (id: string) => JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' });
  const replies = Promise.all(['ä', 'b', 'c'].map((id) => server.replyTo(id)));
  const bytes = Buffer.from(`${ping('ä')}\r\n${ping('b')}\n${ping('c')}\n`);
  for (const byte of bytes.subarray(0, 50)) {
    server.write(Buffer.from([byte]));
    await new Promise(setImmediate);
  }
  server.write(bytes.subarray(50));
  for (const { result } of await replies) assert.deepEqual(result, {});
});

test('half of a surrogate pair is rejected, and nothing is written', async (context) => {
  const { server, file } = await makeServer(context);
  const replied = server.replyTo('half');
  server.write(
    '{"jsonrpc":"2.0","id":"half","method":"tools/call","params":{"name":"task_add",' +
      '"arguments":{"planId":"roadmap","title":"half \\ud83d of it"}}}\n',
  );
  const { result } = await replied;
  assert.equal(result?.isError, true);
  assert.deepEqual(result?.content, [
    {
      type: 'text',
      text: 'Argument title contains half of a surrogate pair, which is not a character',
    },
  ]);
  assert.equal(readFileSync(file, 'utf8'), ROADMAP);
  await server.succeed('task_add', { planId: 'roadmap', title: 'whole 😀' });
});

test('a request of 20 MB gets a reply like any other', async (context) => {
  const { root, server, file } = await makeServer(context);
  const bodyMarkdown = 'x'.repeat(20 * MEGABYTE);
  const { taskId } = await server.succeed('task_add', {
    planId: 'roadmap',
    title: 'Long',
    bodyMarkdown,
  });
  assert.ok(readFileSync(file).includes(bodyMarkdown));
  const { task } = await server.succeed('task_get', { planId: 'roadmap', taskId });
  assert.equal((task as { nextBodyOffset: number }).nextBodyOffset, 30_000);

  const written = readFileSync(file);
  const message = await server.fail('task_add', { planId: 'roadmap', title: 'More', bodyMarkdown });
  assert.equal(message, '.long-term-plan/roadmap.md: larger than 32 MB; split the plan');
  assert.ok(readFileSync(file).equals(written));
  assert.deepEqual(leftovers(root), []);
  await server.succeed('task_delete', { planId: 'roadmap', taskId });
  assert.equal(readFileSync(file, 'utf8'), ROADMAP);
});

test('a line of more than 64 MB is rejected and skipped, and the next one is read', async (context) => {
  const { server } = await makeServer(context);
  for (let megabytes = 0; megabytes < 66; megabytes++) server.write('x'.repeat(MEGABYTE));
  assert.deepEqual(await server.provoke('\n'), wrong(-32600, 'Invalid Request: longer than 64 MB'));
});

test('10,000 requests in one burst all get replies', async (context) => {
  const { root, server, file } = await makeServer(context);
  const count = 10_000;
  const call = (id: string, name: string, args: object) => {
    const params = { name, arguments: { planId: 'roadmap', ...args } };
    return `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params })}\n`;
  };
  const lines: string[] = [];
  const replies: ReturnType<RawServer['replyTo']>[] = [];
  for (let number = 0; number < count; number++) {
    const id = `burst-${number}`;
    replies.push(server.replyTo(id));
    // One in a hundred writes.
    if (number % 100 === 0) lines.push(call(id, 'task_add', { title: id }));
    else lines.push(call(id, 'task_get', { taskId: 't_editor', includeBody: false }));
  }
  server.write(lines.join(''));
  const failed = (await Promise.all(replies)).filter(({ result }) => result?.isError !== undefined);
  assert.deepEqual(failed, []);
  assert.equal(tasksIn(readFileSync(file, 'utf8')).length, 4 + count / 100);
  assert.doesNotMatch(server.stderr, /Warning/);
  assert.deepEqual(leftovers(root), []);
  await server.assertUp();
});

test('calls that are running when the input ends are completed and get replies', async (context) => {
  const { root, server, file } = await makeServer(context);
  const replies = Array.from({ length: 20 }, (_, number) =>
    server.call('task_add', { planId: 'roadmap', title: `Last ${number}` }),
  );
  assert.equal(await server.end(), 0);
  for (const { isError } of await Promise.all(replies)) assert.equal(isError, false);
  assert.equal(tasksIn(readFileSync(file, 'utf8')).length, 24);
  assert.deepEqual(leftovers(root), []);
});

test('input that ends in the middle of a line ends the server too', async (context) => {
  const { server, file } = await makeServer(context);
  server.write('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"task_');
  assert.equal(await server.end(), 0);
  assert.equal(readFileSync(file, 'utf8'), ROADMAP);
});
