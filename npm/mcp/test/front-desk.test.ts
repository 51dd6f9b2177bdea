import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { toolsets } from '../src/listing.ts';
import { buildServer } from '../src/server/build-server.ts';
import { ChangeFeed } from '../src/server/change-feed.ts';
import { FrontDesk } from '../src/server/front-desk.ts';
import { offerOf, type Served } from '../src/server/served.ts';
import { StdioTransport } from '../src/server/stdio-transport.ts';
import { chooseTools } from '../src/tool-list.ts';

const settings = {
  root: '/',
  plansDir: '.long-term-plan',
  toolsets: ['plan'],
  tools: undefined,
  toolNames: 'underscored' as const,
  readOnly: false,
  requireIfMatch: false,
  oneDoing: false,
  plan: undefined,
};

const served: Served = {
  version: '1.2.3',
  tools: chooseTools(toolsets, settings),
  ...offerOf(toolsets, settings),
  ask: async () => ({ result: {} }),
  changes: new ChangeFeed(async () => {}),
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

async function answerOfSdk(line: string): Promise<string> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const transport = new StdioTransport({ input, output });
  const handle = serveStdio(({ era }) => buildServer(served, era), { transport });
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

function answerOfDesk(line: string): string | undefined {
  return new FrontDesk(served).answerTo(Buffer.from(line));
}

test('clients are as they are', async () => {
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
    assert.equal(answerOfDesk(line), await answerOfSdk(line), line);
  }
});

test('what is unusual or wrong is not for the desk', () => {
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
    assert.equal(answerOfDesk(line), undefined, line);
  }
});

/** Numbers that look random, and are the same in each run. */
function randomly(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const ODD = [null, true, false, 0, 1.5, -1, '', 'x', [], [{}], {}, { a: {} }, { src: 'x' }];
const NEW = ['more', 'icons', 'description', '_meta', '__proto__', 'constructor', 'tasks'];

/** The value with one thing in it replaced, taken out or put in. */
function spoiled(value: unknown, random: (below: number) => number): unknown {
  const isLeaf = typeof value !== 'object' || value === null;
  if (isLeaf || random(8) === 0) return ODD[random(ODD.length)];
  const entries = Object.entries(value);
  const at = random(entries.length + 1);
  const [name, inner] = entries[at] ?? [NEW[random(NEW.length)] ?? '', {}];
  if (random(6) === 0) entries.splice(at, 1);
  else entries[at] = [name, spoiled(inner, random)];
  return Array.isArray(value) ? entries.map(([, one]) => one) : Object.fromEntries(entries);
}

test('whatever an opening is made into, the desk says what the SDK says, or nothing', async () => {
  const random = randomly(7);
  let atDesk = 0;
  for (let count = 0; count < 3000; count++) {
    const opening = count % 2 ? initialize() : discover();
    const isWhole = random(4) === 0;
    let part: unknown = isWhole ? opening : opening.params;
    for (let changes = random(3); changes >= 0; changes--) part = spoiled(part, random);
    const line = JSON.stringify(isWhole ? part : { ...opening, params: part });
    const answer = answerOfDesk(line);
    if (answer === undefined) continue;
    atDesk++;
    assert.equal(answer, await answerOfSdk(line), line);
  }
  assert.ok(atDesk > 200, `${atDesk} of them were for the desk`);
});

test('what is nested deeply, and still for the desk, is answered as by the SDK', async () => {
  const depth = 600;
  const nested = `${'{"a":'.repeat(depth)}{}${'}'.repeat(depth)}`;
  const line = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"","capabilities":{"experimental":{"a":${nested}}},"clientInfo":{"name":"","version":""}}}`;
  assert.equal(answerOfDesk(line), await answerOfSdk(line));
});

test('bytes that are no JSON in UTF-8 are not for the desk', () => {
  const line = JSON.stringify(initialize());
  const desk = new FrontDesk(served);
  for (const wrong of ['', ' ', 'x', line.slice(1), `${line}x`]) {
    assert.equal(desk.answerTo(Buffer.from(wrong)), undefined, wrong);
  }
  const bytes = Buffer.from(line.replace('Raw', 'R\u00e4w'), 'latin1');
  assert.equal(desk.answerTo(bytes), undefined);
  assert.deepEqual(desk.taken, [], 'and are not taken');
});

test('a list is told once by the desk, so that a talkative client costs no memory', () => {
  const desk = new FrontDesk(served);
  const answerTo = (message: object) => desk.answerTo(Buffer.from(JSON.stringify(message)));
  const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' };
  const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };
  assert.ok(answerTo(initialize()));
  assert.equal(answerTo(initialized), '');
  assert.ok(answerTo(list));
  assert.equal(answerTo({ ...list, id: 3 }), undefined);
  assert.equal(answerTo(initialized), undefined);
  assert.deepEqual(desk.taken, [initialize(), initialized, list]);
});
