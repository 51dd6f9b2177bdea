/** One plan, kept parsed between questions: for editors and pages that ask more than once. */
import type {
  AppliedOps,
  AppliedRepairs,
  ChangedRange,
  Findings,
  Op,
  Outline,
  RefusedOp,
  RepairAction,
  SearchHits,
} from '../generated/contract.ts';
import type { PlanGlue, PlanInstance, WasmPlan } from './boundary.ts';

/** Where new ids come from. Left out, it is the clock and the platform's random numbers. */
export interface EditOptions {
  /** Milliseconds since 1970. */
  now?: number;
  /** 10 random bytes. */
  entropy?: Uint8Array;
}

/** What a list of operations did, with the text it made. */
export interface Edited extends AppliedOps {
  newText: string;
}

/** What a repair did, with the text it made. */
export interface Repaired extends AppliedRepairs {
  newText: string;
}

/** All repairs, in the order in which they are done. */
export const REPAIRS: readonly RepairAction[] = [
  'addFormatHeader',
  'normalizeStatusChar',
  'addMissingIds',
  'dedupeIds',
  'normalizeIndent',
];

/** Operations that were refused. Nothing was changed. */
export class PlanError extends Error {
  override name = 'PlanError';
  /** The kind of refusal: `NOT_FOUND`, `INVALID_ARGUMENT`, `INVALID_PLAN`, … */
  readonly code: string;
  /** Index of the operation in question. */
  readonly op: number;

  constructor({ code, message, op }: RefusedOp) {
    super(message);
    this.code = code;
    this.op = op;
  }
}

/**
 * A plan and its text. Memory is given back by `free()`, or some time after nobody holds the plan any more. A plan that
 * was freed, or whose instance trapped, is parsed again when it is next asked.
 */
export class OpenPlan {
  readonly #instance: PlanInstance;
  #text: string;
  #parsed: { plan: WasmPlan; glue: PlanGlue } | undefined;

  constructor(instance: PlanInstance, text: string) {
    this.#instance = instance;
    this.#text = text;
  }

  /** The text as it is now. */
  get text(): string {
    return this.#text;
  }

  /** Title, body, sections and tasks, with all that is known of them. */
  outline(): Outline {
    return JSON.parse(this.#ask((plan) => plan.outline()));
  }

  /** What is wrong with the text, and where. */
  validate(): Findings {
    return JSON.parse(this.#ask((plan) => plan.validate()));
  }

  /** The best `limit` tasks in which every word is found, best first. */
  search(query: string, limit = 20): SearchHits {
    return JSON.parse(this.#ask((plan) => plan.search(query, limit)));
  }

  /**
   * The indexes in `outline().tasks` of all tasks in which every word is found, best first. Made for filtering while somebody
   * types: it costs much less than `search` when many are found.
   */
  find(query: string): Uint32Array {
    return this.#ask((plan) => plan.find(query));
  }

  /** Carries out operations, all or none. Throws a `PlanError` if one is refused. */
  apply(ops: Op | readonly Op[], options: EditOptions = {}): Edited {
    const list = JSON.stringify(Array.isArray(ops) ? ops : [ops]);
    const { now, entropy } = sourceOfIds(options);
    const done = this.#change<AppliedOps>((plan) => plan.apply(list, now, entropy));
    return { newText: this.#text, ...done };
  }

  /** Repairs the text as far as the actions go; by default, all of them. */
  repair(actions: readonly RepairAction[] = REPAIRS, options: EditOptions = {}): Repaired {
    const list = JSON.stringify(actions);
    const { now, entropy } = sourceOfIds(options);
    const done = this.#change<AppliedRepairs>((plan) => plan.repair(list, now, entropy));
    return { newText: this.#text, ...done };
  }

  /** Gives the memory back. */
  free(): void {
    const parsed = this.#parsed;
    this.#parsed = undefined;
    // What was in an instance that trapped is gone with it.
    if (parsed && this.#instance.isLiving(parsed.glue))
      this.#instance.use(() => parsed.plan.free());
  }

  #change<T extends { changedRanges: ChangedRange[] }>(change: (plan: WasmPlan) => string): T {
    const reply: T | { error: RefusedOp } = JSON.parse(this.#ask(change));
    if ('error' in reply) throw new PlanError(reply.error);
    this.#text = withRanges(this.#text, reply.changedRanges);
    return reply;
  }

  #ask<T>(question: (plan: WasmPlan) => T): T {
    return this.#instance.use((glue) => {
      if (this.#parsed?.glue !== glue) {
        this.#parsed = { plan: new glue.Plan(utf8.encode(this.#text)), glue };
      }
      return question(this.#parsed.plan);
    });
  }
}

const utf8 = new TextEncoder();

/** The text with the ranges replaced. What stands between them is taken over as it is, lone surrogates included. */
function withRanges(text: string, ranges: readonly ChangedRange[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end, text: replacement } of ranges) {
    parts.push(text.slice(from, start), replacement);
    from = end;
  }
  return parts.join('') + text.slice(from);
}

function sourceOfIds({ now = Date.now(), entropy }: EditOptions): Required<EditOptions> {
  return { now, entropy: entropy ?? crypto.getRandomValues(new Uint8Array(10)) };
}
