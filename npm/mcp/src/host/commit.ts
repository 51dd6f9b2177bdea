/**
 * Writes files so that each is at any time its old or its new self, and lasts.
 *
 * All that is to be put is on disk before the first file changes, so that a full disk changes none.
 * Whoever writes without the lock, as editors do, is noticed up to the last moment before the
 * rename; what is saved between that look and the rename is lost, for no system call closes that
 * gap. Among those who take the lock nothing is lost.
 */
import { lstatSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Committed, Write } from 'long-term-plan-core/slim';
import { faultOf, Refusal } from './fault.ts';
import type { Held } from './lock.ts';
import type { Destination, Places } from './places.ts';
import { etagOf, LARGEST_FILE, readWhole } from './read.ts';
import type { Scratch } from './scratch.ts';
import { fingerprintOf, stampOf } from './stamp.ts';
import { syncDirectory } from './sync-directory.ts';
import { append, moveOver, moveToNew, remove, removeScratch, stage } from './write.ts';

/** What files were when they were read under the lock; `undefined` for one that was not there. */
export type Seen = Map<string, { fingerprint: string; etag: string } | undefined>;

/** A write on its way: where it goes, and where that which is put lies ready. */
interface Staged extends Destination {
  write: Write;
  scratch: string;
}

/** A file is not what the call saw. */
class Stale extends Error {
  override name = 'Stale';
}

export function commit(
  writes: Write[],
  places: Places,
  seen: Seen,
  held: Held,
  scratch: Scratch,
): Committed {
  const staged: Staged[] = [];
  /** The write that is worked on, and whether any before it is done. */
  let at = 0;
  let isBegun = false;
  try {
    for (const [index, write] of writes.entries()) {
      at = index;
      const file = { write, ...places.destination(write.path), scratch: held.scratch() };
      staged.push(file);
      check(file, seen, scratch);
      if (write.op !== 'put') continue;
      if (write.bytes.length > LARGEST_FILE) throw new Refusal('tooLarge');
      stage(write.bytes, file);
    }
    for (const [index, file] of staged.entries()) {
      const { write } = file;
      at = index;
      const isNew = check(file, seen, scratch) === 'absent';
      if (!held.renew()) throw new Refusal('busy');
      if (!applied(file, isNew)) throw new Stale();
      isBegun = true;
      if (write.op !== 'append') {
        syncDirectory(dirname(write.op === 'delete' ? file.named : file.target));
      }
    }
    return { kind: 'committed', etags: writes.map(etagAfter) };
  } catch (error) {
    if (!(error instanceof Stale)) return { kind: 'failed', at, fault: faultOf(error) };
    // Once something is written, to decide anew would be to write it twice.
    return isBegun ? { kind: 'failed', at, fault: 'busy' } : { kind: 'stale' };
  } finally {
    for (const { scratch } of staged) removeScratch(scratch);
  }
}

/** Throws unless the file is still what the call saw and what the write expects. */
function check(
  { write, target }: Staged,
  seen: Seen,
  scratch: Scratch,
): 'absent' | 'present' | 'any' {
  const was = seen.get(write.path);
  const stats = lstatSync(target, { bigint: true, throwIfNoEntry: false });
  if (seen.has(write.path) && (stats && fingerprintOf(stats)) !== was?.fingerprint) {
    throw new Stale();
  }
  const expected = seen.has(write.path) ? (was?.etag ?? null) : write.expect;
  if (write.expect !== undefined && write.expect !== expected) throw new Stale();
  if (expected === undefined) return 'any';
  if ((expected === null) !== (stats === undefined)) throw new Stale();
  if (expected === null || stats === undefined) return 'absent';
  const isSure = was !== undefined && stampOf(stats, Date.now()) !== '';
  if (!isSure && readWhole(target, { scratch }).etag !== expected) throw new Stale();
  return 'present';
}

/** Says whether it could be done: somebody else may just have made the file that was to be new. */
function applied({ write, named, target, scratch }: Staged, isNew: boolean): boolean {
  switch (write.op) {
    case 'put':
      if (isNew) return moveToNew(scratch, target);
      moveOver(scratch, target);
      return true;
    case 'append':
      append(write.bytes, target);
      return true;
    case 'delete':
      remove(named);
      return true;
  }
}

function etagAfter({ op, bytes }: Write): string {
  return op === 'put' ? etagOf(bytes) : '';
}
