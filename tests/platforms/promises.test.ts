/**
 * The promises on every platform, with the commands as they are shipped. `npm test -- platforms` runs them on this system, `npm test
 * -- windows` with Node for Windows on Wine. Only Node itself is needed: no shell, no git, no links.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { ltpBin, run } from '../e2e/helpers/commands.ts';
import { holdLock, tokenOf } from '../e2e/helpers/lock-holder.ts';
import { RawServer } from '../e2e/helpers/raw-server.ts';

/** With what breaks quoting and encodings. */
const FOLDER = "Jörg 中文 50%A it's";

function makeProject(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'platform-'));
  context.after(() => {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    } catch {
      // Windows keeps what a server still has open. The servers of a failed test are stopped after this.
    }
  });
  const root = join(folder, FOLDER);
  mkdirSync(root);
  return root;
}

const planFile = (root: string) => join(root, '.long-term-plan', 'shop.md');
const planText = (root: string) => readFileSync(planFile(root), 'utf8');
const countTasks = (root: string) => planText(root).match(/^- \[/gm)?.length ?? 0;

/** What is left in the directory of the lock once no one holds it. */
const leftovers = (root: string) => readdirSync(join(root, '.long-term-plan', '.history', 'lock'));

test('ltp creates, changes, shows, checks and undoes', async (context) => {
  const root = makeProject(context);
  const ltp = async (...args: string[]) => {
    const { code, stdout, stderr } = await run(ltpBin, args, { cwd: root });
    assert.equal(code, 0, stderr);
    assert.doesNotMatch(stdout, /\\\\/, 'a path with backslashes');
    return stdout === '' ? {} : JSON.parse(stdout);
  };
  const created = await ltp('plan', 'create', 'shop', '--title', 'Läden 店');
  assert.equal(created.path, '.long-term-plan/shop.md');
  const { taskId } = await ltp('task', 'add', 'shop', '--title', 'Größe prüfen');
  await ltp('task', 'update', 'shop', taskId, '--status', 'done');
  assert.match(planText(root), /^- \[√\] Größe prüfen /m);
  assert.deepEqual((await ltp('check')).errors, 0);
  await ltp('undo', 'shop');
  assert.match(planText(root), /^- \[ \] Größe prüfen /m);
  assert.deepEqual(leftovers(root), []);
});

test('a server lists, writes and reads over stdio', async (context) => {
  const root = makeProject(context);
  const server = await RawServer.start(context, root);
  await server.succeed('plan_create', { planId: 'shop', title: 'Läden 店' });
  const { taskId } = await server.succeed('task_add', { planId: 'shop', title: 'Größe' });
  const task = await server.succeed('task_get', { planId: 'shop', taskId });
  assert.match(JSON.stringify(task), /Größe/);
  assert.equal(await server.end(), 0);
});

test('a plan has one id, whether the file system ignores case or not', async (context) => {
  const root = makeProject(context);
  const server = await RawServer.start(context, root);
  await server.succeed('plan_create', { planId: 'shop', title: 'Shop' });
  const ignoresCase = existsSync(join(root, '.long-term-plan', 'SHOP.md'));
  context.diagnostic(`this file system ${ignoresCase ? 'ignores' : 'respects'} case`);
  for (const planId of ['SHOP', 'Shop']) {
    const { json, text } = await server.call('plan_get', { planId });
    assert.equal(text, `Plan not found: ${planId}`);
    assert.match(JSON.stringify(json), /"didYouMean":"shop"/);
    await server.fail('task_add', { planId, title: 'Lost' });
  }
  await server.succeed('task_add', { planId: 'shop', title: 'Found' });
  assert.equal(countTasks(root), 1);
});

test('ten writers lose nothing', async (context) => {
  const root = makeProject(context);
  const servers = await Promise.all(
    Array.from({ length: 10 }, () => RawServer.start(context, root)),
  );
  await servers[0]?.succeed('plan_create', { planId: 'shop', title: 'Shop' });
  const adds = servers.flatMap((server, number) =>
    Array.from({ length: 5 }, (_, count) =>
      server.succeed('task_add', { planId: 'shop', title: `Task ${number}.${count}` }),
    ),
  );
  await Promise.all(adds);
  assert.equal(countTasks(root), 50);
  assert.deepEqual(leftovers(root), []);
});

test('no write is refused while others read', async (context) => {
  const root = makeProject(context);
  const writer = await RawServer.start(context, root);
  await writer.succeed('plan_create', { planId: 'shop', title: 'Shop' });
  const { taskId } = await writer.succeed('task_add', { planId: 'shop', title: 'A' });
  const readers = await Promise.all(
    Array.from({ length: 3 }, () => RawServer.start(context, root)),
  );
  let isOver = false;
  const reading = readers.map(async (reader) => {
    let reads = 0;
    for (; !isOver; reads += 1) await reader.succeed('plan_get', { planId: 'shop' });
    return reads;
  });
  for (let count = 0; count < 200; count += 1) {
    const status = count % 2 === 0 ? 'done' : 'todo';
    await writer.succeed('task_update', { planId: 'shop', taskId, status });
  }
  isOver = true;
  for (const reads of await Promise.all(reading)) assert.ok(reads > 10, `only ${reads} reads`);
});

for (const isReused of [false, true]) {
  const detail = isReused ? ', even if another process has its id now' : '';
  test(`the lock of a killed process is free at once${detail}`, async (context) => {
    const root = makeProject(context);
    const survivor = await RawServer.start(context, root);
    await survivor.succeed('plan_create', { planId: 'shop', title: 'Shop' });
    const holder = holdLock(context, root);
    const token = await tokenOf(root, holder);
    const ended = once(holder, 'exit');
    holder.kill('SIGKILL');
    await ended;
    if (isReused) giveTokenTo(process.pid, root, token);
    const began = performance.now();
    await survivor.succeed('task_add', { planId: 'shop', title: 'After' });
    const waited = performance.now() - began;
    context.diagnostic(`the next write took ${Math.round(waited)} ms`);
    assert.ok(waited < LEASE_MS, `the next write took ${waited} ms`);
    assert.equal(countTasks(root), 1);
    assert.deepEqual(leftovers(root), []);
  });
}

/** Where the system does not know whether an owner is alive, its lock is free only after this time. */
const LEASE_MS = 10_000;

function giveTokenTo(pid: number, root: string, token: string): void {
  const held = join(root, '.long-term-plan', '.history', 'lock', 'held');
  const [machine, , ...rest] = token.split('-');
  renameSync(join(held, token), join(held, [machine, pid, ...rest].join('-')));
}
