import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { toolsDir } from './project.mjs';

const POLL_MS = 200;

/**
 * Runs work while no other process builds this checkout: a client may start two servers at once on a fresh clone, and two
 * builds would break each other's files. The lock is a file with the process id of its owner.
 * @template T
 * @param {() => Promise<T>} work
 * @param {string} [file]
 * @returns {Promise<T>}
 */
export async function withBuildLock(work, file = join(toolsDir, 'build.lock')) {
  mkdirSync(dirname(file), { recursive: true });
  for (let polls = 0; !tryLock(file); polls += 1) {
    const owner = readOwner(file);
    if (owner !== undefined && !isRunning(owner)) rmSync(file, { force: true });
    else await sleep(POLL_MS);
    if (polls === 1) console.error(`  waiting for process ${owner}, which holds ${file} …`);
  }
  const release = () => rmSync(file, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.removeListener('exit', release);
    release();
  }
}

/** @param {string} file */
function tryLock(file) {
  try {
    writeFileSync(file, `${process.pid}`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/**
 * @param {string} file
 * @returns {number | undefined} undefined while the owner is writing its id, or if it has just released the lock
 */
function readOwner(file) {
  try {
    return Number(readFileSync(file, 'utf8')) || undefined;
  } catch {
    return undefined;
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) !== 'ESRCH';
  }
}

/** @param {unknown} error */
const errorCode = (error) => (error instanceof Error && 'code' in error ? error.code : undefined);
