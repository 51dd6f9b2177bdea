/**
 * Writes the files of a commit. At any time each file has its old or its new content, and the new content is durable.
 *
 * Everything that is put is on disk before the first file changes, so a full disk changes nothing. Writers that do not
 * take the lock, such as editors, are noticed up to the moment before the rename. A save between that check and the rename
 * is lost, because no system call closes the gap. Between writers that take the lock nothing is lost.
 */
import { lstatSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import type { Write } from '../../wasm/bindings.js';
import type { Committed } from '../host.ts';
import type { Etags } from './etags.ts';
import { faultOf, Refusal } from './faults.ts';
import type { HeldLock } from './lock.ts';
import type { Destination, PlanPaths } from './paths.ts';
import type { ReadBuffer } from './read-buffer.ts';
import { bytesAt, hasBytes, MAX_FILE_BYTES, settledStamp, stampOf } from './read-file.ts';
import {
  append,
  moveOver,
  moveToNew,
  removeFile,
  removeStaged,
  type Staging,
  stage,
  syncDirectory,
} from './write-file.ts';

/** The version of a file that was read under the lock. */
interface ReadVersion {
  stamp: string;
  etag: string;
  /** Valid until the next file is read. */
  bytes: Buffer;
}

/** By path; `undefined` for a file that did not exist. */
export type ReadVersions = Map<string, ReadVersion | undefined>;

interface StagedWrite extends Destination, Staging {
  write: Write;
}

/** A file is not what the call saw. */
class Stale extends Error {
  override name = 'Stale';
}

export interface CommitContext {
  paths: PlanPaths;
  read: ReadVersions;
  lock: HeldLock;
  buffer: ReadBuffer;
  etags: Etags;
}

export function commit(writes: Write[], context: CommitContext): Committed {
  const { paths, lock, etags } = context;
  const staged: StagedWrite[] = [];
  const stamps: string[] = [];
  /** The index of the current write, and whether an earlier one is done. */
  let at = 0;
  let hasBegun = false;
  try {
    for (const [index, write] of writes.entries()) {
      at = index;
      const file = {
        write,
        ...paths.destination(write.path),
        stagingPath: lock.stagingPath(),
        onPause: () => void lock.renew(),
      };
      staged.push(file);
      check(file, context);
      if (write.op !== 'put') continue;
      if (write.bytes.length > MAX_FILE_BYTES) throw new Refusal('tooLarge');
      stage(write.bytes, file);
      // A large file takes long on a slow disk.
      if (!lock.renew()) throw new Refusal('busy');
    }
    for (const [index, file] of staged.entries()) {
      const { write } = file;
      at = index;
      const isNew = check(file, context) === 'absent';
      verifyUnchanged(file, context);
      if (!lock.renew()) throw new Refusal('busy');
      const stamp = apply(file, isNew);
      if (stamp === undefined) throw new Stale();
      stamps.push(stamp);
      hasBegun = true;
      if (write.op !== 'append') {
        syncDirectory(dirname(write.op === 'delete' ? file.named : file.target));
      }
    }
    return {
      kind: 'committed',
      etags: writes.map(({ op, bytes }) => (op === 'put' ? etags.ofWritten(bytes) : '')),
      ...(stamps.some(Boolean) && { stamps }),
    };
  } catch (error) {
    if (!(error instanceof Stale)) return { kind: 'failed', at, fault: faultOf(error) };
    // After the first write, deciding again would write it twice.
    return hasBegun ? { kind: 'failed', at, fault: 'busy' } : { kind: 'stale' };
  } finally {
    for (const { stagingPath } of staged) removeStaged(stagingPath);
  }
}

/** Throws unless the file's times show what the call saw and what the write expects. */
function check(
  { write, target }: StagedWrite,
  context: CommitContext,
): 'absent' | 'present' | 'anything' {
  const { read } = context;
  const stats = lstatSync(target, { throwIfNoEntry: false });
  if (read.has(write.path) && !isVersion(target, stats, read.get(write.path), context)) {
    throw new Stale();
  }
  const expected = expectedVersion(write, read);
  if (write.expect !== 'anything' && !isSame(write.expect, expected)) throw new Stale();
  if (expected === 'anything') return 'anything';
  if ((expected === 'absent') !== (stats === undefined)) throw new Stale();
  return expected === 'absent' ? 'absent' : 'present';
}

/**
 * Whether a file still is what was read. On some file systems (exFAT, network drives, several on Windows) an open file has
 * another inode number than its path, so a stamp that differs proves nothing.
 */
function isVersion(
  target: string,
  stats: Stats | undefined,
  version: ReadVersion | undefined,
  context: CommitContext,
): boolean {
  if (stats === undefined || version === undefined) return stats === version;
  return stampOf(stats) === version.stamp || hasBytesOf(target, version, context);
}

/** The version that was read under the lock; of a file that was not read, the one that the write expects. */
function expectedVersion(write: Write, read: ReadVersions): Write['expect'] {
  if (!read.has(write.path)) return write.expect;
  const version = read.get(write.path);
  return version ? { etag: version.etag } : 'absent';
}

function isSame(one: Write['expect'], other: Write['expect']): boolean {
  if (typeof one === 'string' || typeof other === 'string') return one === other;
  return one.etag === other.etag;
}

/** Throws if the file has other bytes; the times of a recent file do not show that yet. */
function verifyUnchanged({ write, target }: StagedWrite, context: CommitContext): void {
  const version = context.read.get(write.path);
  const expected = expectedVersion(write, context.read);
  if (typeof expected === 'string') return;
  if (version && settledStamp(lstatSync(target), Date.now()) !== '') return;
  if (!hasBytesOf(target, version ?? expected, context)) throw new Stale();
}

/** Comparing with the bytes in the buffer is faster than hashing the file. */
function hasBytesOf(
  target: string,
  { bytes, etag }: { bytes?: Buffer; etag: string },
  { buffer, etags }: CommitContext,
): boolean {
  return bytes && buffer.stillHolds(bytes)
    ? hasBytes(target, bytes)
    : etags.of(bytesAt(target, buffer)) === etag;
}

/**
 * Returns the stamp of a file that was appended to, which is empty for any other write; `undefined` if another process has
 * just created the file that was to be new.
 */
function apply(file: StagedWrite, isNew: boolean): string | undefined {
  const { write, named, target } = file;
  switch (write.op) {
    case 'put':
      if (isNew) return moveToNew(file) ? '' : undefined;
      moveOver(file);
      return '';
    case 'append':
      return stampOf(append(write.bytes, target));
    case 'delete':
      removeFile(named);
      return '';
  }
}
