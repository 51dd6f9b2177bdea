/** Imports and exports: the wasm that knows other formats, on the same host as the core. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Core } from 'long-term-plan-core/slim';
import { makeGlue } from '../../wasm/dist/glue.js';
import { nodeHost } from '../host/node-host.ts';
import { askOf, coreSettings, type Session, type SessionSettings } from '../session.ts';

/** A file to import, wherever it comes from. */
export interface Source {
  /** As messages name it. */
  path: string;
  bytes: Uint8Array;
}

/** What the path of a source starts with, to tell it from one in the plans directory. */
const SOURCE = 'source:';

/** `wasmFile` is the core's; the other one lies beside it. */
export function openConverter(
  settings: SessionSettings,
  wasmFile: string,
  sources: readonly Source[] = [],
): Pick<Session, 'ask'> {
  const { root, plansDir, readOnly } = settings;
  const convertWasm = join(dirname(wasmFile), 'convert.wasm');
  const core = new Core(() => readFileSync(convertWasm), coreSettings(settings), makeGlue);
  for (const { path, bytes } of sources) {
    core.workspace().put(`${SOURCE}${path}`, 'bytes', '', '', 0, bytes);
  }
  return { ask: askOf(core, nodeHost(root, plansDir, { readOnly })) };
}
