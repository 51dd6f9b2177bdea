import { createHash } from 'node:crypto';

/**
 * A workspace of the wasm with its files in memory, driven as npm/core/src/run.ts drives it: whole calls of tools, without
 * the protocol and the disk.
 */
export class MemoryWorkspace {
  /**
   * @param {any} core the wasm's exports
   * @param {Record<string, Uint8Array>} files by path
   */
  constructor(core, files) {
    const settings = { toolsets: ['plan', 'todori'], plansDir: 'plans', plan: 'tasks' };
    this.workspace = new core.Workspace(JSON.stringify(settings));
    this.files = new Map(Object.entries(files));
    this.calls = 0;
  }

  /**
   * @param {string} name of a tool
   * @param {object} args
   */
  call(name, args) {
    this.calls += 1;
    const now = 1_767_225_600_000 + this.calls;
    const entropy = `${this.calls}`.padStart(20, '0');
    const request = { kind: 'tool', name, args, actor: 'bench', now, entropy };
    const id = this.workspace.begin(JSON.stringify(request));
    const isLocked = this.workspace.writes(id);
    let reply;
    while (reply === undefined) {
      const step = JSON.parse(this.workspace.step(id));
      for (const path of step.files ?? []) this.#put(path, isLocked);
      if (step.commit) reply = this.#commit(id, step.commit);
      else reply = step.done;
    }
    this.workspace.freeCall(id);
    if (reply.error !== undefined) throw new Error(reply.error.message);
    return reply.result;
  }

  /**
   * @param {string} path
   * @param {boolean} isLocked whether the bytes are read again even if they did not change
   */
  #put(path, isLocked) {
    const bytes = this.files.get(path);
    if (bytes === undefined) {
      this.workspace.put(path, 'absent', '', '', 0, new Uint8Array());
    } else if (isLocked || this.workspace.stamp(path) === '') {
      this.workspace.put(path, 'bytes', etag(bytes), 'stamp', 0, bytes);
    }
  }

  /**
   * @param {number} id
   * @param {{ path: string, op: string }[]} writes
   */
  #commit(id, writes) {
    const committed = writes.map(({ path }, number) => {
      const bytes = this.workspace.bytes(id, number);
      this.files.set(path, bytes);
      return etag(bytes);
    });
    const { reply, afterwards } = JSON.parse(
      this.workspace.finish(id, JSON.stringify({ committed })),
    );
    for (const [number, { path, op }] of afterwards.entries()) {
      const before = op === 'append' ? (this.files.get(path) ?? []) : [];
      this.files.set(path, Buffer.concat([Buffer.from(before), this.workspace.bytes(id, number)]));
    }
    return reply;
  }
}

/** @param {Uint8Array} bytes */
const etag = (bytes) => createHash('sha256').update(bytes).digest('hex');
