/** Calls that write: one after the other, each based on the version that the page shows. */
import type { ToolError } from 'long-term-plan-core/slim';
import { Disconnected } from '../sources/plan-source.ts';
import { loadPlan } from './live.ts';
import { model, source, waiting } from './store.ts';
import { addToast, showError } from './toasts.ts';

/** Agents can write many times a second; after this many attempts something else is wrong. */
const MOST_ATTEMPTS = 20;

/** Changes that this page made, the latest last; undoing moves one to `undone`. */
export const ownChanges = new Set<string>();
const undoable: { planId: string; changeId: string; text: string }[] = [];
const undone: { planId: string; changeId: string; text: string }[] = [];

let lastTurn: Promise<unknown> = Promise.resolve();
const unsent: (() => Promise<void>)[] = [];

/**
 * Runs after everything before it is written. If the server cannot be reached, the work is repeated when it is back; it must
 * look at the state again then.
 */
export function inTurn(work: () => Promise<void>): Promise<void> {
  const turn = lastTurn.then(async () => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Disconnected)) return showError(error);
      unsent.push(work);
      waiting.value = unsent.length;
      addToast({
        kind: 'error',
        text: 'Connection lost. You can go on; changes are sent when it is back.',
      });
    }
  });
  lastTurn = turn;
  return turn;
}

/** Resolves when everything so far is written. */
export const written = (): Promise<unknown> => lastTurn;

export function sendUnsent(): void {
  for (const work of unsent.splice(0)) void inTurn(work);
  waiting.value = 0;
}

export interface WriteResult {
  etag?: string;
  taskId?: string;
  changeId?: string;
  openSubtasks?: number;
  undone?: string;
  results?: { op: string; taskId?: string }[];
}

/** The error of a tool, with its code. */
export class ToolFailure extends Error {
  readonly code: string;
  constructor({ code, message }: ToolError) {
    super(message);
    this.code = String(code);
  }
}

/**
 * Calls a tool on the plan that is shown, with its etag. If the plan has changed, it is loaded and `decide` is asked again;
 * `undefined` gives up.
 */
export async function write(
  name: string,
  decide: () => Record<string, unknown> | undefined,
): Promise<WriteResult | undefined> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const [from, plan] = [source.value, model.value];
    if (!from || !plan) return undefined;
    const args = decide();
    if (args === undefined) return undefined;
    const { planId, etag } = plan;
    const reply = await from.call<WriteResult>(name, { planId, ...args, ifMatch: etag });
    if ('result' in reply) {
      const { changeId } = reply.result;
      if (changeId !== undefined) ownChanges.add(changeId);
      await loadPlan(planId);
      return reply.result;
    }
    if (reply.error.code !== 'CONFLICT') throw new ToolFailure(reply.error);
    await loadPlan(planId);
  }
  throw new Error('The plan changes too quickly; try again.');
}

/** Says what was done, and offers to undo it. */
export function confirmed(text: string, result: WriteResult | undefined): void {
  const changeId = result?.changeId;
  if (result === undefined) return;
  if (changeId === undefined) return;
  const planId = model.value?.planId ?? '';
  undoable.push({ planId, changeId, text });
  undone.length = 0;
  addToast({
    kind: 'own',
    text,
    action: { label: 'Undo', run: () => void undoChange(changeId, text) },
  });
}

/** Undoes a change, also one of someone else; its reply is the way back. */
export function undoChange(changeId: string, text: string): Promise<void> {
  return inTurn(async () => {
    const result = await write('plan_undo', () => ({ changeId }));
    if (result === undefined) return;
    const at = undoable.findIndex((change) => change.changeId === changeId);
    if (at >= 0) undoable.splice(at, 1);
    const planId = model.value?.planId ?? '';
    const redo = result.changeId;
    if (redo !== undefined) undone.push({ planId, changeId: redo, text });
    addToast({
      kind: 'own',
      text: `Undone: ${text}`,
      ...(redo !== undefined && { action: { label: 'Redo', run: () => void redoLast() } }),
    });
  });
}

const ofThisPlan = (list: typeof undoable) =>
  list.findLast(({ planId }) => planId === model.value?.planId);

export function undoLast(): void {
  const last = ofThisPlan(undoable);
  if (last) void undoChange(last.changeId, last.text);
  else addToast({ kind: 'own', text: 'Nothing to undo. Activity undoes changes of others.' });
}

export function redoLast(): Promise<void> {
  const last = ofThisPlan(undone);
  if (last === undefined) return Promise.resolve();
  undone.splice(undone.indexOf(last), 1);
  return inTurn(async () => {
    const result = await write('plan_undo', () => ({ changeId: last.changeId }));
    const changeId = result?.changeId;
    if (changeId !== undefined) undoable.push({ ...last, changeId });
    addToast({ kind: 'own', text: `Done again: ${last.text}` });
  });
}
