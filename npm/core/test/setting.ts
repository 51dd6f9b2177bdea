import { readFileSync } from 'node:fs';
import type { Host, Loaded } from '../src/host.ts';
import type { Call } from '../src/run.ts';

export const settings = { toolsets: ['plan'], plansDir: '.long-term-plan' };

export const wasm = () => readFileSync(new URL('../wasm/tools.wasm', import.meta.url));

export const planList: Call = {
  kind: 'tool',
  name: 'plan_list',
  args: {},
  actor: 'test',
  now: 0,
  entropy: '00000000000000000000',
};

export const emptyHost: Host = {
  list: () => ({ kind: 'absent' }),
  load: () => ({ kind: 'absent' }),
  lock: () => ({ kind: 'fault', fault: 'readOnly' }),
};

/** Files by name, all in the plans directory. A file's text serves as its etag and stamp. */
export function memoryHost(files: Record<string, string | Loaded>) {
  const loads: string[] = [];
  const host: Host = {
    list: () => ({ kind: 'names', names: Object.keys(files) }),
    load: (path, unless) => {
      const file = files[path];
      if (file === undefined) return { kind: 'absent' };
      if (typeof file !== 'string') return file;
      loads.push(`${path}: ${file === unless ? 'same' : 'bytes'}`);
      if (file === unless) return { kind: 'same' };
      return { kind: 'bytes', bytes: new TextEncoder().encode(file), etag: file, stamp: file };
    },
    lock: emptyHost.lock,
  };
  return { host, loads };
}
