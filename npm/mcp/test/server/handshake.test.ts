import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { listing } from '../../src/listing.ts';
import { CallerNames } from '../../src/server/caller-names.ts';
import { defineServer } from '../../src/server/definition.ts';
import { HandshakeResponder } from '../../src/server/fast-start/handshake.ts';
import { type Backend, createServer } from '../../src/server/mcp-server.ts';
import { ResourceChanges } from '../../src/server/resource-changes.ts';
import { StdioTransport } from '../../src/server/stdio-transport.ts';

const settings = {
  root: '/',
  plansDir: '.long-term-plan',
  toolsets: ['plan'],
  tools: undefined,
  toolNames: 'underscored' as const,
  readOnly: false,
  requireIfMatch: false,
  oneDoing: false,
  defaultPlan: undefined,
  handEdits: 'refuse' as const,
  markers: 'plan' as const,
  claims: 'plans',
  leaseMinutes: 30,
  agent: undefined,
};

const definition = defineServer(listing, settings, '1.2.3');
const backend: Backend = {
  project: {
    definition,
    isSettled: true,
    settle: () => {},
    call: async () => ({ result: {}, json: '{}' }),
  },
  changes: new ResourceChanges(async () => {}),
  callers: new CallerNames(undefined),
  pages: '',
};

const info = { name: 'raw', version: '1', title: 'Raw', websiteUrl: 'https://example.org' };
const capabilities = {
  roots: { listChanged: true },
  sampling: { context: {}, tools: {} },
  elicitation: { form: { applyDefaults: true }, url: {} },
  tasks: { list: {}, requests: { sampling: { createMessage: {} }, elicitation: { create: {} } } },
  experimental: { a: { b: [1] } },
  extensions: { c: {} },
};

type Params = Record<string, unknown>;

const initialize = (more: Params = {}, id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities, clientInfo: info, ...more },
});
const discover = (more: Params = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'server/discover',
  params: {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': info,
      'io.modelcontextprotocol/clientCapabilities': capabilities,
      ...more,
    },
  },
});

async function replyOfSdk(line: string): Promise<string> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const transport = new StdioTransport({ input, output });
  const handle = serveStdio(({ era }) => createServer(backend, era), { transport });
  const closed = new Promise<void>((resolve) => {
    const close = transport.onclose;
    transport.onclose = () => {
      close?.();
      resolve();
    };
  });
  input.end(`${line}\n`);
  await closed;
  await handle.close();
  output.end();
  return text(output);
}

function replyOfResponder(line: string): string | undefined {
  return new HandshakeResponder(definition).replyTo(Buffer.from(line));
}

test('usual messages receive the same reply as from the SDK', async () => {
  const usual = [
    initialize(),
    initialize({}, 'a text'),
    initialize({}, -7),
    initialize({}, ''),
    initialize({ protocolVersion: '計画' }),
    initialize({ clientInfo: { name: '', version: '', title: '"\n', other: [1] } }),
    initialize({ capabilities: {} }),
    initialize({ capabilities: { tools: true, prompts: false, elicitation: {} } }),
    discover(),
    discover({ 'io.modelcontextprotocol/clientInfo': undefined }),
    discover({ 'io.modelcontextprotocol/clientCapabilities': {} }),
  ];
  for (const message of usual) {
    const line = JSON.stringify(message);
    assert.equal(replyOfResponder(line), await replyOfSdk(line), line);
  }
});

test('what is unusual or wrong is left to the SDK', () => {
  const unusual: unknown[] = [
    { ...initialize(), params: undefined },
    { ...initialize(), params: {} },
    { ...initialize(), params: [] },
    { ...initialize(), more: 1 },
    { ...initialize(), jsonrpc: '1.0' },
    [initialize()],
    initialize({}, null),
    initialize({}, 1.5),
    initialize({ protocolVersion: 20251125 }),
    initialize({ capabilities: null }),
    initialize({ capabilities: { roots: { listChanged: 'yes' } } }),
    initialize({ capabilities: { roots: true } }),
    initialize({ capabilities: { experimental: { a: true } } }),
    initialize({ clientInfo: { name: 'raw' } }),
    initialize({ clientInfo: { name: 'raw', version: 1 } }),
    initialize({ clientInfo: { ...info, icons: [] } }),
    initialize({ _meta: {} }),
    { jsonrpc: '2.0', id: 1, method: 'ping' },
    { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { ...discover(), params: undefined },
    discover({ 'io.modelcontextprotocol/protocolVersion': '2027-01-01' }),
    discover({ 'io.modelcontextprotocol/protocolVersion': undefined }),
    discover({ 'io.modelcontextprotocol/clientCapabilities': undefined }),
    discover({ 'io.modelcontextprotocol/clientCapabilities': { roots: 1 } }),
    discover({ 'io.modelcontextprotocol/logLevel': 'debug' }),
  ];
  for (const message of unusual) {
    const line = JSON.stringify(message);
    assert.equal(replyOfResponder(line), undefined, line);
  }
});

/** Pseudo-random numbers, the same in each run. */
function randomly(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const ODD = [null, true, false, 0, 1.5, -1, '', 'x', [], [{}], {}, { a: {} }, { src: 'x' }];
const NEW = ['more', 'icons', 'description', '_meta', '__proto__', 'constructor', 'tasks'];

/** The value with one part replaced, removed or added. */
function mutate(value: unknown, random: (below: number) => number): unknown {
  const isLeaf = typeof value !== 'object' || value === null;
  if (isLeaf || random(8) === 0) return ODD[random(ODD.length)];
  const entries = Object.entries(value);
  const at = random(entries.length + 1);
  const [name, inner] = entries[at] ?? [NEW[random(NEW.length)] ?? '', {}];
  if (random(6) === 0) entries.splice(at, 1);
  else entries[at] = [name, mutate(inner, random)];
  return Array.isArray(value) ? entries.map(([, one]) => one) : Object.fromEntries(entries);
}

test('a mutated opening receives the reply of the SDK, or none', async () => {
  const random = randomly(7);
  let handled = 0;
  for (let count = 0; count < 3000; count++) {
    const opening = count % 2 ? initialize() : discover();
    const isWhole = random(4) === 0;
    let part: unknown = isWhole ? opening : opening.params;
    for (let changes = random(3); changes >= 0; changes--) part = mutate(part, random);
    const line = JSON.stringify(isWhole ? part : { ...opening, params: part });
    const reply = replyOfResponder(line);
    if (reply === undefined) continue;
    handled++;
    assert.equal(reply, await replyOfSdk(line), line);
  }
  assert.ok(handled > 200, `${handled} of them were handled`);
});

test('a deeply nested opening receives the reply of the SDK', async () => {
  const depth = 600;
  const nested = `${'{"a":'.repeat(depth)}{}${'}'.repeat(depth)}`;
  const line = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"","capabilities":{"experimental":{"a":${nested}}},"clientInfo":{"name":"","version":""}}}`;
  assert.equal(replyOfResponder(line), await replyOfSdk(line));
});

test('bytes that are not JSON in UTF-8 are left to the SDK', () => {
  const line = JSON.stringify(initialize());
  const responder = new HandshakeResponder(definition);
  for (const wrong of ['', ' ', 'x', line.slice(1), `${line}x`]) {
    assert.equal(responder.replyTo(Buffer.from(wrong)), undefined, wrong);
  }
  const bytes = Buffer.from(line.replace('Raw', 'R\u00e4w'), 'latin1');
  assert.equal(responder.replyTo(bytes), undefined);
  assert.deepEqual(responder.handled, [], 'and are not recorded');
});

test('a list is sent once, so that a talkative client costs no memory', () => {
  const responder = new HandshakeResponder(definition);
  const replyTo = (message: object) => responder.replyTo(Buffer.from(JSON.stringify(message)));
  const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' };
  const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };
  assert.ok(replyTo(initialize()));
  assert.equal(replyTo(initialized), '');
  assert.ok(replyTo(list));
  assert.equal(replyTo({ ...list, id: 3 }), undefined);
  assert.equal(replyTo(initialized), undefined);
  assert.deepEqual(responder.handled, [initialize(), initialized, list]);
});
