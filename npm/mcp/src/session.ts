/** A core and its host, put together: what both the server and the command call tools through. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  Core,
  type Settings as CoreSettings,
  type Reply,
  runAsync,
} from 'long-term-plan-core/slim';
import { nodeHost } from './host/node-host.ts';
import type { Place, Policy } from './settings.ts';

export interface SessionSettings extends Place, Policy {
  toolsets: string[];
  tools?: string[] | undefined;
}

export type CallTool = (
  name: string,
  args: Record<string, unknown>,
  actor: string,
) => Promise<Reply>;

/** Reads nothing yet: the wasm is loaded by the first call. */
export function openSession(settings: SessionSettings, wasmFile: string): CallTool {
  const { root, plansDir, readOnly } = settings;
  const core = new Core(() => readFileSync(wasmFile), coreSettings(settings));
  const host = nodeHost(root, plansDir, { readOnly });
  return (name, args, actor) =>
    runAsync(core, host, {
      kind: 'tool',
      name,
      args,
      actor,
      now: Date.now(),
      entropy: randomBytes(10).toString('hex'),
    });
}

/** What is as by default is left out. */
export function coreSettings(settings: SessionSettings): CoreSettings {
  const { toolsets, plansDir, tools, readOnly, requireIfMatch, oneDoing, plan } = settings;
  return {
    toolsets,
    plansDir,
    ...(tools && { tools }),
    ...(readOnly && { readOnly }),
    ...(requireIfMatch && { requireIfMatch }),
    ...(oneDoing && { oneDoing }),
    ...(plan !== undefined && { plan }),
  };
}
