/** Takes and releases the lock many times, and prints how long one time takes, in microseconds. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DirectoryLock } from '../../../npm/core/src/node/lock.ts';

const ROUNDS = 300;

// Without a system that says whether a token is open, the lease decides.
if (process.argv.includes('--lease'))
  Object.defineProperty(process, 'platform', { value: 'other' });
const directory = mkdtempSync(join(tmpdir(), 'lock-'));
const lock = new DirectoryLock();
const takeAll = async () => {
  const start = performance.now();
  for (let round = 0; round < ROUNDS; round++) (await lock.take(() => directory)).release();
  return ((performance.now() - start) / ROUNDS) * 1000;
};
await takeAll();
console.log(Math.round(await takeAll()));
