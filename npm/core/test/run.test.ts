import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Host } from '../src/host.ts';
import { Core } from '../src/instance.ts';
import { run } from '../src/run.ts';
import { memoryHost, planList, resultOf, settings, toolCall, wasm } from './setting.ts';

const plan = `<!-- long-term-plan:format=v1 -->
# Roadmap

- [ ] One <!-- long-term-plan:id=t_1 -->
- [√] Two <!-- long-term-plan:id=t_2 -->
`;

const roadmap = {
  planId: 'roadmap',
  title: 'Roadmap',
  path: '.long-term-plan/roadmap.md',
  stats: { total: 2, todo: 1, doing: 0, done: 1 },
};

test('a host may return values or promises, and the reply is the same', async () => {
  const { host } = memoryHost({ 'roadmap.md': plan });
  const slowHost: Host = {
    list: async () => host.list(),
    read: async (path, options) => host.read(path, options),
    lock: async (options) => host.lock(options),
  };
  const expected = { plans: [roadmap] };
  assert.deepEqual(resultOf(await run(new Core(wasm, settings), host, planList)), expected);
  assert.deepEqual(resultOf(await run(new Core(wasm, settings), slowHost, planList)), expected);
});

test('a file that did not change stays in the core', async () => {
  const files: Record<string, string> = { 'roadmap.md': plan };
  const { host, reads } = memoryHost(files);
  const core = new Core(wasm, settings);
  await run(core, host, planList);
  assert.deepEqual(resultOf(await run(core, host, planList)), { plans: [roadmap] });
  files['roadmap.md'] = plan.replace('# Roadmap', '# Changed');
  assert.deepEqual(resultOf(await run(core, host, planList)), {
    plans: [{ ...roadmap, title: 'Changed' }],
  });
  assert.deepEqual(reads, ['roadmap.md: file', 'roadmap.md: unchanged', 'roadmap.md: file']);
});

test('a file that cannot be read does not hide the others', async () => {
  const { host } = memoryHost({
    'roadmap.md': plan,
    'secret.md': { kind: 'fault', fault: 'denied' },
    'gone.md': { kind: 'absent' },
  });
  const result = resultOf(await run(new Core(wasm, settings), host, planList));
  const plans = result.plans as { planId: string; error?: string }[];
  assert.deepEqual(
    plans.map(({ planId, error }) => [planId, error?.slice(0, 17)]),
    [
      ['roadmap', undefined],
      ['secret', 'permission denied'],
    ],
  );
});

test('a directory that cannot be listed is an error', async () => {
  const { host } = memoryHost({});
  const reply = await run(
    new Core(wasm, settings),
    { ...host, list: () => ({ kind: 'fault', fault: 'outsideRoot' }) },
    planList,
  );
  assert.ok(reply.kind === 'error');
  assert.match(reply.error.message, /outside of the root/);
});

test('what the core rejects is a reply', async () => {
  const { host } = memoryHost({});
  const core = new Core(wasm, settings);
  const codes: unknown[] = [];
  for (const call of [
    { ...planList, name: 'no_such_tool' },
    toolCall('plan_list', { colour: 'red' }),
    toolCall('plan_list', { query: '\ud800' }),
    { ...planList, args: '{' },
  ]) {
    const reply = await run(core, host, call);
    codes.push(reply.kind === 'error' ? reply.error.code : reply);
  }
  assert.deepEqual(codes, [
    'UNKNOWN_TOOL',
    'INVALID_ARGUMENT',
    'INVALID_ARGUMENT',
    'INVALID_ARGUMENT',
  ]);
});

test('a dry run replies with the result and the diff, and writes nothing', async () => {
  const { host } = memoryHost({ 'roadmap.md': plan });
  const call = toolCall('task_update', { planId: 'roadmap', taskId: 't_1', status: 'done' });
  const reply = await run(new Core(wasm, settings), host, { ...call, dryRun: true });
  assert.equal(resultOf(reply).taskId, 't_1');
  assert.ok(reply.kind === 'result');
  assert.match(reply.diff ?? '', /^--- a\/\.long-term-plan\/roadmap\.md\n/);
  assert.match(reply.diff ?? '', /\n-- \[ \] One .*\n\+- \[√\] One /);
});

test('files are scanned one by one, and none is kept', async () => {
  const notes = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [
      `context/t${index}.md`,
      index % 5 === 0 ? 'the needle' : 'hay',
    ]),
  );
  const { host, reads } = memoryHost({
    ...notes,
    'context/bad.md': { kind: 'fault', fault: 'denied' },
  });
  const list: Host['list'] = () => ({
    kind: 'directory',
    names: [
      ...Object.keys(notes).map((path) => path.slice('context/'.length)),
      'bad.md',
      'gone.md',
    ],
  });
  const core = new Core(wasm, { ...settings, toolsets: ['notes'] });
  const search = async (read: Host['read']) => {
    const call = toolCall('note_search', { query: 'needle' });
    const result = resultOf(await run(core, { ...host, list, read }, call));
    assert.equal(result.total, 4);
    assert.deepEqual(result.unreadable, [
      '.long-term-plan/context/bad.md: permission denied; check the owner and mode',
    ]);
  };
  await search((path, options) => {
    assert.equal(options?.hash, false, 'no etag is needed');
    return host.read(path, options);
  });
  assert.equal(reads.length, 20);
  await search(host.read);
  assert.equal(reads.length, 40);
  assert.ok(
    reads.every((read) => read.endsWith(': file')),
    'nothing was kept',
  );
  // A host may read all of them into the same memory.
  const memory = new Uint8Array(100);
  await search((path) => {
    const found = host.read(path);
    if (found.kind !== 'file') return found;
    memory.set(found.bytes);
    return { kind: 'file', bytes: memory.subarray(0, found.bytes.length) };
  });
});
