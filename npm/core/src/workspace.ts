/**
 * All tools over files of your own. They are an entry of their own because their wasm is three times as large as that of the
 * functions on single plans: who only shows or edits a plan need not load it.
 */
import { toolsBase64 } from '../dist/tools-base64.js';
import type { Folder } from './folder-host.ts';
import type { AsyncHost } from './host.ts';
import { inlinedWasm } from './inlined-wasm.ts';
import { Workspace as ToolWorkspace, type WorkspaceSettings } from './tool-workspace.ts';

export * from './common.ts';

const wasm = /* @__PURE__ */ inlinedWasm(toolsBase64);

/** Plans in a folder, and the tools that read and write them. */
export class Workspace extends ToolWorkspace {
  /** `files`: four functions on a folder, or a host with a lock of its own. Nothing is read yet. */
  static load(files: AsyncHost | Folder, settings?: WorkspaceSettings): Workspace {
    return new Workspace(wasm, files, settings);
  }
}
