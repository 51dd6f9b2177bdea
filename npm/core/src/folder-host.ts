/** A host made of four functions, for whoever has files but no lock: a page, an extension, a test. */
import { PlanInstance, type Wasm } from './boundary.ts';
import type { AsyncHost, AsyncLock, Committed, Failed, Fault, Loaded, Write } from './host.ts';

/**
 * The files of a plans directory. Paths are relative to it, with `/` between their parts. What goes wrong is thrown. Only
 * one workspace at a time may write to a folder; others are noticed when a file is not what a call saw.
 */
export interface Folder {
  /** The names in a directory, `''` being the plans directory itself; `undefined` if it is not there. */
  list(directory: string): string[] | undefined | Promise<string[] | undefined>;
  /** The bytes of a file; `undefined` if it is not there. */
  read(path: string): Uint8Array | undefined | Promise<Uint8Array | undefined>;
  /** Puts a file there, with the directories that lead to it. */
  write(path: string, bytes: Uint8Array): void | Promise<void>;
  remove(path: string): void | Promise<void>;
}

/** Files that are kept in memory, by their paths. */
export function memoryFolder(files: Map<string, Uint8Array> = new Map()): Folder {
  return {
    list(directory) {
      const start = directory === '' ? '' : `${directory}/`;
      const inside = [...files.keys()].filter((path) => path.startsWith(start));
      if (directory !== '' && inside.length === 0) return undefined;
      return [...new Set(inside.map((path) => path.slice(start.length).split('/', 1)[0] ?? ''))];
    },
    read: (path) => files.get(path),
    write: (path, bytes) => void files.set(path, bytes),
    remove: (path) => void files.delete(path),
  };
}

/** A folder as the core asks for it. Calls that write wait for each other. */
export function folderHost(folder: Folder, wasm: () => Wasm): AsyncHost {
  const instance = new PlanInstance(wasm);
  const etagOf = (bytes: Uint8Array) => instance.use((glue) => glue.etag(bytes));
  let lastTurn = Promise.resolve();

  const load = async (path: string): Promise<Loaded> => {
    if (isElsewhere(path)) return elsewhere;
    try {
      const bytes = await folder.read(path);
      if (bytes === undefined) return { kind: 'absent' };
      return { kind: 'bytes', bytes, etag: etagOf(bytes), stamp: '' };
    } catch (error) {
      return { kind: 'fault', fault: faultOf(error) };
    }
  };

  const lock = async (): Promise<{ kind: 'locked'; lock: AsyncLock }> => {
    const turn = lastTurn;
    let release = (): void => {};
    lastTurn = new Promise((resolve) => {
      release = resolve;
    });
    await turn;
    return { kind: 'locked', lock: { ...lockOver(folder, load, etagOf), release } };
  };

  return {
    list: async (directory) => {
      if (isElsewhere(directory)) return elsewhere;
      try {
        const names = await folder.list(directory);
        return names === undefined ? { kind: 'absent' } : { kind: 'names', names };
      } catch (error) {
        return { kind: 'fault', fault: faultOf(error) };
      }
    },
    load,
    lock,
  };
}

/** Another root: a folder is only itself. */
const isElsewhere = (path: string) => path.startsWith('root:');
const elsewhere: Failed = { kind: 'fault', fault: 'rootNotAllowed' };

function lockOver(
  folder: Folder,
  load: (path: string) => Promise<Loaded>,
  etagOf: (bytes: Uint8Array) => string,
): Omit<AsyncLock, 'release'> {
  /** What files were when they were loaded under this lock; `null` for those that were not there. */
  const seen = new Map<string, string | null>();
  const etagNow = async (path: string): Promise<string | null> => {
    const found = await load(path);
    return found.kind === 'bytes' ? found.etag : null;
  };
  const isStale = async ({ path, expect }: Write): Promise<boolean> => {
    const expected = seen.has(path) ? seen.get(path) : expect;
    if (expected === undefined) return false;
    return (expect !== undefined && expect !== expected) || (await etagNow(path)) !== expected;
  };
  return {
    async load(path) {
      const found = await load(path);
      if (found.kind === 'bytes') seen.set(path, found.etag);
      if (found.kind === 'absent') seen.set(path, null);
      return found;
    },
    async commit(writes): Promise<Committed> {
      for (const write of writes) if (await isStale(write)) return { kind: 'stale' };
      for (const [at, { op, path, bytes }] of writes.entries()) {
        try {
          if (op === 'delete') await folder.remove(path);
          else await folder.write(path, op === 'put' ? bytes : await appended(folder, path, bytes));
        } catch (error) {
          return { kind: 'failed', at, fault: faultOf(error) };
        }
      }
      const etags = writes.map(({ op, bytes }) => (op === 'put' ? etagOf(bytes) : ''));
      return { kind: 'committed', etags };
    },
  };
}

async function appended(folder: Folder, path: string, bytes: Uint8Array): Promise<Uint8Array> {
  const before = (await folder.read(path)) ?? new Uint8Array();
  const after = new Uint8Array(before.length + bytes.length);
  after.set(before);
  after.set(bytes, before.length);
  return after;
}

function faultOf(error: unknown): Fault {
  return `io:${error instanceof Error ? error.message : String(error)}`;
}
