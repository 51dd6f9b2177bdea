import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Core } from '../src/boundary.ts';
import type { AsyncHost, Host } from '../src/host.ts';
import { runAsync, runSync } from '../src/run.ts';
import { memoryHost, planList, settings, wasm } from './setting.ts';

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

test('a call is driven to its end, at once and in its own time, with the same reply', async () => {
  const { host } = memoryHost({ 'roadmap.md': plan });
  const slowHost: AsyncHost = {
    list: async (dir) => host.list(dir),
    load: async (path, unless) => host.load(path, unless),
    lock: async (create) => host.lock(create),
  };
  const reply = { result: { plans: [roadmap] } };
  assert.deepEqual(runSync(new Core(wasm, settings), host, planList), reply);
  assert.deepEqual(await runAsync(new Core(wasm, settings), slowHost, planList), reply);
});

test('a file that did not change stays in the core', () => {
  const files: Record<string, string> = { 'roadmap.md': plan };
  const { host, loads } = memoryHost(files);
  const core = new Core(wasm, settings);
  runSync(core, host, planList);
  assert.deepEqual(runSync(core, host, planList), { result: { plans: [roadmap] } });
  files['roadmap.md'] = plan.replace('# Roadmap', '# Changed');
  assert.deepEqual(runSync(core, host, planList), {
    result: { plans: [{ ...roadmap, title: 'Changed' }] },
  });
  assert.deepEqual(loads, ['roadmap.md: bytes', 'roadmap.md: same', 'roadmap.md: bytes']);
});

test('a file that cannot be read does not hide the others', () => {
  const { host } = memoryHost({
    'roadmap.md': plan,
    'secret.md': { kind: 'fault', fault: 'denied' },
    'gone.md': { kind: 'absent' },
  });
  const reply = runSync(new Core(wasm, settings), host, planList);
  assert.ok('result' in reply);
  const plans = reply.result.plans as { planId: string; error?: string }[];
  assert.deepEqual(
    plans.map(({ planId, error }) => [planId, error?.slice(0, 17)]),
    [
      ['roadmap', undefined],
      ['secret', 'permission denied'],
    ],
  );
});

test('a directory that cannot be listed is an error', () => {
  const { host } = memoryHost({});
  const reply = runSync(
    new Core(wasm, settings),
    { ...host, list: () => ({ kind: 'fault', fault: 'outsideRoot' }) },
    planList,
  );
  assert.ok('error' in reply);
  assert.match(reply.error.message, /outside of the root/);
});

test('what the core refuses is data', () => {
  const { host } = memoryHost({});
  const core = new Core(wasm, settings);
  const codes = [
    { ...planList, name: 'no_such_tool' },
    { ...planList, args: { colour: 'red' } },
    { ...planList, args: { query: '\ud800' } },
  ].map((call) => {
    const reply = runSync(core, host, call);
    return 'error' in reply ? reply.error.code : reply;
  });
  assert.deepEqual(codes, ['UNKNOWN_TOOL', 'INVALID_ARGUMENT', 'INVALID_ARGUMENT']);
});

test('a preview tells the answer and the diff, and writes nothing', () => {
  const { host } = memoryHost({ 'roadmap.md': plan });
  const args = { planId: 'roadmap', taskId: 't_1', status: 'done' };
  const call = { ...planList, name: 'task_update', args };
  const reply = runSync(new Core(wasm, settings), host, call, { preview: true });
  assert.ok('result' in reply, JSON.stringify(reply));
  assert.equal(reply.result.taskId, 't_1');
  assert.match(reply.diff ?? '', /^--- a\/\.long-term-plan\/roadmap\.md\n/);
  assert.match(reply.diff ?? '', /\n-- \[ \] One .*\n\+- \[√\] One /);
});

test('files are looked through one by one, and none is kept', () => {
  const notes = Object.fromEntries(
    Array.from({ length: 20 }, (_, at) => [
      `context/t${at}.md`,
      at % 5 === 0 ? 'the needle' : 'hay',
    ]),
  );
  const { host, loads } = memoryHost({
    ...notes,
    'context/bad.md': { kind: 'fault', fault: 'denied' },
  });
  const list: Host['list'] = () => ({
    kind: 'names',
    names: [
      ...Object.keys(notes).map((path) => path.slice('context/'.length)),
      'bad.md',
      'gone.md',
    ],
  });
  const core = new Core(wasm, { ...settings, toolsets: ['notes'] });
  const call = { ...planList, name: 'note_search', args: { query: 'needle' } };
  const found = (looking: Host) => {
    const reply = runSync(core, looking, call);
    assert.ok('result' in reply, JSON.stringify(reply));
    assert.equal(reply.result.total, 4);
    assert.deepEqual(reply.result.unreadable, [
      '.long-term-plan/context/bad.md: permission denied; check the owner and mode',
    ]);
  };
  found({ ...host, list });
  assert.equal(loads.length, 20, 'a host that cannot look is asked to load');
  found({ ...host, list });
  assert.ok(
    loads.every((load) => load.endsWith(': bytes')),
    'nothing was kept',
  );
  // One that can look may use the same memory for all of them.
  const memory = new Uint8Array(100);
  found({
    ...host,
    list,
    load: () => assert.fail('not asked to load'),
    look: (path) => {
      const loaded = host.load(path, '');
      if (loaded.kind === 'same') return assert.fail('nothing is the same as nothing');
      if (loaded.kind !== 'bytes') return loaded;
      memory.set(loaded.bytes);
      return { kind: 'bytes', bytes: memory.subarray(0, loaded.bytes.length) };
    },
  });
});
