/** Follows the plan, its history and its claims, and notices what others do. */
import { batch } from '@preact/signals';
import { type Entry, entryOf, type LoggedChange } from '../plan/log.ts';
import { modelOf, type PlanModel } from '../plan/model.ts';
import { sectionKey } from '../plan/rows.ts';
import type { PlanSource } from '../sources/plan-source.ts';
import { go } from './navigation.ts';
import {
  address,
  type Claim,
  claims,
  collapsed,
  type Fresh,
  failure,
  fresh,
  isLive,
  log,
  logCursor,
  model,
  now,
  plans,
  rail,
  source,
  tools,
  unseen,
} from './store.ts';
import { addToast, showError } from './toasts.ts';
import { ownChanges, sendUnsent, undoChange, written } from './writes.ts';

/** More changes than these within a second light up nothing but a summary. */
const MANY_CHANGES = 20;
const LOG_PAGE = 100;
const LONG_PLAN = 30;
const CLAIMS_EVERY_MS = 30_000;
const CLOCK_EVERY_MS = 10_000;

let stop = () => {};

export async function openSource(next: PlanSource): Promise<void> {
  stop();
  batch(() => {
    source.value = next;
    plans.value = undefined;
    model.value = undefined;
  });
  await refresh();
  const unfollow = next.follow(
    () => void refresh(),
    (live) => {
      if (live === isLive.value) return;
      isLive.value = live;
      if (live) sendUnsent();
    },
  );
  const timers = [
    setInterval(() => void loadClaims(), CLAIMS_EVERY_MS),
    setInterval(() => {
      now.value = Date.now();
    }, CLOCK_EVERY_MS),
  ];
  stop = () => {
    unfollow();
    for (const timer of timers) clearInterval(timer);
  };
}

let isRefreshing = false;
let isStale = false;

/** Reads everything that is shown again. Reports during that cause one more round. */
export async function refresh(): Promise<void> {
  isStale = true;
  if (isRefreshing) return;
  isRefreshing = true;
  try {
    while (isStale) {
      isStale = false;
      await refreshOnce();
    }
  } finally {
    isRefreshing = false;
  }
}

async function refreshOnce(): Promise<void> {
  const from = source.value;
  if (!from) return;
  // Otherwise our own change could be read before its reply says that it is ours.
  await written();
  try {
    const listed = await from.plans();
    const isFirst = plans.value === undefined;
    plans.value = listed;
    failure.value = '';
    const [only] = listed;
    // With one plan the address opens that plan; later "All plans" shows the list.
    if (isFirst && address.value.planId === '' && listed.length === 1 && only) {
      go({ planId: only.planId }, { replace: true });
    }
    const { planId } = address.value;
    if (planId !== '') await loadPlan(planId);
  } catch (error) {
    failure.value = error instanceof Error ? error.message : String(error);
  }
}

/** Shows a plan, and lights up what others changed since it was last shown. */
export async function loadPlan(planId: string): Promise<void> {
  const [from, given] = [source.value, tools.value];
  if (!from || !given) return;
  const text = await from.read(planId);
  if (address.value.planId !== planId) return;
  const before = model.value;
  if (text === undefined) {
    before?.open.free();
    model.value = undefined;
    failure.value = `There is no plan ${planId}.`;
    return;
  }
  if (before?.planId === planId && before.text === text) return;
  const next = modelOf(given.functions, planId, text);
  const isSame = before?.planId === planId;
  before?.open.free();
  batch(() => {
    now.value = Date.now();
    failure.value = '';
    model.value = next;
    if (!isSame) {
      collapsed.value = finishedParts(next);
      log.value = [];
      claims.value = [];
      fresh.value = new Map();
      unseen.value = new Set();
    }
  });
  const known = isSame ? log.value[0]?.changeId : undefined;
  await Promise.all([loadLog(planId), loadClaims()]);
  if (isSame) lightUp(before.text, text, known);
}

/** In a long plan, sections and tasks that are done start collapsed. */
function finishedParts({ outline, progress, children, relations }: PlanModel): Set<string> {
  const { tasks, sections } = outline;
  if (tasks.length < LONG_PLAN) return new Set();
  const isDone = (index: number) =>
    progress[index]?.total !== 0 && progress[index]?.done === progress[index]?.total;
  const doneSections = sections.flatMap(({ level }, index) =>
    level > 1 && isDone(index) ? [sectionKey(index)] : [],
  );
  const doneTasks = tasks.flatMap(({ id, status }, index) => {
    const count = children[index]?.length ?? 0;
    return status === 'done' && count > 0 && relations.childrenDone[index] === count ? [id] : [];
  });
  return new Set([...doneSections, ...doneTasks]);
}

interface LogPage {
  changes: LoggedChange[];
  nextCursor?: string;
}

async function loadLog(planId: string): Promise<void> {
  const reply = await source.value?.call<LogPage>('plan_log', { planId, limit: LOG_PAGE });
  if (reply === undefined || 'error' in reply || address.value.planId !== planId) return;
  const { changes, nextCursor } = reply.result;
  const latest = changes.map(entryOf);
  const ids = new Set(latest.map(({ changeId }) => changeId));
  const older = log.value.filter(({ changeId }) => !ids.has(changeId));
  batch(() => {
    log.value = [...latest, ...older];
    if (older.length === 0) logCursor.value = nextCursor;
  });
}

/** The next page of the history; resolves to whether there are more. */
export async function loadOlder(): Promise<boolean> {
  const [cursor, planId] = [logCursor.value, address.value.planId];
  if (cursor === undefined) return false;
  const reply = await source.value?.call<LogPage>('plan_log', { planId, limit: LOG_PAGE, cursor });
  if (reply === undefined || 'error' in reply || address.value.planId !== planId) return false;
  const { changes, nextCursor } = reply.result;
  batch(() => {
    log.value = [...log.value, ...changes.map(entryOf)];
    logCursor.value = nextCursor;
  });
  return nextCursor !== undefined;
}

export async function loadClaims(): Promise<void> {
  const { planId } = address.value;
  if (planId === '' || document.hidden) return;
  try {
    const reply = await source.value?.call<{ claims: Claim[] }>('plan_claims', { planId });
    if (reply && 'result' in reply && address.value.planId === planId)
      claims.value = reply.result.claims;
  } catch {
    // The connection shows its own state.
  }
}

/** Marks what others changed after the change `known`. */
function lightUp(before: string, after: string, known: string | undefined): void {
  const at = log.value.findIndex(({ changeId }) => changeId === known);
  const added = at < 0 ? log.value : log.value.slice(0, at);
  const entries = added.filter(({ changeId }) => !ownChanges.has(changeId));
  const tasks = new Map<string, Fresh>();
  for (const entry of entries.toReversed()) {
    for (const part of entry.parts) {
      if (part.taskId === undefined) continue;
      tasks.set(part.taskId, { by: entry.by, words: wordsOf(entry), at: Date.now() });
    }
  }
  if (added.length === 0) {
    // The next writer records a hand edit; until then the two versions say what changed.
    for (const { taskId } of tools.value?.functions.changesBetween(before, after) ?? []) {
      if (taskId !== undefined)
        tasks.set(taskId, { by: '', words: 'Changed in the file', at: Date.now() });
    }
  }
  if (tasks.size === 0) return;
  batch(() => {
    if (tasks.size <= MANY_CHANGES) fresh.value = new Map([...fresh.value, ...tasks]);
    unseen.value = new Set([...unseen.value, ...entries.map(({ changeId }) => changeId)]);
  });
  for (const entry of entries) notify(entry);
  updateTitle();
}

function wordsOf({ verb, by }: Entry): string {
  const who = by === '' ? '' : ` by ${by}`;
  const past = verb.replace(/ (of|to)$/, '');
  return `${past.charAt(0).toUpperCase()}${past.slice(1)}${who}`;
}

/** Finished and blocked tasks are announced, unless the rail shows them anyway. */
function notify(entry: Entry): void {
  const isShown =
    address.value.taskId === '' && (rail.value === 'now' || rail.value === 'activity');
  if (isShown || (entry.verb !== 'finished' && entry.verb !== 'blocked')) return;
  const text = `${entry.verb} ${entry.title ?? ''}`;
  addToast({
    kind: 'notice',
    by: entry.by === '' ? 'Someone' : entry.by,
    text,
    action: { label: 'Undo', run: () => void undoChange(entry.changeId, text).catch(showError) },
  });
}

export function markSeen(): void {
  unseen.value = new Set();
  updateTitle();
}

/** A row was looked at: its mark goes. */
export function settle(taskId: string): void {
  if (!fresh.value.has(taskId)) return;
  const next = new Map(fresh.value);
  next.delete(taskId);
  fresh.value = next;
}

export function updateTitle(): void {
  const title =
    address.value.planId === '' ? 'Plans' : (model.value?.outline.title ?? address.value.planId);
  const count = unseen.value.size;
  document.title = count > 0 ? `(${count}) ${title}` : title;
}
