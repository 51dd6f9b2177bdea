/** All tools over the files of a host, for a server, an extension or a page with several plans. */
import listing from '../generated/listing.json' with { type: 'json' };
import type { Settings, ToolError } from '../wasm/bindings.js';
import { type Folder, hostForFolder } from './folder.ts';
import type { Host } from './host.ts';
import { Core, type Wasm } from './instance.ts';
import { localDate } from './local-date.ts';
import { run } from './run.ts';
import type { ToolInputs, ToolName, ToolOutputs } from './tool-types.ts';
import { offeredTools, type Tool, type Toolset } from './tools.ts';

/** By default the toolset `plan`, in the directory `.long-term-plan`. */
export type WorkspaceSettings = Partial<Settings>;

export interface CallOptions {
  /** Who calls; the history records it. */
  actor?: string;
  /** Milliseconds since 1970. */
  now?: number;
  /** Only return the result and a diff: nothing is locked and nothing is written. */
  dryRun?: boolean;
}

export type ToolReply<Name extends ToolName> =
  | {
      result: ToolOutputs[Name];
      /** Of a dry run: what would be written, as a unified diff. */
      diff?: string;
    }
  | { error: ToolError };

/** Plans in a folder, and the tools that read and write them. */
export class Workspace {
  readonly #core: Core;
  readonly #host: Host;
  readonly #settings: Settings;

  constructor(wasm: () => Wasm, files: Host | Folder, settings: WorkspaceSettings = {}) {
    this.#settings = { toolsets: ['plan'], plansDir: '.long-term-plan', ...settings };
    this.#core = new Core(wasm, this.#settings);
    this.#host = files.lock ? files : hostForFolder(files);
  }

  /** The tools that can be called. */
  tools(): Tool[] {
    return offeredTools<Tool>(listing.toolsets as Toolset[], this.#settings);
  }

  /** Calls a tool. It never rejects: what goes wrong is a reply too. */
  async call<Name extends ToolName>(
    name: Name,
    args: ToolInputs[Name],
    { actor = 'embedder', now = Date.now(), dryRun = false }: CallOptions = {},
  ): Promise<ToolReply<Name>> {
    const entropy = crypto.getRandomValues(new Uint8Array(10));
    const call = { kind: 'tool' as const, name, args: JSON.stringify(args), actor, now, entropy };
    const reply = await run(this.#core, this.#host, { ...call, today: localDate(now), dryRun });
    if (reply.kind === 'error') return { error: reply.error };
    const { json, diff } = reply;
    // The result is what the tool's contract says, and the types are made from the same contract.
    const result = JSON.parse(json) as ToolOutputs[Name];
    return diff === undefined ? { result } : { result, diff };
  }
}
