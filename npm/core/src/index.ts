/**
 * Plans in Markdown, for any JavaScript: the wasm is a part of this module, and is started by the first call that needs it.
 */
import type { Folder } from './folder-host.ts';
import { planFunctions } from './functions.ts';
import type { AsyncHost } from './host.ts';
import { inlinedWasm } from './inlined-wasm.ts';
import { Workspace as AnyWorkspace, type WorkspaceSettings } from './workspace.ts';

export * from './common.ts';

export const { parse, validate, applyEdit, repair, search, merge, changesBetween, etag, openPlan } =
  /* @__PURE__ */ planFunctions(inlinedWasm);

/** Plans in a folder, and the tools that read and write them. */
export class Workspace extends AnyWorkspace {
  /** `files`: four functions on a folder, or a host with a lock of its own. Nothing is read yet. */
  static load(files: AsyncHost | Folder, settings?: WorkspaceSettings): Workspace {
    return new Workspace(inlinedWasm, files, settings);
  }
}
