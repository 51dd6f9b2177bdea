/** Imports and exports: calls like those of the core, on the same host. */
import { nodeHost } from 'long-term-plan-core/node';
import { Core, conversionsGlue } from 'long-term-plan-core/slim';
import { askOf, coreSettings, readWasm, type Session, type SessionSettings } from '../session.ts';

/** A file to import, wherever it comes from. */
export interface Source {
  /** As messages name it. */
  path: string;
  bytes: Uint8Array;
}

/** What the path of a source starts with, to tell it from one in the plans directory. */
const SOURCE = 'source:';

export function openConverter(
  settings: SessionSettings,
  coreFolder: string,
  sources: readonly Source[] = [],
): Pick<Session, 'ask'> {
  const { root, plansDir, readOnly } = settings;
  const core = new Core(() => readWasm(coreFolder), coreSettings(settings), conversionsGlue);
  for (const { path, bytes } of sources) {
    core.workspace().put(`${SOURCE}${path}`, 'bytes', '', '', 0, bytes);
  }
  return { ask: askOf(core, nodeHost(root, plansDir, { readOnly })) };
}
