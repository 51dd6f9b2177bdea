import {
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/*
 * A lock between processes, since a client may start two servers at once on a fresh clone.
 *
 * The lock is a folder that holds one file, named after its owner. It is taken by renaming a prepared folder into
 * place, which fails while a non-empty folder is there, and broken by removing exactly the dead owner's file and then
 * the empty folder. So a process that breaks a lock can never hit the next owner's.
 */

const POLL_MS = 200;
const HEARTBEAT_MS = 5_000;
/** An owner whose death cannot be seen from here (another machine, a reused pid) is given up after so many silent polls. */
const PATIENCE_POLLS = 300;

const host = hostname().replaceAll(/[^A-Za-z0-9]/g, '-');

/**
 * Runs work while no other process does so under the same lock.
 * @template T
 * @param {string} folder the lock; it exists while it is held
 * @param {() => Promise<T>} work
 * @param {() => void} [onWait] told once when another process holds the lock
 * @returns {Promise<T>}
 */
export async function withLock(folder, work, onWait = () => {}) {
  const owner = `${host}.${process.pid}.${Date.now().toString(36)}`;
  await acquire(folder, owner, onWait);
  const release = () => {
    rmSync(join(folder, owner), { force: true });
    removeIfEmpty(folder);
  };
  process.once('exit', release);
  const heartbeat = setInterval(() => touch(join(folder, owner)), HEARTBEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    process.removeListener('exit', release);
    release();
  }
}

/**
 * @param {string} folder
 * @param {string} owner
 * @param {() => void} onWait
 */
async function acquire(folder, owner, onWait) {
  const prepared = `${folder}.${owner}`;
  mkdirSync(dirname(folder), { recursive: true });
  mkdirSync(prepared);
  writeFileSync(join(prepared, owner), '');
  try {
    let lastBeat = '';
    let silentPolls = 0;
    for (let polls = 0; !takenByRename(prepared, folder); polls += 1) {
      if (polls === 1) onWait();
      const holder = currentHolder(folder);
      silentPolls = holder?.beat === lastBeat ? silentPolls + 1 : 0;
      lastBeat = holder?.beat ?? '';
      if (holder !== undefined && (isDead(holder.name) || silentPolls > PATIENCE_POLLS)) {
        rmSync(join(folder, holder.name), { force: true });
      } else {
        await sleep(POLL_MS);
      }
      // Windows does not rename onto an empty folder, so the one that a crash left between the two removals must go.
      removeIfEmpty(folder);
    }
  } finally {
    rmSync(prepared, { recursive: true, force: true });
  }
}

/**
 * @param {string} prepared
 * @param {string} folder
 */
function takenByRename(prepared, folder) {
  try {
    renameSync(prepared, folder);
    return true;
  } catch (error) {
    if (['ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES', 'EBUSY'].includes(codeOf(error))) return false;
    throw error;
  }
}

/** @param {string} folder */
function currentHolder(folder) {
  try {
    const name = readdirSync(folder)[0];
    if (name === undefined) return undefined;
    return { name, beat: `${name} ${statSync(join(folder, name)).mtimeMs}` };
  } catch {
    return undefined;
  }
}

/** @param {string} owner */
function isDead(owner) {
  const [ownerHost, pid] = owner.split('.');
  if (ownerHost !== host) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return codeOf(error) === 'ESRCH';
  }
}

/** @param {string} folder */
function removeIfEmpty(folder) {
  try {
    rmdirSync(folder);
  } catch {
    // It is held, or another process was quicker.
  }
}

/** @param {string} file */
function touch(file) {
  try {
    const now = new Date();
    utimesSync(file, now, now);
  } catch {
    // The folder was deleted by hand. The work goes on; a lock that is gone protects nobody.
  }
}

/** @param {unknown} error */
const codeOf = (error) => (error instanceof Error && 'code' in error ? String(error.code) : '');
