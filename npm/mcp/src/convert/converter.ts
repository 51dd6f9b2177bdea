/** Imports and exports: calls like those of the core, on the same host. */
import { Core, type Glue, type MakeGlue, makeGlue } from 'long-term-plan-core/slim';
import { nodeHost } from '../host/node-host.ts';
import { readWasm } from '../read-wasm.ts';
import { askOf, coreSettings, type Session, type SessionSettings } from '../session.ts';

/** A file to import, wherever it comes from. */
export interface Source {
  /** As messages name it. */
  path: string;
  bytes: Uint8Array;
}

/** What the path of a source starts with, to tell it from one in the plans directory. */
const SOURCE = 'source:';

/** The glue of the same wasm, with what imports and exports in the place of what runs tools. */
const makeConversions: MakeGlue<Glue> = (loadLater) => {
  const glue = makeGlue(loadLater);
  return { ...glue, Workspace: glue.Conversions };
};

export function openConverter(
  settings: SessionSettings,
  coreFolder: string,
  sources: readonly Source[] = [],
): Pick<Session, 'ask'> {
  const { root, plansDir, readOnly } = settings;
  const core = new Core(() => readWasm(coreFolder), coreSettings(settings), makeConversions);
  for (const { path, bytes } of sources) {
    core.workspace().put(`${SOURCE}${path}`, 'bytes', '', '', 0, bytes);
  }
  return { ask: askOf(core, nodeHost(root, plansDir, { readOnly })) };
}
