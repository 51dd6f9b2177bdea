/**
 * The first requests of a client get replies before the SDK is loaded, with exactly the bytes of the SDK. Clients send no
 * blank lines, so after one, everything goes to the SDK.
 */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import { finished, run, serverBin, start } from '../helpers/commands.ts';
import { makeProject, makeRoadmap } from '../helpers/project.ts';

type Message = Record<string, unknown>;

/** The bundle that contains the SDK. */
const SDK_BUNDLE = /\bsdk\.cjs\b/;

const request = (method: string, params?: unknown, id: unknown = method): Message => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params !== undefined && { params }),
});
const initialize = (params: Message = {}, id: unknown = 1) =>
  request(
    'initialize',
    {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'raw', version: '1' },
      ...params,
    },
    id,
  );
const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };
const envelope = (more: Message = {}) => ({
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
    ...more,
  },
});
const discover = (more: Message = {}) => request('server/discover', envelope(more), 1);

const LISTS = ['tools/list', 'prompts/list', 'resources/templates/list'];
const listsOfOlder = LISTS.map((method) => request(method));
const listsOfNewer = LISTS.map((method) => request(method, envelope()));

function linesOf(messages: unknown[]): string {
  return messages.map((message) => `${JSON.stringify(message)}\n`).join('');
}

/** The replies of a server to this input, and whether it loaded the SDK. */
async function repliesTo(context: TestContext, input: string, args: string[]) {
  const hook = join(makeProject(context), 'loaded.cjs');
  writeFileSync(
    hook,
    `process.on('exit', () => process.stderr.write('LOADED ' + Object.keys(require.cache).join(',')));`,
  );
  const env = { NODE_OPTIONS: `--require ${hook}` };
  const { code, stdout, stderr } = await run(serverBin, args, { input, env });
  assert.equal(code, 0, stderr);
  const loaded = stderr.slice(stderr.indexOf('LOADED'));
  return { replies: stdout.split('\n').slice(0, -1), hasSdk: SDK_BUNDLE.test(loaded) };
}

/** Asserts that the SDK replies the same, except for the order if a client does not wait for replies. */
async function assertSame(
  context: TestContext,
  messages: unknown[],
  { isForDesk, args = ['--root', makeProject(context)] }: { isForDesk: boolean; args?: string[] },
): Promise<void> {
  const input = linesOf(messages);
  const [usual, sdk] = await Promise.all([
    repliesTo(context, input, args),
    repliesTo(context, `\n${input}`, args),
  ]);
  const what = `${args.slice(2).join(' ')} ${input}`;
  assert.deepEqual(usual.replies.toSorted(), sdk.replies.toSorted(), what);
  assert.equal(sdk.hasSdk, true, what);
  assert.equal(usual.hasSdk, !isForDesk, what);
}

test('protocol versions are negotiated as the SDK does, known and unknown ones', async (context) => {
  for (const protocolVersion of [...SUPPORTED_PROTOCOL_VERSIONS, '2026-07-28', '1.0', '']) {
    await assertSame(context, [initialize({ protocolVersion })], { isForDesk: true });
  }
});

test('the first requests need no SDK, with all settings and both revisions', async (context) => {
  const root = makeRoadmap(context);
  const settings = [
    [],
    ['--read-only'],
    ['--require-if-match', '--tool-names=dotted'],
    ['--toolsets', 'plan,doc,history,decisions,notes,todolist'],
    ['--toolsets', 'todori,scopecraft', '--plan', 'roadmap'],
    ['--tools', 'plan_list'],
  ];
  for (const more of settings) {
    const args = ['--root', root, ...more];
    const older = [initialize(), initialized, ...listsOfOlder];
    await assertSame(context, older, { isForDesk: true, args });
    await assertSame(context, [discover(), ...listsOfNewer], { isForDesk: true, args });
  }
});

test('the first requests need no SDK while the roots of the client are unknown', async (context) => {
  const capabilities = { roots: { listChanged: true } };
  const older = [initialize({ capabilities }), initialized, ...listsOfOlder];
  await assertSame(context, older, { isForDesk: true, args: [] });
  const newer = discover({ 'io.modelcontextprotocol/clientCapabilities': capabilities });
  await assertSame(context, [newer, ...listsOfNewer], { isForDesk: true, args: [] });
});

test('tools that are not offered are not listed', async (context) => {
  const args = ['--root', makeProject(context), '--toolsets', 'doc'];
  const tools = request('tools/list');
  await assertSame(context, [initialize(), initialized, tools], { isForDesk: true, args });
  const messages = [initialize(), initialized, ...listsOfOlder];
  await assertSame(context, messages, { isForDesk: false, args });
});

test('unusual and invalid requests are left to the SDK', async (context) => {
  const unusual: unknown[][] = [
    [initialize({ capabilities: { roots: true } })],
    [initialize({ _meta: { progressToken: 'p' } })],
    [request('tools/list')],
    [discover({ 'io.modelcontextprotocol/protocolVersion': '2027-01-01' })],
    [initialize(), initialize({}, 2)],
    [initialize(), request('tools/list', { cursor: 'x' })],
    [initialize(), request('tools/list', envelope())],
    [initialize(), request('no/such')],
    [discover(), request('tools/list')],
    [discover(), initialize({}, 2)],
  ];
  for (const messages of unusual) await assertSame(context, messages, { isForDesk: false });
});

test('the SDK knows of everything before it was loaded', async (context) => {
  const root = makeRoadmap(context);
  const call = request('tools/call', {
    name: 'task_update',
    arguments: { planId: 'roadmap', taskId: 't_editor', status: 'done' },
  });
  const beginning = [
    initialize({ clientInfo: { name: 'known', version: '1' } }),
    initialized,
    ...listsOfOlder,
  ];
  const { replies } = await repliesTo(context, linesOf([...beginning, call]), ['--root', root]);
  assert.deepEqual(
    replies.map((line) => JSON.parse(line).id),
    [1, ...LISTS, 'tools/call'],
    'each request gets one reply, in order',
  );
  const history = join(root, '.long-term-plan', '.history', 'roadmap.jsonl');
  assert.match(readFileSync(history, 'utf8'), /"known-[a-z0-9]+"/, 'the actor is known');
});

test('in both revisions a conversation continues with the SDK', async (context) => {
  const call = { name: 'plan_list', arguments: {} };
  const root = makeRoadmap(context);
  const older = [initialize(), initialized, ...listsOfOlder, request('tools/call', call)];
  const newer = [
    discover(),
    ...listsOfNewer,
    request('tools/call', { ...call, ...envelope() }),
    request('tools/list', envelope(), 'again'),
  ];
  for (const messages of [older, newer]) {
    await assertSame(context, messages, { isForDesk: false, args: ['--root', root] });
  }
});

test('an id that was used before gets a reply again', async (context) => {
  for (const second of [request('ping', undefined, 1), initialize()]) {
    await assertSame(context, [initialize(), initialized, second], { isForDesk: false });
  }
});

test('the first requests may arrive in pieces and end anywhere', async (context) => {
  const root = makeProject(context);
  const input = linesOf([initialize(), initialized, request('ping')]);
  const whole = await run(serverBin, ['--root', root], { input });
  for (const pieces of [[1, 2, 3], [input.indexOf('\n')], [input.indexOf('\n') + 1], [200, 201]]) {
    const child = start(serverBin, ['--root', root]);
    const done = finished(child);
    for (const [at, from] of [0, ...pieces].entries()) {
      child.stdin.write(input.slice(from, pieces[at]));
      await sleep(50);
    }
    child.stdin.end('{"jsonrpc":');
    const { code, stdout } = await done;
    assert.equal(code, 0);
    assert.equal(stdout, whole.stdout);
  }
});

test('a first line that is too long for the fast start is read by the SDK', async (context) => {
  const title = 'x'.repeat(100_000);
  const messages = [initialize({ clientInfo: { name: 'raw', version: '1', title } })];
  await assertSame(context, messages, { isForDesk: false });
  await assertSame(context, [initialize(), request('ping', { title })], { isForDesk: false });
});

test('input may be a file or a non-blocking pipe', async (context) => {
  const root = makeRoadmap(context);
  const messages = [initialize(), initialized, ...listsOfOlder];
  const call = request('tools/call', { name: 'plan_list', arguments: {} });
  for (const said of [messages, [...messages, call]]) {
    const file = join(root, 'input');
    writeFileSync(file, linesOf(said));
    const command = `'${serverBin}' --root '${root}'`;
    // Node makes its input non-blocking, and has no time here to restore it.
    const spoil = `'${process.execPath}' -e "process.stdin; process.kill(process.pid, 'SIGKILL')"`;
    const [direct, fromFile, notWaiting] = await Promise.all([
      run(serverBin, ['--root', root], { input: linesOf(said) }),
      run('sh', ['-c', `${command} < '${file}'`]),
      run('sh', ['-c', `(sleep 1; cat '${file}') | { ${spoil}; ${command}; }`]),
    ]);
    assert.equal(direct.stdout.split('\n').length, said.length);
    assert.equal(fromFile.stdout, direct.stdout);
    assert.equal(notWaiting.stdout, direct.stdout);
  }
});
