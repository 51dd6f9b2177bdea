/**
 * The only file that knows the wasm glue. What goes wrong inside the wasm comes out of here as a
 * `Trap`, and the instance it happened in is never used again.
 */

import type { Findings, MergeReport, Outline, TaskChange } from '../generated/contract.ts';
import { createGlue as createWasmGlue } from '../wasm/glue.js';
import type { Memory } from './memory.ts';

/** The core's interface. Documents stay behind it; bytes and small JSON texts cross. */
export interface Workspace {
  begin(call: string): number;
  /** Whether the call may write, so that it needs the lock before its first step. */
  writes(id: number): boolean;
  step(id: number): string;
  put(
    path: string,
    kind: string,
    etag: string,
    stamp: string,
    modified: number,
    bytes: Uint8Array,
  ): void;
  /** Takes a file that the call only looks through. */
  look(id: number, path: string, kind: string, bytes: Uint8Array): void;
  stamp(path: string): string;
  /** The stamp by which a file may be known under the lock; empty if it has to be read. */
  stampUnderLock(path: string): string;
  /** What the write with that number, of the step that wants a commit, is to put or append. */
  bytes(id: number, write: number): Uint8Array;
  /** Forgets what the call saw, for a new decision on what the files are now. */
  restart(id: number): void;
  /** What a call whose step wants a commit would answer and change. */
  preview(id: number): string;
  /** Says the reply to a call whose commit ended so, and what is to be written then. */
  finish(id: number, outcome: string): string;
  freeCall(id: number): void;
  /** Which resources a change of the file at a path concerns: a JSON array of URIs. */
  uris(path: string): string;
}

/**
 * The core itself: its bytes, or the `WebAssembly.Module` that a host has already compiled from them. That type is not
 * named, because whoever compiles without the types of a browser does not have it.
 */
export type Wasm = Uint8Array | object;

export type CreateGlue<G> = () => G;

/** Over `tools.wasm`: what imports and exports, in the place of what runs tools. */
export const conversionsGlue: CreateGlue<Glue> = () => {
  const glue = createWasmGlue();
  return { ...glue, Workspace: glue.Conversions };
};

function startedGlue<G extends Pick<Glue, 'initSync'>>(createGlue: CreateGlue<G>, wasm: Wasm): G {
  const glue = createGlue();
  glue.initSync({ module: wasm });
  return glue;
}

/** The bytes of one file, parsed. What is asked of it is answered as JSON. */
export interface PlanFile {
  validate(): string;
  outline(): string;
  changesSince(older: PlanFile): string;
  free(): void;
}

export interface MergeOptions {
  /** What the sides are called in conflict markers: `ours`, `theirs`. */
  oursLabel?: string;
  theirsLabel?: string;
  /** Length of a conflict marker: 7. */
  markerSize?: number;
  /** Whether of two statuses that are both further than the one before, the further one wins: yes. */
  furtherStatusWins?: boolean;
}

/** The merged bytes, what somebody has to decide, and what a rule decided. */
export interface MergeResult extends MergeReport {
  bytes: Uint8Array;
}

/** Three versions of a file, merged. */
export interface MergedFile {
  bytes(): Uint8Array;
  told(): string;
  free(): void;
}

/** What is taken from the generated glue. It holds one instance of the wasm. */
export interface Glue {
  initSync(options: { module: Wasm }): unknown;
  Workspace: new (settings: string) => Workspace;
  /** The core's own, like `etag`. Another wasm that answers calls need not have them. */
  Plan?: new (
    bytes: Uint8Array,
  ) => PlanFile;
  MergedFile?: new (
    base: Uint8Array,
    ours: Uint8Array,
    theirs: Uint8Array,
    options: string,
  ) => MergedFile;
  etag?(bytes: Uint8Array): string;
  /** The message of the panic that trapped the instance. */
  takePanic(): string | undefined;
}

/** What is left out is as it is by default: nothing is forbidden, and no plan is meant. */
export interface Settings {
  toolsets: string[];
  /** The plans directory relative to the root, as replies show it. */
  plansDir: string;
  /** The only tools that are on. */
  tools?: string[];
  readOnly?: true;
  /** Every write has to name the etag that it is based on. */
  requireIfMatch?: true;
  /** The plan that toolsets without a `planId` work on. */
  plan?: string;
  /** At most one task of a plan may be in progress. */
  oneDoing?: true;
}

/** The wasm stopped in the middle of a call. */
export class Trap extends Error {
  override name = 'Trap';
}

/** Hands out a living workspace: made at first need, and made anew after a trap. */
export class Core {
  readonly #wasm: () => Wasm;
  readonly #settings: string;
  readonly #createGlue: CreateGlue<Glue>;
  #living: Guarded | undefined;
  /** What calls keep for as long as this lives. */
  readonly memory: Memory = new Map();

  /** `wasm` gives `tools.wasm`; it is called when a call needs it. */
  constructor(wasm: () => Wasm, settings: Settings, createGlue: CreateGlue<Glue> = createWasmGlue) {
    this.#wasm = wasm;
    this.#settings = JSON.stringify(settings);
    this.#createGlue = createGlue;
  }

  workspace(): Workspace {
    return this.#guarded();
  }

  /** The URIs of the resources that the file at `path` is. */
  urisOf(path: string): string[] {
    return JSON.parse(this.workspace().uris(path));
  }

  /** The hexadecimal SHA-256 of a file's bytes. */
  etag(bytes: Uint8Array): string {
    return this.#guarded().etag(bytes);
  }

  /** What is wrong with a file, whatever its bytes are. */
  findingsIn(bytes: Uint8Array): Findings {
    return JSON.parse(this.#guarded().ofFiles([bytes], (file) => file.validate()));
  }

  /** All that is in a plan. */
  outlineOf(bytes: Uint8Array): Outline {
    return JSON.parse(this.#guarded().ofFiles([bytes], (file) => file.outline()));
  }

  /** What changed from one version of a plan's file to another. */
  changesBetween(before: Uint8Array, after: Uint8Array): TaskChange[] {
    const changes = (older: PlanFile, newer: PlanFile) => newer.changesSince(older);
    return JSON.parse(this.#guarded().ofFiles([before, after], changes));
  }

  /** Merges two versions of a file that were made from one, whatever their bytes are. */
  merge(
    base: Uint8Array,
    ours: Uint8Array,
    theirs: Uint8Array,
    options: MergeOptions = {},
  ): MergeResult {
    return this.#guarded().merge(base, ours, theirs, JSON.stringify(options));
  }

  #guarded(): Guarded {
    if (this.#living === undefined || this.#living.dead) {
      this.#living = new Guarded(startedGlue(this.#createGlue, this.#wasm()), this.#settings);
    }
    return this.#living;
  }
}

/**
 * A workspace that dies of its first exception. The core reports every error as data, so an
 * exception means that the wasm trapped and left its memory in the middle of something.
 */
class Guarded implements Workspace {
  dead = false;
  readonly #glue: Glue;
  readonly #inner: Workspace;

  constructor(glue: Glue, settings: string) {
    this.#glue = glue;
    this.#inner = this.#guard(() => new glue.Workspace(settings));
  }

  begin(call: string): number {
    return this.#guard(() => this.#inner.begin(call));
  }

  writes(id: number): boolean {
    return this.#guard(() => this.#inner.writes(id));
  }

  step(id: number): string {
    return this.#guard(() => this.#inner.step(id));
  }

  put(...given: Parameters<Workspace['put']>): void {
    this.#guard(() => this.#inner.put(...given));
  }

  look(id: number, path: string, kind: string, bytes: Uint8Array): void {
    this.#guard(() => this.#inner.look(id, path, kind, bytes));
  }

  stamp(path: string): string {
    return this.#guard(() => this.#inner.stamp(path));
  }

  stampUnderLock(path: string): string {
    return this.#guard(() => this.#inner.stampUnderLock(path));
  }

  bytes(id: number, write: number): Uint8Array {
    return this.#guard(() => this.#inner.bytes(id, write));
  }

  restart(id: number): void {
    this.#guard(() => this.#inner.restart(id));
  }

  preview(id: number): string {
    return this.#guard(() => this.#inner.preview(id));
  }

  finish(id: number, outcome: string): string {
    return this.#guard(() => this.#inner.finish(id, outcome));
  }

  /** Nothing needs to be freed in an instance that is thrown away as a whole. */
  freeCall(id: number): void {
    if (!this.dead) this.#guard(() => this.#inner.freeCall(id));
  }

  uris(path: string): string {
    return this.#guard(() => this.#inner.uris(path));
  }

  etag(bytes: Uint8Array): string {
    const etag = this.#own('etag');
    return this.#guard(() => etag(bytes));
  }

  /** Asks something of files that are parsed for that, and forgotten. */
  ofFiles<Files extends Uint8Array[]>(
    contents: [...Files],
    ask: (...files: { [File in keyof Files]: PlanFile }) => string,
  ): string {
    const Plan = this.#own('Plan');
    return this.#guard(() => {
      const files = contents.map((bytes) => new Plan(bytes));
      const answer = ask(...(files as { [File in keyof Files]: PlanFile }));
      for (const file of files) file.free();
      return answer;
    });
  }

  merge(base: Uint8Array, ours: Uint8Array, theirs: Uint8Array, options: string): MergeResult {
    return this.#guard(() => {
      const merged = new (this.#own('MergedFile'))(base, ours, theirs, options);
      const result = { bytes: merged.bytes(), ...JSON.parse(merged.told()) };
      merged.free();
      return result;
    });
  }

  #own<Name extends 'Plan' | 'MergedFile' | 'etag'>(name: Name): NonNullable<Glue[Name]> {
    const own = this.#glue[name];
    if (own === undefined) throw new Error(`this wasm is not the core's: it has no ${name}`);
    return own as NonNullable<Glue[Name]>;
  }

  #guard<T>(use: () => T): T {
    if (this.dead) throw new Trap('another call stopped the core');
    try {
      return use();
    } catch (error) {
      this.dead = true;
      throw new Trap(this.#panic() ?? String(error), { cause: error });
    }
  }

  #panic(): string | undefined {
    try {
      return this.#glue.takePanic();
    } catch {
      return undefined;
    }
  }
}

/** One plan inside the wasm, parsed. Small JSON texts cross, and the bytes when they are asked for. */
export interface WasmPlan extends PlanFile {
  search(query: string, limit: number): string;
  find(query: string): Uint32Array;
  apply(ops: string, now: number, entropy: Uint8Array): string;
  repair(actions: string, now: number, entropy: Uint8Array): string;
}

/** What is taken from the glue for plans by themselves. */
export interface PlanGlue {
  /** Only in the wasm that knows everything. */
  markdownToHtml?(markdown: string): string;
  initSync(options: { module: Wasm }): unknown;
  Plan: new (bytes: Uint8Array) => WasmPlan;
  MergedFile: new (
    base: Uint8Array,
    ours: Uint8Array,
    theirs: Uint8Array,
    options: string,
  ) => MergedFile;
  etag(bytes: Uint8Array): string;
  takePanic(): string | undefined;
}

/** The instance of the wasm that holds single plans: made at first need, and made anew after a trap. */
export class PlanInstance {
  readonly #wasm: () => Wasm;
  readonly #createGlue: CreateGlue<PlanGlue>;
  #living: PlanGlue | undefined;

  constructor(wasm: () => Wasm, createGlue: CreateGlue<PlanGlue> = createWasmGlue) {
    this.#wasm = wasm;
    this.#createGlue = createGlue;
  }

  /** Whether this is the instance as it is now. */
  isLiving(glue: PlanGlue): boolean {
    return this.#living === glue;
  }

  /** Does something inside the wasm. An exception of it is a trap: the instance is given up. */
  use<T>(work: (glue: PlanGlue) => T): T {
    const glue = this.#living ?? this.#started();
    try {
      return work(glue);
    } catch (error) {
      this.#living = undefined;
      let panic: string | undefined;
      try {
        panic = glue.takePanic();
      } catch {
        // An instance that is broken so far has no words left.
      }
      throw new Trap(panic ?? String(error), { cause: error });
    }
  }

  #started(): PlanGlue {
    this.#living = startedGlue(this.#createGlue, this.#wasm());
    return this.#living;
  }
}
