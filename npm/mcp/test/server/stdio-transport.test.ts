import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { CallerNames } from '../../src/server/caller-names.ts';
import { createServer } from '../../src/server/mcp-server.ts';
import { ResourceChanges } from '../../src/server/resource-changes.ts';
import { StdioTransport } from '../../src/server/stdio-transport.ts';

const initialize = {
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'raw', version: '1' },
  },
};
const initialized = { method: 'notifications/initialized' };
const callOf = (id: number) => ({ id, method: 'tools/call', params: { name: `tool_${id}` } });

/** A server whose tools are slow, or never end. */
function serve(context: TestContext, tool: () => Promise<unknown>) {
  const input = new PassThrough();
  const output = new PassThrough();
  const transport = new StdioTransport({ input, output });
  const definition = {
    version: '1',
    instructions: '',
    skill: undefined,
    tools: [],
    prompts: [],
    resourceTemplates: [],
    resourceFolders: [],
    canChange: false,
  };
  const backend = {
    project: {
      definition,
      isSettled: true,
      settle: () => {},
      call: async () => {
        await tool();
        return { result: {}, json: '{}' };
      },
    },
    changes: new ResourceChanges(async () => {}),
    callers: new CallerNames(undefined),
    pages: '',
  };
  const handle = serveStdio(({ era }) => createServer(backend, era), { transport });
  context.after(() => handle.close());
  const send = (...messages: object[]) => {
    for (const message of messages) {
      input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    }
  };
  const closed = new Promise<void>((resolve) => {
    const close = transport.onclose;
    transport.onclose = () => {
      close?.();
      output.end();
      resolve();
    };
  });
  return { input, output, send, closed };
}

async function idsIn(output: PassThrough): Promise<unknown[]> {
  const lines = (await text(output)).trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line).id).sort();
}

test('requests that came before the end of the input receive replies, however long they take', async (context) => {
  const { input, output, send } = serve(context, () => sleep(100));
  send(initialize, initialized, callOf(2), callOf(3));
  input.end();
  assert.deepEqual(await idsIn(output), [1, 2, 3]);
});

test('a cancelled request does not delay the end', async (context) => {
  const { input, output, send } = serve(context, () => new Promise(() => {}));
  send(initialize, initialized, callOf(2));
  await sleep(50);
  send({ method: 'notifications/cancelled', params: { requestId: 2 } });
  input.end();
  assert.deepEqual(await idsIn(output), [1]);
});

test('without pending requests, the end of the input is the end', async (context) => {
  const { input, send, closed } = serve(context, () => sleep(0));
  send(initialize, initialized);
  await sleep(50);
  input.end();
  await closed;
});

test('a client that disconnected does not delay the end', async (context) => {
  const { input, output, send, closed } = serve(context, () => new Promise(() => {}));
  send(initialize, initialized, callOf(2));
  await sleep(50);
  input.end();
  await sleep(50);
  output.destroy(new Error('EPIPE'));
  await closed;
});
