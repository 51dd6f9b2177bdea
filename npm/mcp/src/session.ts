/** A core and its host, put together: what both the server and the command call tools through. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Core, type Reply, runAsync } from 'long-term-plan-core/slim';
import { nodeHost } from './host/node-host.ts';
import type { Settings } from './settings.ts';

export type CallTool = (
  name: string,
  args: Record<string, unknown>,
  actor: string,
) => Promise<Reply>;

/** Reads nothing yet: the wasm is loaded by the first call. */
export function openSession({ root, plansDir, toolsets }: Settings, wasmFile: string): CallTool {
  const core = new Core(() => readFileSync(wasmFile), { toolsets, plansDir });
  const host = nodeHost(root, plansDir);
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
