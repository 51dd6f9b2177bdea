/**
 * All tools over your own files. This is a separate entry because its wasm is three times as large as the one for functions on
 * single plans.
 */
import { toolsBase64 } from '../dist/tools-base64.js';
import type { Folder } from './folder.ts';
import type { Host } from './host.ts';
import { inlineWasm } from './inline-wasm.ts';
import { Workspace as ToolWorkspace, type WorkspaceSettings } from './tool-workspace.ts';

export * from './public.ts';

const wasm = /* @__PURE__ */ inlineWasm(toolsBase64);

/** Plans in a folder, and the tools that read and write them. */
export class Workspace extends ToolWorkspace {
  /** `files`: four functions on a folder, or a host with its own lock. Nothing is read yet. */
  static load(files: Host | Folder, settings?: WorkspaceSettings): Workspace {
    return new Workspace(wasm, files, settings);
  }
}
