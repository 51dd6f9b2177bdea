/** The plain functions on texts, for whoever asks once. */
import type {
  Findings,
  MergeReport,
  Op,
  Outline,
  RepairAction,
  SearchHits,
  TaskChange,
} from '../generated/contract.ts';
import { type MergeOptions, PlanInstance, type Wasm } from './boundary.ts';
import { type Edited, type EditOptions, OpenPlan, type Repaired } from './open-plan.ts';

/** The text of a plan, or the bytes of its file. */
export type PlanText = string | Uint8Array;

/** What a merge made, and how it went. */
export interface Merged extends MergeReport {
  newText: string;
}

export interface PlanFunctions {
  /** Reads a plan, however broken it is; `validate` says what is wrong with it. */
  parse(text: PlanText): Outline;
  /** What is wrong with a file, and where. */
  validate(text: PlanText): Findings;
  /**
   * Carries out one operation or several, all or none. Only the characters that have to change do. Throws a `PlanError`
   * if an operation is refused.
   */
  applyEdit(text: string, op: Op | readonly Op[], options?: EditOptions): Edited;
  /** Repairs a text as far as the actions go; by default, all of them. */
  repair(text: string, actions?: readonly RepairAction[], options?: EditOptions): Repaired;
  /** The best `limit` tasks in which every word of the query is found, best first. */
  search(text: PlanText, query: string, limit?: number): SearchHits;
  /**
   * Brings two versions together that were made from `base`, task by task. Where both changed the same thing differently,
   * `newText` holds conflict markers, and `conflicts` tells what somebody has to decide.
   */
  merge(base: string, ours: string, theirs: string, options?: MergeOptions): Merged;
  /** What changed from one version to another, task by task. */
  changesBetween(before: PlanText, after: PlanText): TaskChange[];
  /** The fingerprint of a file, as the tools' `ifMatch` wants it: the SHA-256 of its bytes in hexadecimal. */
  etag(text: PlanText): string;
  /** A plan that stays parsed between questions. */
  openPlan(text: string): OpenPlan;
}

/** The functions over a wasm that is fetched, compiled and started by the first of them that is called. */
export function planFunctions(wasm: () => Wasm): PlanFunctions {
  const instance = new PlanInstance(wasm);
  const once = <T>(text: string, ask: (plan: OpenPlan) => T): T => {
    const plan = new OpenPlan(instance, text);
    try {
      return ask(plan);
    } finally {
      plan.free();
    }
  };
  /** Bytes go in as they are: whether they are UTF-8 is for the core to say. */
  const look = (text: PlanText, question: 'outline' | 'validate'): string =>
    instance.use((glue) => {
      const plan = new glue.Plan(bytesOf(text));
      const answer = plan[question]();
      plan.free();
      return answer;
    });
  return {
    parse: (text) => JSON.parse(look(text, 'outline')),
    validate: (text) => JSON.parse(look(text, 'validate')),
    applyEdit: (text, op, options) => once(text, (plan) => plan.apply(op, options)),
    repair: (text, actions, options) => once(text, (plan) => plan.repair(actions, options)),
    search: (text, query, limit) => once(textOf(text), (plan) => plan.search(query, limit)),
    merge: (base, ours, theirs, options = {}) =>
      instance.use((glue) => {
        const [one, two, three] = [base, ours, theirs].map((text) => utf8.encode(text));
        const nothing = new Uint8Array();
        const settings = JSON.stringify(options);
        const merged = new glue.MergedFile(
          one ?? nothing,
          two ?? nothing,
          three ?? nothing,
          settings,
        );
        const report: MergeReport = JSON.parse(merged.told());
        const newText = textOf(merged.bytes());
        merged.free();
        return { newText, ...report };
      }),
    changesBetween: (before, after) =>
      instance.use((glue) => {
        const [older, newer] = [new glue.Plan(bytesOf(before)), new glue.Plan(bytesOf(after))];
        const changes = newer.changesSince(older);
        older.free();
        newer.free();
        return JSON.parse(changes);
      }),
    etag: (text) => instance.use((glue) => glue.etag(bytesOf(text))),
    openPlan: (text) => new OpenPlan(instance, text),
  };
}

const utf8 = new TextEncoder();

const bytesOf = (text: PlanText): Uint8Array =>
  typeof text === 'string' ? utf8.encode(text) : text;

/** A byte order mark is a character of the text. */
function textOf(text: PlanText): string {
  return typeof text === 'string'
    ? text
    : new TextDecoder('utf-8', { ignoreBOM: true }).decode(text);
}

/**
 * Bodies as HTML, over `tools.wasm`: raw HTML stays text, links lead only to the web, to mail and within the page, and
 * pictures are links, so that looking at a plan tells nobody.
 */
export function htmlWriter(wasm: () => Wasm): (markdown: string) => string {
  const instance = new PlanInstance(wasm);
  return (markdown) =>
    instance.use((glue) => {
      if (glue.markdownToHtml === undefined) throw new Error('this wasm knows no Markdown');
      return glue.markdownToHtml(markdown);
    });
}
