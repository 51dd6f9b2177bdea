/** All tools over the files of a host: what a server, an extension or a page with several plans asks. */
import type { ToolInputs, ToolName, ToolOutputs } from '../generated/contract.ts';
import listing from '../generated/listing.json' with { type: 'json' };
import { Core, type Settings, type Wasm } from './boundary.ts';
import { type Folder, folderHost } from './folder-host.ts';
import type { AsyncHost } from './host.ts';
import { type Call, type CallError, type RunOptions, runAsync } from './run.ts';
import { offeredTools, type Tool, type Toolset } from './tools.ts';

/** What is left out: the toolset `plan`, in the directory `.long-term-plan`. */
export type WorkspaceSettings = Partial<Settings>;

export interface CallOptions extends RunOptions {
  /** Who asks; it is kept in the history. */
  actor?: string;
  /** Milliseconds since 1970. */
  now?: number;
}

export type ToolReply<Name extends ToolName> =
  | {
      result: ToolOutputs[Name];
      /** URIs of the resources that the call changed. */
      changed?: string[];
      /** Of a preview: what would be written, as a unified diff. */
      diff?: string;
    }
  | { error: CallError };

/** Plans in a folder, and the tools that read and write them. */
export class Workspace {
  readonly #core: Core;
  readonly #host: AsyncHost;
  readonly #settings: Settings;

  constructor(wasm: () => Wasm, files: AsyncHost | Folder, settings: WorkspaceSettings = {}) {
    this.#settings = { toolsets: ['plan'], plansDir: '.long-term-plan', ...settings };
    this.#core = new Core(wasm, this.#settings);
    this.#host = 'lock' in files ? files : folderHost(files, wasm);
  }

  /** The tools that can be called. */
  tools(): Tool[] {
    return offeredTools<Tool>(listing.toolsets as Toolset[], this.#settings);
  }

  /** Calls a tool. It never rejects: what goes wrong is an answer too. */
  async call<Name extends ToolName>(
    name: Name,
    args: ToolInputs[Name],
    { actor = 'embedder', now = Date.now(), ...options }: CallOptions = {},
  ): Promise<ToolReply<Name>> {
    const random = crypto.getRandomValues(new Uint8Array(10));
    const entropy = Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
    const call: Call = { kind: 'tool', name, args: { ...args }, actor, now, entropy };
    // The core answers as the tool's contract says, from which the types are rendered.
    return (await runAsync(this.#core, this.#host, call, options)) as ToolReply<Name>;
  }
}
