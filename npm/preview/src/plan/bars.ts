/** The bars of the timeline: each ends on the due date and is as long as the estimate. */
import type { Task } from 'long-term-plan-core/slim';
import { addDays, daysBetween, estimatedDays, isDay, startOf, weekdayOf } from '../words/dates.ts';
import type { PlanModel } from './model.ts';

export type BarKind = 'doing' | 'ready' | 'waiting' | 'blocked' | 'done';

export interface Bar {
  task: number;
  start: string;
  /** The due date, which is the last day. */
  due: string;
  kind: BarKind;
  isLate: boolean;
}

export type TimelineRow = { section: number } | { bar: Bar };

export interface Timeline {
  rows: TimelineRow[];
  bars: Map<number, Bar>;
  /** First and last day of the axis. */
  first: string;
  last: string;
  /** Dependencies whose task would start before its blocker is due. */
  clashes: Set<string>;
  withoutDue: number;
}

export const linkKey = (from: number, to: number): string => `${from} ${to}`;

const kindOf = (model: PlanModel, index: number, { status, state }: Task): BarKind => {
  if (status === 'done') return 'done';
  if (state === 'blocked') return 'blocked';
  if (status === 'doing') return 'doing';
  return (model.relations.blockedBy[index]?.length ?? 0) > 0 ? 'waiting' : 'ready';
};

/** Room at both ends of the axis, in days. */
const BEFORE = 10;
const AFTER = 14;
/** Fewer days are not drawn narrower. */
const SHORTEST = 56;

export function timelineOf(
  model: PlanModel,
  found: Uint8Array | undefined,
  today: string,
): Timeline {
  const { tasks } = model.outline;
  const rows: TimelineRow[] = [];
  const bars = new Map<number, Bar>();
  let [first, last, withoutDue, section] = [today, today, 0, -2];
  for (const [index, task] of tasks.entries()) {
    if (found && !found[index]) continue;
    if (task.status === 'done' && !found) continue;
    if (!isDay(task.due)) {
      if (task.status !== 'done' && task.parent === undefined) withoutDue++;
      continue;
    }
    const start = startOf(task.due, estimatedDays(task.estimate));
    const bar: Bar = {
      task: index,
      start,
      due: task.due,
      kind: kindOf(model, index, task),
      isLate: task.due < today && task.status !== 'done',
    };
    bars.set(index, bar);
    if (start < first) first = start;
    if (task.due > last) last = task.due;
    if ((task.section ?? -1) !== section) {
      section = task.section ?? -1;
      if (section >= 0) rows.push({ section });
    }
    rows.push({ bar });
  }
  const clashes = new Set<string>();
  for (const [index, bar] of bars) {
    for (const other of model.relations.dependencies[index] ?? []) {
      const blocker = bars.get(other);
      if (blocker && blocker.kind !== 'done' && bar.start <= blocker.due)
        clashes.add(linkKey(other, index));
    }
  }
  // The axis starts on a Monday.
  const early = addDays(first, -BEFORE);
  const start = addDays(early, -((weekdayOf(early) + 6) % 7));
  const end = addDays(last, AFTER);
  const days = Math.max(SHORTEST, daysBetween(start, end));
  return {
    rows,
    bars,
    first: start,
    last: addDays(start, Math.ceil(days / 7) * 7),
    clashes,
    withoutDue,
  };
}
