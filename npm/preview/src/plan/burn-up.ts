/** Progress over time, from the history: how many tasks existed and how many were done on each day. */
import type { Task } from 'long-term-plan-core/slim';
import { addDays, dayOf, daysBetween } from '../words/dates.ts';
import type { Entry } from './log.ts';

export interface Point {
  day: string;
  total: number;
  done: number;
}

export interface BurnUp {
  points: Point[];
  /** Tasks finished in the last seven days, by who finished them. */
  finished: { name: string; count: number }[];
  finishedLastWeek: number;
  /** Tasks per week over the last four weeks; absent if fewer than five were finished. */
  pace?: number;
  /** When everything is done at that pace. */
  end?: string;
}

const PACE_WEEKS = 4;
const FEWEST_FOR_PACE = 5;
/** A forecast further away says nothing. */
const MOST_FORECAST_DAYS = 730;

/**
 * Walks back from the present: each addition, deletion and finished task in the log is undone in the counts. `entries` are the
 * latest first.
 */
export function burnUp(tasks: readonly Task[], entries: readonly Entry[], today: string): BurnUp {
  let total = tasks.length;
  let done = tasks.filter(({ status }) => status === 'done').length;
  const byDay = new Map<string, Point>([[today, { day: today, total, done }]]);
  const finished = new Map<string, number>();
  let finishedLastWeek = 0;
  let finishedForPace = 0;
  for (const { at, by, parts, undoneBy, undoes } of entries) {
    const day = dayOf(at);
    if (!byDay.has(day)) byDay.set(day, { day, total, done });
    for (const { kind, field, from, to, taskId } of parts) {
      if (taskId === undefined) continue;
      if (kind === 'added') total--;
      if (kind === 'deleted') total++;
      if (kind !== 'field' || field !== 'status') continue;
      if (to === 'done') done--;
      if (from === 'done') done++;
      if (to !== 'done' || undoneBy !== undefined || undoes !== undefined) continue;
      const age = daysBetween(day, today);
      if (age < 7) {
        finishedLastWeek++;
        const name = by === '' ? 'In the file' : by;
        finished.set(name, (finished.get(name) ?? 0) + 1);
      }
      if (age < 7 * PACE_WEEKS) finishedForPace++;
    }
    // The day before, the plan was what this and later changes were made to.
    const before = addDays(day, -1);
    byDay.set(before, { day: before, total: Math.max(0, total), done: Math.max(0, done) });
  }
  const points = [...byDay.values()].sort((one, other) => (one.day < other.day ? -1 : 1));
  const first = points[0];
  const weeks = Math.min(PACE_WEEKS, Math.max(1, daysBetween(first?.day ?? today, today) / 7));
  const pace = finishedForPace / weeks;
  const left = tasks.length - (points.at(-1)?.done ?? 0);
  const daysLeft = Math.ceil((left / pace) * 7);
  const hasForecast =
    finishedForPace >= FEWEST_FOR_PACE && left > 0 && daysLeft <= MOST_FORECAST_DAYS;
  return {
    points,
    finished: [...finished]
      .map(([name, count]) => ({ name, count }))
      .sort((one, other) => other.count - one.count),
    finishedLastWeek,
    ...(finishedForPace >= FEWEST_FOR_PACE && { pace }),
    ...(hasForecast && { end: addDays(today, daysLeft) }),
  };
}

/** When tasks were finished, by id: the latest time that the log knows. */
export function finishedTimes(entries: readonly Entry[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const { at, parts } of entries) {
    for (const { taskId, field, to } of parts) {
      if (taskId !== undefined && field === 'status' && to === 'done' && !times.has(taskId))
        times.set(taskId, at);
    }
  }
  return times;
}
