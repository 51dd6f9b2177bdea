import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Found, Host } from '../src/host.ts';
import type { Glue } from '../src/instance.ts';
import type {
  Begun,
  CallRequest,
  FileState,
  Reply,
  Settings,
  Step,
  Workspace,
} from '../wasm/bindings.js';
import { createGlue } from '../wasm/glue.js';

export const settings: Settings = { toolsets: ['plan'], plansDir: '.long-term-plan' };

export const wasm = () => readFileSync(new URL('../wasm/tools.wasm', import.meta.url));

export const planList: CallRequest = {
  kind: 'tool',
  name: 'plan_list',
  args: '',
  actor: 'test',
  now: 0,
  entropy: new Uint8Array(10),
};

export function toolCall(name: string, args: Record<string, unknown>): CallRequest {
  return { ...planList, name, args: JSON.stringify(args) };
}

export function resultOf(reply: Reply): Record<string, unknown> {
  assert.ok(reply.kind === 'result', JSON.stringify(reply));
  return JSON.parse(reply.json);
}

export const emptyHost: Host = {
  list: () => ({ kind: 'absent' }),
  read: () => ({ kind: 'absent' }),
  lock: () => ({ kind: 'fault', fault: 'readOnly' }),
};

/** Files by name, all in the plans directory. A file's text serves as its etag and stamp. */
export function memoryHost(files: Record<string, string | Found>) {
  const reads: string[] = [];
  const host = {
    list: () => ({ kind: 'directory', names: Object.keys(files) }),
    read: (path, { known } = {}) => {
      const file = files[path];
      if (file === undefined) return { kind: 'absent' };
      if (typeof file !== 'string') return file;
      reads.push(`${path}: ${file === known ? 'unchanged' : 'file'}`);
      if (file === known) return { kind: 'unchanged' };
      return { kind: 'file', bytes: new TextEncoder().encode(file), etag: file, stamp: file };
    },
    lock: emptyHost.lock,
  } satisfies Host;
  return { host, reads };
}

/** A workspace whose calls are done at once. Each test overrides the methods that are to fail. */
export class FakeWorkspace implements Workspace {
  begin(_request: CallRequest): Begun {
    const reply: Reply = { kind: 'result', json: '{"fine":true}' };
    return { call: 1, step: { kind: 'done', reply, followUps: [] } };
  }

  provide(_call: number, _path: string, _state: FileState): void {}

  resume(): Step {
    return assert.fail('the call is done');
  }

  release(_call: number): void {}

  resourceUris(): string[] {
    return [];
  }

  free(): void {}

  [Symbol.dispose](): void {}
}

/** A glue without a wasm, whose instance panicked with this message if anything trapped. */
export function fakeGlue(workspace: new () => Workspace, panic?: string): Glue {
  return {
    ...createGlue(),
    initSync: () => ({}),
    takePanic: () => panic,
    Workspace: workspace,
  };
}
