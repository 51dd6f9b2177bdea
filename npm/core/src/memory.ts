/**
 * Files that are none: those with names as `mem:todolist` are kept in memory for as long as the core
 * is, outside of its wasm, so that they outlive an instance that trapped.
 */
import type { Loaded } from './host.ts';

interface Kept {
  bytes: Uint8Array;
  etag: string;
}

export type Memory = Map<string, Kept>;

export function isRemembered(path: string): boolean {
  return path.startsWith('mem:');
}

export function remembered(memory: Memory, path: string): Loaded {
  const kept = memory.get(path);
  return kept ? { kind: 'bytes', ...kept, stamp: '' } : { kind: 'absent' };
}

/** Gives the etag of what is kept now: nothing else has it, which is all that is asked of one. */
export function keep(memory: Memory, path: string, bytes: Uint8Array): string {
  const version = Number(memory.get(path)?.etag.slice('mem:'.length) ?? 0) + 1;
  const etag = `mem:${version}`;
  memory.set(path, { bytes, etag });
  return etag;
}
