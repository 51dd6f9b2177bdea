/**
 * The promises on every platform, with the commands as they are shipped. `npm test -- platforms` runs them on this system, `npm test
 * -- windows` with Node for Windows on Wine. Only Node itself is needed: no shell, no git, no links.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkout, ltpBin, run } from '../e2e/helpers/commands.ts';
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

test('the lock of a killed process is free again', async (context) => {
  const root = makeProject(context);
  const survivor = await RawServer.start(context, root);
  await survivor.succeed('plan_create', { planId: 'shop', title: 'Shop' });
  const holder = holdLock(root);
  context.after(() => holder.kill('SIGKILL'));
  await heldBy(root, holder);
  holder.kill('SIGKILL');
  const began = performance.now();
  await survivor.succeed('task_add', { planId: 'shop', title: 'After' });
  context.diagnostic(`the next write took ${Math.round(performance.now() - began)} ms`);
  assert.equal(countTasks(root), 1);
  assert.deepEqual(leftovers(root), []);
});

/** A process that takes the lock and never releases it. */
function holdLock(root: string): ChildProcess {
  const entry = join(checkout, 'npm', 'core', 'dist', 'cjs', 'node.js');
  const code = `require(${JSON.stringify(entry)})
    .nodeHost(process.argv[1], '.long-term-plan').lock({ create: true })
    .then(() => setInterval(() => {}, 1000));`;
  return spawn(process.execPath, ['-e', code, root], { stdio: 'inherit' });
}

async function heldBy(root: string, { pid }: ChildProcess): Promise<void> {
  for (;;) {
    const held = join(root, '.long-term-plan', '.history', 'lock', 'held');
    try {
      if (readdirSync(held).some((name) => name.split('-')[1] === String(pid))) return;
    } catch {
      // It is not held yet.
    }
    await sleep(20);
  }
}
