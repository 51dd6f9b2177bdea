import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { withBuildLock } from '../lib/build-lock.mjs';

const module = new URL('../lib/build-lock.mjs', import.meta.url).href;

let folder = '';
let lock = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'));
  lock = join(folder, 'lock');
});
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));

/**
 * Starts a process that does something while it holds the lock.
 * @param {string} work
 */
function holder(work) {
  const script = `
    import { readFileSync, writeFileSync } from 'node:fs';
    import { setTimeout as sleep } from 'node:timers/promises';
    import { withBuildLock } from ${JSON.stringify(module)};
    const counter = ${JSON.stringify(join(folder, 'counter'))};
    await withBuildLock(async () => { ${work} }, ${JSON.stringify(lock)});`;
  return spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

test('processes that need the lock at once work one after the other', async () => {
  writeFileSync(join(folder, 'counter'), '0');
  const increment = `
    const before = Number(readFileSync(counter, 'utf8'));
    await sleep(20);
    writeFileSync(counter, String(before + 1));`;
  const exits = await Promise.all(Array.from({ length: 6 }, () => once(holder(increment), 'exit')));
  assert.deepEqual(
    exits.map(([code]) => code),
    [0, 0, 0, 0, 0, 0],
  );
  assert.equal(readFileSync(join(folder, 'counter'), 'utf8'), '6');
  assert.deepEqual(readdirSync(folder), ['counter'], 'the lock is released');
});

test('the lock of a process that was killed is taken over', async () => {
  const killed = holder(`console.log('held'); await sleep(60_000);`);
  await once(killed.stdout, 'data');
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  assert.ok(existsSync(lock));
  assert.equal(await withBuildLock(async () => 'done', lock), 'done');
});

test('work that fails releases the lock', async () => {
  await assert.rejects(
    withBuildLock(() => Promise.reject(new Error('no')), lock),
    /^Error: no$/,
  );
  assert.ok(!existsSync(lock));
});
