/**
 * One file that the user opened or dropped. The tools run in the page. With a handle they read and write the file itself,
 * so that changes of others are noticed; without one they work in memory, and the result can be downloaded.
 */
import {
  type Folder,
  memoryFolder,
  type ToolName,
  type Wasm,
  Workspace,
} from 'long-term-plan-core/slim';
import type { PlanSource, Reply } from './plan-source.ts';

/** Missing in TypeScript's library. */
export interface FileHandle {
  readonly name: string;
  getFile(): Promise<File>;
  createWritable(): Promise<{ write(bytes: Uint8Array): Promise<void>; close(): Promise<void> }>;
}

export interface FilePlans extends PlanSource {
  readonly planId: string;
  readonly fileName: string;
  /** Whether changes are written to the file; otherwise they can be downloaded. */
  readonly savesItself: boolean;
}

const LOOK_MS = 1000;
/** Valid ids of plans. */
const ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/;

export function filePlans(file: File | FileHandle, wasm: () => Wasm): FilePlans {
  const name = file.name.replace(/\.(md|markdown|txt)$/i, '');
  const planId = ID.test(name) ? name : 'plan';
  const path = `${planId}.md`;
  const handle = 'getFile' in file ? file : undefined;
  const memory = new Map<string, Uint8Array>();
  const folder = handle ? onDisk(handle, path, memoryFolder(memory)) : memoryFolder(memory);
  const workspace = new Workspace(wasm, folder, { toolsets: ['plan', 'doc', 'sections'] });
  const ready = 'getFile' in file ? undefined : file.arrayBuffer();
  const opened = ready?.then((bytes) => void memory.set(path, new Uint8Array(bytes)));
  return {
    planId,
    fileName: file.name,
    savesItself: handle !== undefined,
    readOnly: false,
    place: file.name,
    project: file.name,
    me: 'me',
    plans: async () => [{ planId, title: name }],
    async read() {
      await opened;
      const bytes = await folder.read(path);
      return bytes && new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    },
    call: async <Result>(tool: string, args: Record<string, unknown>) =>
      // The page knows which tool returns what.
      (await workspace.call(tool as ToolName, args as never, { actor: 'me' })) as Reply<Result>,
    follow(changed, connected) {
      connected(handle !== undefined);
      if (handle === undefined) return () => {};
      let last = 0;
      const timer = setInterval(async () => {
        try {
          const { lastModified } = await handle.getFile();
          // Also the first time: the file may have changed since it was read.
          if (lastModified !== last) changed();
          last = lastModified;
          connected(true);
        } catch {
          connected(false);
        }
      }, LOOK_MS);
      return () => clearInterval(timer);
    },
  };
}

/** The plan is the file itself; all other files of the tools stay in memory. */
function onDisk(handle: FileHandle, path: string, memory: Folder): Folder {
  return {
    ...memory,
    list: async (directory) => {
      const others = (await memory.list(directory)) ?? [];
      return directory === '' ? [path, ...others] : others;
    },
    read: async (asked) =>
      asked === path
        ? new Uint8Array(await (await handle.getFile()).arrayBuffer())
        : memory.read(asked),
    write: async (asked, bytes) => {
      if (asked !== path) return memory.write(asked, bytes);
      const stream = await handle.createWritable();
      await stream.write(bytes);
      await stream.close();
    },
  };
}
