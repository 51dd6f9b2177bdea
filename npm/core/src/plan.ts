/** Functions on the texts of single plans, and a plan that stays parsed between them. */
import type {
  AppliedOps,
  AppliedRepairs,
  ChangedRange,
  Diagnostics,
  MergeReport,
  Op,
  Outline,
  RepairAction,
  SearchHits,
  TaskChange,
} from '../generated/types.ts';
import type { MergeOptions, Plan } from '../wasm/bindings.js';
import { changesBetween, type Glue, Instance, type Wasm, withPlan } from './instance.ts';

/** The text of a plan, or the bytes of its file. */
export type PlanText = string | Uint8Array;

/** Where new ids come from. By default from the clock and the platform's random numbers. */
export interface EditOptions {
  /** Milliseconds since 1970. */
  now?: number;
  /** 10 random bytes. */
  entropy?: Uint8Array;
}

export interface Edited extends AppliedOps {
  newText: string;
}

export interface Repaired extends AppliedRepairs {
  newText: string;
}

export interface Merged extends MergeReport {
  newText: string;
}

/** All repairs, in the order in which they are applied. */
export const REPAIRS: readonly RepairAction[] = [
  'addFormatHeader',
  'joinWrappedLines',
  'normalizeStatusChar',
  'addMissingIds',
  'dedupeIds',
  'normalizeIndent',
];

export interface PlanFunctions {
  /** Reads a plan, however broken it is; `validate` says what is wrong with it. */
  parse(text: PlanText): Outline;
  /** What is wrong with a file, and where. */
  validate(text: PlanText): Diagnostics;
  /**
   * Applies one operation or several, all or none. Only the characters that have to change do. Throws a `PlanError` if an operation
   * is rejected.
   */
  applyEdit(text: string, op: Op | readonly Op[], options?: EditOptions): Edited;
  /** Repairs a text; by default with all repairs. */
  repair(text: string, actions?: readonly RepairAction[], options?: EditOptions): Repaired;
  /** The best `limit` tasks that contain every word of the query, best first. */
  search(text: PlanText, query: string, limit?: number): SearchHits;
  /**
   * Merges two versions that were made from `base`, task by task. Where both changed the same thing differently, `newText`
   * contains conflict markers, and `conflicts` lists what a person has to resolve.
   */
  merge(base: string, ours: string, theirs: string, options?: MergeOptions): Merged;
  /** What changed from one version to another, task by task. */
  changesBetween(before: PlanText, after: PlanText): TaskChange[];
  /** The etag of a file, as the tools' `ifMatch` expects it: the hexadecimal SHA-256 of its bytes. */
  etag(text: PlanText): string;
  /** A plan that stays parsed. */
  openPlan(text: string): OpenPlan;
}

/** The functions over a wasm that the first call of any of them loads. */
export function createPlanFunctions(wasm: () => Wasm): PlanFunctions {
  const instance = new Instance(wasm);
  const once = <T>(text: string, use: (plan: OpenPlan) => T): T => {
    const plan = new OpenPlan(instance, text);
    try {
      return use(plan);
    } finally {
      plan.free();
    }
  };
  const ask = <T>(text: PlanText, question: (plan: Plan) => T): T =>
    instance.use((glue) => withPlan(glue, toBytes(text), question));
  return {
    parse: (text) => ask(text, (plan) => plan.outline()),
    validate: (text) => ask(text, (plan) => plan.validate()),
    applyEdit: (text, op, options) => once(text, (plan) => plan.apply(op, options)),
    repair: (text, actions, options) => once(text, (plan) => plan.repair(actions, options)),
    search: (text, query, limit) => once(toText(text), (plan) => plan.search(query, limit)),
    merge: (base, ours, theirs, options = {}) =>
      instance.use((glue) => {
        const { bytes, ...report } = glue.merge(
          utf8.encode(base),
          utf8.encode(ours),
          utf8.encode(theirs),
          options,
        );
        return { newText: toText(bytes), ...report };
      }),
    changesBetween: (before, after) =>
      instance.use((glue) => changesBetween(glue, toBytes(before), toBytes(after))),
    etag: (text) => instance.use((glue) => glue.etag(toBytes(text))),
    openPlan: (text) => new OpenPlan(instance, text),
  };
}

/**
 * Bodies as HTML, over `tools.wasm`: raw HTML stays text, links lead only to the web, to mail and within the page, and pictures
 * become links, so that looking at a plan loads nothing.
 */
export function createMarkdownRenderer(wasm: () => Wasm): (markdown: string) => string {
  const instance = new Instance(wasm);
  return (markdown) => instance.use((glue) => glue.markdownToHtml(markdown));
}

/**
 * A plan and its text. `free()` returns its memory; otherwise that happens some time after the plan is unreachable. A plan that was
 * freed, or whose instance trapped, is parsed again when it is next used.
 */
export class OpenPlan {
  readonly #instance: Instance;
  #text: string;
  #parsed: { plan: Plan; glue: Glue } | undefined;

  constructor(instance: Instance, text: string) {
    this.#instance = instance;
    this.#text = text;
  }

  get text(): string {
    return this.#text;
  }

  outline(): Outline {
    return this.#ask((plan) => plan.outline());
  }

  /** What is wrong with the text, and where. */
  validate(): Diagnostics {
    return this.#ask((plan) => plan.validate());
  }

  /** The best `limit` tasks that contain every word, best first. */
  search(query: string, limit = 20): SearchHits {
    return this.#ask((plan) => plan.search(query, limit));
  }

  /**
   * The indexes in `outline().tasks` of all tasks that contain every word, best first. Made for filtering while someone types: it
   * costs much less than `search` if there are many.
   */
  find(query: string): Uint32Array {
    return this.#ask((plan) => plan.find(query));
  }

  /** Applies operations, all or none. Throws a `PlanError` if one is rejected. */
  apply(ops: Op | readonly Op[], options: EditOptions = {}): Edited {
    const list = Array.isArray(ops) ? (ops as readonly Op[]) : [ops as Op];
    const { now, entropy } = idSource(options);
    return this.#change((plan) => plan.apply(list, now, entropy));
  }

  /** Repairs the text; by default with all repairs. */
  repair(actions: readonly RepairAction[] = REPAIRS, options: EditOptions = {}): Repaired {
    const { now, entropy } = idSource(options);
    return this.#change((plan) => plan.repair(actions, now, entropy));
  }

  free(): void {
    const parsed = this.#parsed;
    this.#parsed = undefined;
    // The memory of an instance that trapped is gone with it.
    if (parsed && this.#instance.isLive(parsed.glue)) this.#instance.use(() => parsed.plan.free());
  }

  #change<T extends { changedRanges: ChangedRange[] }>(
    change: (plan: Plan) => T,
  ): T & { newText: string } {
    const done = this.#ask(change);
    this.#text = withRanges(this.#text, done.changedRanges);
    return { newText: this.#text, ...done };
  }

  #ask<T>(question: (plan: Plan) => T): T {
    return this.#instance.use((glue) => {
      if (this.#parsed?.glue !== glue) {
        this.#parsed = { plan: new glue.Plan(utf8.encode(this.#text)), glue };
      }
      return question(this.#parsed.plan);
    });
  }
}

const utf8 = new TextEncoder();

const toBytes = (text: PlanText): Uint8Array =>
  typeof text === 'string' ? utf8.encode(text) : text;

/** A byte order mark is a character of the text. */
function toText(text: PlanText): string {
  return typeof text === 'string'
    ? text
    : new TextDecoder('utf-8', { ignoreBOM: true }).decode(text);
}

/** The text with the ranges replaced. What is between them stays, lone surrogates included. */
function withRanges(text: string, ranges: readonly ChangedRange[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end, text: replacement } of ranges) {
    parts.push(text.slice(from, start), replacement);
    from = end;
  }
  return parts.join('') + text.slice(from);
}

function idSource({ now = Date.now(), entropy }: EditOptions): Required<EditOptions> {
  return { now, entropy: entropy ?? crypto.getRandomValues(new Uint8Array(10)) };
}
