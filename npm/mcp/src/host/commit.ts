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
import { etagOf, holds, LARGEST_FILE, readWhole } from './read.ts';
import type { Scratch } from './scratch.ts';
import { fingerprintOf, stampOf } from './stamp.ts';
import { syncDirectory } from './sync-directory.ts';
import { append, moveOver, moveToNew, remove, removeScratch, stage } from './write.ts';

/** A file as it was when it was read under the lock. */
interface Known {
  fingerprint: string;
  etag: string;
  /** There until the next file is read. */
  bytes: Buffer;
}

/** What files were then; `undefined` for one that was not there. */
export type Seen = Map<string, Known | undefined>;

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
  const stamps: string[] = [];
  /** The write that is worked on, and whether any before it is done. */
  let at = 0;
  let isBegun = false;
  try {
    for (const [index, write] of writes.entries()) {
      at = index;
      const file = { write, ...places.destination(write.path), scratch: held.scratch() };
      staged.push(file);
      check(file, seen);
      if (write.op !== 'put') continue;
      if (write.bytes.length > LARGEST_FILE) throw new Refusal('tooLarge');
      stage(write.bytes, file);
    }
    for (const [index, file] of staged.entries()) {
      const { write } = file;
      at = index;
      const isNew = check(file, seen) === 'absent';
      lookAgain(file, seen, scratch);
      if (!held.renew()) throw new Refusal('busy');
      const stamp = applied(file, isNew);
      if (stamp === undefined) throw new Stale();
      stamps.push(stamp);
      isBegun = true;
      if (write.op !== 'append') {
        syncDirectory(dirname(write.op === 'delete' ? file.named : file.target));
      }
    }
    const etags = writes.map(etagAfter);
    return { kind: 'committed', etags, ...(stamps.some(Boolean) && { stamps }) };
  } catch (error) {
    if (!(error instanceof Stale)) return { kind: 'failed', at, fault: faultOf(error) };
    // Once something is written, to decide anew would be to write it twice.
    return isBegun ? { kind: 'failed', at, fault: 'busy' } : { kind: 'stale' };
  } finally {
    for (const { scratch } of staged) removeScratch(scratch);
  }
}

/** Throws unless the file is still what the call saw and what the write expects, as far as its times tell. */
function check({ write, target }: Staged, seen: Seen): 'absent' | 'present' | 'any' {
  const was = seen.get(write.path);
  const stats = lstatSync(target, { throwIfNoEntry: false });
  if (seen.has(write.path) && (stats && fingerprintOf(stats)) !== was?.fingerprint) {
    throw new Stale();
  }
  const expected = expectedOf(write, seen);
  if (write.expect !== undefined && write.expect !== expected) throw new Stale();
  if (expected === undefined) return 'any';
  if ((expected === null) !== (stats === undefined)) throw new Stale();
  return expected === null ? 'absent' : 'present';
}

/** What the file must be: as it was seen or, if it was not, as the write says. */
function expectedOf(write: Write, seen: Seen): string | null | undefined {
  return seen.has(write.path) ? (seen.get(write.path)?.etag ?? null) : write.expect;
}

/** Throws if the file has other bytes after all: its times say nothing yet of one that is so young. */
function lookAgain({ write, target }: Staged, seen: Seen, scratch: Scratch): void {
  const was = seen.get(write.path);
  const expected = expectedOf(write, seen);
  if (expected === undefined || expected === null) return;
  const isSure = was && stampOf(lstatSync(target), Date.now()) !== '';
  if (isSure) return;
  // The bytes are at hand if nothing was read since; to compare them is quicker than to hash others.
  const isSame =
    was && scratch.stillHolds(was.bytes)
      ? holds(target, was.bytes)
      : readWhole(target, { scratch }).etag === expected;
  if (!isSame) throw new Stale();
}

/**
 * Gives the stamp of a file that was added to, which is empty for any other; and nothing if it could
 * not be done: somebody else may just have made the file that was to be new.
 */
function applied({ write, named, target, scratch }: Staged, isNew: boolean): string | undefined {
  switch (write.op) {
    case 'put':
      if (isNew) return moveToNew(scratch, target) ? '' : undefined;
      moveOver(scratch, target);
      return '';
    case 'append':
      return fingerprintOf(append(write.bytes, target));
    case 'delete':
      remove(named);
      return '';
  }
}

function etagAfter({ op, bytes }: Write): string {
  return op === 'put' ? etagOf(bytes) : '';
}
