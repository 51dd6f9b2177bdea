/**
 * A workspace of the wasm with its files in memory, driven synchronously: whole calls of tools, without the protocol and the
 * disk.
 */
export class MemoryWorkspace {
  /**
   * @param {any} core the wasm's exports
   * @param {Record<string, Uint8Array>} files by path
   */
  constructor(core, files) {
    const settings = { toolsets: ['plan', 'todori'], plansDir: 'plans', plan: 'tasks' };
    this.workspace = new core.Workspace(settings);
    this.files = new Map(Object.entries(files));
    this.versions = 0;
    /** @type {Map<string, string>} */
    this.stamps = new Map([...this.files.keys()].map((path) => [path, this.#nextStamp()]));
    this.calls = 0;
  }

  /**
   * @param {string} name of a tool
   * @param {object} args
   */
  call(name, args) {
    this.calls += 1;
    const now = 1_767_225_600_000 + this.calls;
    const entropy = new Uint8Array(10);
    new DataView(entropy.buffer).setUint32(6, this.calls);
    const request = {
      kind: 'tool',
      name,
      args: JSON.stringify(args),
      actor: 'bench',
      now,
      entropy,
    };
    let { call, step } = this.workspace.begin(request);
    while (step.kind !== 'done') step = this.workspace.resume(call, this.#do(call, step));
    const stamps = step.followUps.map((/** @type {any} */ write) => this.#write(write));
    if (stamps.length > 0) this.workspace.release(call, stamps);
    if (step.reply.kind === 'error') throw new Error(step.reply.error.message);
    return JSON.parse(step.reply.json);
  }

  /**
   * @param {number} call
   * @param {any} step
   */
  #do(call, step) {
    if (step.kind === 'lock') return { kind: 'locked' };
    if (step.kind === 'commit') {
      for (const write of step.writes) this.#write(write);
      return { kind: 'committed', etags: step.writes.map(() => '') };
    }
    for (const { path, known } of step.needs) {
      const stamp = this.stamps.get(path);
      if (known !== undefined && known === stamp) continue;
      const bytes = this.files.get(path);
      this.workspace.provide(
        call,
        path,
        bytes === undefined ? { kind: 'absent' } : { kind: 'file', bytes, stamp },
      );
    }
    return { kind: 'loaded' };
  }

  /** @param {{ path: string, op: string, bytes: Uint8Array }} write */
  #write({ path, op, bytes }) {
    const before = op === 'append' ? (this.files.get(path) ?? []) : [];
    this.files.set(path, Buffer.concat([Buffer.from(before), bytes]));
    const stamp = this.#nextStamp();
    this.stamps.set(path, stamp);
    return stamp;
  }

  #nextStamp() {
    this.versions += 1;
    return `${this.versions}`;
  }
}
