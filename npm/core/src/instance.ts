/**
 * One live instance of the wasm. The core throws a `PlanError` for what is wrong with a plan; anything else that is thrown means
 * that the wasm trapped and left its memory in the middle of something, so the instance is never used again.
 */

import type { Diagnostics, Difference, Outline, TaskChange } from '../generated/types.ts';
import type * as bindings from '../wasm/bindings.js';
import type {
  MergeOptions,
  MergeResult,
  Plan,
  Settings,
  Workspace as WasmWorkspace,
} from '../wasm/bindings.js';
import { createGlue } from '../wasm/glue.js';
import { SessionFiles } from './session-files.ts';

/**
 * The wasm: its bytes, or the `WebAssembly.Module` that a host has already compiled. That type is not named, because it is
 * unknown without the types of a browser.
 */
export type Wasm = Uint8Array | object;

export type Glue = typeof bindings;

/** The wasm stopped in the middle of a call. */
export class Trap extends Error {
  override name = 'Trap';
}

/** An operation was rejected. Nothing was changed. */
export class PlanError extends Error {
  override name = 'PlanError';
  /** `NOT_FOUND`, `INVALID_ARGUMENT`, `INVALID_PLAN`, … */
  readonly code: string;
  /** Index of the rejected operation. */
  readonly op: number;

  constructor({ code, message, op }: { code: string; message: string; op: number }) {
    super(message);
    this.code = code;
    this.op = op;
  }
}

/** Creates the instance when it is first used, and a new one after a trap. */
export class Instance {
  readonly #wasm: () => Wasm;
  readonly #createGlue: () => Glue;
  #glue: Glue | undefined;

  constructor(wasm: () => Wasm, create: () => Glue = createGlue) {
    this.#wasm = wasm;
    this.#createGlue = create;
  }

  /** Whether nothing has trapped since this glue was created. */
  isLive(glue: Glue): boolean {
    return this.#glue === glue;
  }

  use<T>(work: (glue: Glue) => T): T {
    const glue = this.#glue ?? this.#start();
    try {
      return work(glue);
    } catch (error) {
      if (error instanceof Error && error.name === 'PlanError') {
        throw new PlanError(error as unknown as PlanError);
      }
      this.#glue = undefined;
      throw new Trap(takePanic(glue) ?? String(error), { cause: error });
    }
  }

  #start(): Glue {
    const glue = this.#createGlue();
    glue.initSync({ module: this.#wasm() });
    this.#glue = glue;
    return glue;
  }
}

function takePanic(glue: Glue): string | undefined {
  try {
    return glue.takePanic();
  } catch {
    return undefined;
  }
}

/** The methods of the boundary, with traps reported as `Trap`. */
export type Workspace = Pick<WasmWorkspace, 'begin' | 'provide' | 'resume' | 'release'>;

/** The core as a host uses it: tools over files, and functions on the bytes of single files. */
export class Core {
  readonly #instance: Instance;
  readonly #settings: Settings;
  #live: { glue: Glue; workspace: WasmWorkspace } | undefined;
  /** Files that live as long as this core, and outlive a trap. */
  readonly sessionFiles = new SessionFiles();

  /** `wasm` returns `tools.wasm`; it is called when it is first needed. */
  constructor(wasm: () => Wasm, settings: Settings, create?: () => Glue) {
    this.#instance = new Instance(wasm, create);
    this.#settings = settings;
  }

  /** A live workspace. After a trap its methods throw, and this returns a new one. */
  workspace(): Workspace {
    const { glue, workspace } = this.#started();
    const use = <T>(work: () => T): T => {
      if (!this.#instance.isLive(glue)) throw new Trap('another call stopped the core');
      return this.#instance.use(work);
    };
    return {
      begin: (request) => use(() => workspace.begin(request)),
      provide: (call, path, state) => use(() => workspace.provide(call, path, state)),
      resume: (call, event) => use(() => workspace.resume(call, event)),
      // The calls of an instance that trapped ended with it.
      release: (call) => {
        if (this.#instance.isLive(glue)) use(() => workspace.release(call));
      },
    };
  }

  /** The URIs of the resources that change with the file at `path`. */
  resourceUris(path: string): string[] {
    const { workspace } = this.#started();
    return this.#instance.use(() => workspace.resourceUris(path));
  }

  /** The hexadecimal SHA-256 of a file's bytes. */
  etag(bytes: Uint8Array): string {
    return this.#instance.use((glue) => glue.etag(bytes));
  }

  /** What is wrong with a file, whatever its bytes are. */
  validate(bytes: Uint8Array): Diagnostics {
    return this.#instance.use((glue) => withPlan(glue, bytes, (plan) => plan.validate()));
  }

  outline(bytes: Uint8Array): Outline {
    return this.#instance.use((glue) => withPlan(glue, bytes, (plan) => plan.outline()));
  }

  /** What changed from one version of a plan's file to another. */
  changesBetween(before: Uint8Array, after: Uint8Array): TaskChange[] {
    return this.#instance.use((glue) => changesBetween(glue, before, after));
  }

  /** Everything that differs between two versions of a file, as people read it. */
  differences(before: Uint8Array, after: Uint8Array): Difference[] {
    return this.#instance.use((glue) =>
      withPlan(glue, before, (older) =>
        withPlan(glue, after, (newer) => newer.differencesFrom(older)),
      ),
    );
  }

  /** A file as a text for line-based comparison. */
  comparableText(bytes: Uint8Array): string {
    return this.#instance.use((glue) => withPlan(glue, bytes, (plan) => plan.comparableText()));
  }

  /** The difference of two versions of a file as a unified diff; `undefined` stands for no file. */
  unifiedDiff(before: string | undefined, after: string | undefined, path: string): string {
    return this.#instance.use((glue) => glue.unifiedDiff(before, after, path));
  }

  /** Merges two versions of a file that were made from one, whatever their bytes are. */
  merge(
    base: Uint8Array,
    ours: Uint8Array,
    theirs: Uint8Array,
    options: MergeOptions = {},
  ): MergeResult {
    return this.#instance.use((glue) => glue.merge(base, ours, theirs, options));
  }

  #started(): { glue: Glue; workspace: WasmWorkspace } {
    return this.#instance.use((glue) => {
      if (this.#live?.glue !== glue) {
        this.#live = { glue, workspace: new glue.Workspace(this.#settings) };
      }
      return this.#live;
    });
  }
}

export function withPlan<T>(glue: Glue, bytes: Uint8Array, use: (plan: Plan) => T): T {
  const plan = new glue.Plan(bytes);
  const result = use(plan);
  plan.free();
  return result;
}

export function changesBetween(glue: Glue, before: Uint8Array, after: Uint8Array): TaskChange[] {
  return withPlan(glue, before, (older) =>
    withPlan(glue, after, (newer) => newer.changesSince(older)),
  );
}
