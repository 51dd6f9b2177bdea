/** A host made of four functions, for callers that have files but no lock: a page, an extension, a test. */
import type { Write } from '../wasm/bindings.js';
import { type Committed, type Failed, type Found, type Host, isInGit, type Lock } from './host.ts';

/**
 * The files of a plans directory. Paths are relative to it, with `/` between their parts. What goes wrong is thrown. Only one
 * workspace at a time may write to a folder; other writers are noticed when a file is not what a call saw.
 */
export interface Folder {
  /** The names in a directory, `''` for the plans directory itself; `undefined` if it does not exist. */
  list(directory: string): string[] | undefined | Promise<string[] | undefined>;
  /** The bytes of a file; `undefined` if it does not exist. */
  read(path: string): Uint8Array | undefined | Promise<Uint8Array | undefined>;
  /** Writes a file, and creates the directories that lead to it. */
  write(path: string, bytes: Uint8Array): void | Promise<void>;
  remove(path: string): void | Promise<void>;
  /** A host has one; a folder does not. */
  lock?: undefined;
}

/** Files in memory, by path. */
export function memoryFolder(files: Map<string, Uint8Array> = new Map()): Folder {
  return {
    list(directory) {
      const prefix = directory === '' ? '' : `${directory}/`;
      const inside = [...files.keys()].filter((path) => path.startsWith(prefix));
      if (directory !== '' && inside.length === 0) return undefined;
      return [...new Set(inside.map((path) => path.slice(prefix.length).split('/', 1)[0] ?? ''))];
    },
    read: (path) => files.get(path),
    write: (path, bytes) => void files.set(path, bytes),
    remove: (path) => void files.delete(path),
  };
}

/** A folder as a host. Calls that write wait for each other. */
export function hostForFolder(folder: Folder): Host {
  let lastTurn = Promise.resolve();

  const read = async (path: string): Promise<Found> => {
    if (isInOtherRoot(path)) return notAllowed;
    if (isInGit(path)) return { kind: 'absent' };
    try {
      const bytes = await folder.read(path);
      return bytes === undefined ? { kind: 'absent' } : { kind: 'file', bytes };
    } catch (error) {
      return fault(error);
    }
  };

  return {
    read,
    list: async (directory) => {
      if (isInOtherRoot(directory)) return notAllowed;
      try {
        const names = await folder.list(directory);
        return names === undefined ? { kind: 'absent' } : { kind: 'directory', names };
      } catch (error) {
        return fault(error);
      }
    },
    lock: async () => {
      const turn = lastTurn;
      let release = (): void => {};
      lastTurn = new Promise((resolve) => {
        release = resolve;
      });
      await turn;
      return { kind: 'locked', lock: { ...lockedFolder(folder, read), release } };
    },
  };
}

const isInOtherRoot = (path: string) => path.startsWith('root:');
const notAllowed: Failed = { kind: 'fault', fault: 'rootNotAllowed' };

function lockedFolder(
  folder: Folder,
  read: (path: string) => Promise<Found>,
): Omit<Lock, 'release'> {
  /** The bytes of files that were read under this lock; `undefined` for those that did not exist. */
  const versions = new Map<string, Uint8Array | undefined>();

  const isStale = async ({ path, expect }: Write): Promise<boolean> => {
    if (!versions.has(path) && expect === 'anything') return false;
    const found = await read(path);
    const bytes = found.kind === 'file' ? found.bytes : undefined;
    if (versions.has(path)) return !areSame(bytes, versions.get(path));
    return (expect === 'absent') !== (bytes === undefined);
  };

  return {
    async read(path) {
      const found = await read(path);
      if (found.kind === 'file') versions.set(path, found.bytes.slice());
      if (found.kind === 'absent') versions.set(path, undefined);
      return found;
    },
    async commit(writes): Promise<Committed> {
      for (const write of writes) if (await isStale(write)) return { kind: 'stale' };
      for (const [at, { op, path, bytes }] of writes.entries()) {
        try {
          if (op === 'delete') await folder.remove(path);
          else await folder.write(path, op === 'put' ? bytes : await appended(folder, path, bytes));
        } catch (error) {
          return { kind: 'failed', at, fault: fault(error).fault };
        }
      }
      // The core computes the etags that a host leaves out.
      return { kind: 'committed', etags: writes.map(() => '') };
    },
  };
}

function areSame(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

async function appended(folder: Folder, path: string, bytes: Uint8Array): Promise<Uint8Array> {
  const before = (await folder.read(path)) ?? new Uint8Array();
  const after = new Uint8Array(before.length + bytes.length);
  after.set(before);
  after.set(bytes, before.length);
  return after;
}

function fault(error: unknown): Failed {
  return { kind: 'fault', fault: `io:${error instanceof Error ? error.message : String(error)}` };
}
