/** What to work on next, why, and what comes then. */
import { isOpen, type ProjectData, type Row } from '../project-data.ts';
import type { Screen } from './line.ts';
import { isInProgress } from './status.ts';
import { nameWidthOf, placeOf, shownName, taskLines } from './task-line.ts';

export interface Next {
  task?: Row;
  reason: string;
  then: Row[];
  /** In progress with others. */
  withOthers: Row[];
  blocked: Row[];
  deferred: Row[];
}

export function nextOf(
  data: ProjectData,
  planIds: readonly string[] | undefined,
  you: string,
): Next {
  const rows = [...data.rows()].filter(({ planId }) => planIds?.includes(planId) ?? true);
  const open = rows.filter(isOpen);
  const [task, ...then] = data.ready;
  const isOthers = (row: Row) => (row.heldBy ?? row.assignee) !== you;
  const isWaiting = (row: Row) => row.status === 'todo' && row.subtasks === undefined;
  const ready = data.ready.length;
  const isAre = ready === 1 ? 'is' : 'are';
  return {
    ...(task && { task }),
    reason: task
      ? `${data.why}${ready > 1 ? `; ${ready} ${isAre} ready` : ''}`
      : 'nothing is ready',
    then,
    withOthers: open.filter((row) => isInProgress(row) && isOthers(row)),
    blocked: open.filter((row) => isBlocked(row) && isWaiting(row)),
    deferred: open.filter((row) => row.state === 'deferred' && isWaiting(row)),
  };
}

export const isBlocked = (row: Row): boolean =>
  isOpen(row) &&
  (row.state === 'blocked' || (row.state === undefined && row.blockedBy !== undefined));

export function nextLines(
  data: ProjectData,
  next: Next,
  screen: Screen,
  { limit, withPlan }: { limit: number; withPlan: boolean },
): string[] {
  const { task, reason } = next;
  const then = next.then.slice(0, Math.max(0, limit - 1));
  const nameWidth = nameWidthOf(task ? [task, ...then] : []);
  const line = (row: Row) =>
    taskLines(data, row, screen, { nameWidth, place: placeOf(row, { withPlan }) });
  const waiting = waitingText(next, screen.you);
  if (!task) return ['Nothing is ready.', ...(waiting ? [waiting] : [])];
  return [
    ...line(task),
    `  ${' '.repeat(nameWidth)} why: ${reason}`,
    ...(then.length > 0 ? [screen.style.paint('bold', 'Then'), ...then.flatMap(line)] : []),
    ...(waiting ? [waiting] : []),
  ];
}

/** `2 are with mia, claude; 2 are blocked; 1 is deferred` */
export function waitingText({ withOthers, blocked, deferred }: Next, you: string): string {
  const are = (number: number) => `${number} ${number === 1 ? 'is' : 'are'}`;
  const since = ({ claim }: Row) => claim?.since ?? '';
  const oldestFirst = [...withOthers].sort((one, other) => (since(one) < since(other) ? -1 : 1));
  const names = new Set(
    oldestFirst.flatMap((row) => {
      const holder = row.heldBy ?? row.assignee;
      return holder === undefined ? [] : [shownName(holder, you)];
    }),
  );
  const parts = [
    withOthers.length > 0 && `${are(withOthers.length)} with ${[...names].join(', ') || 'someone'}`,
    blocked.length > 0 && `${are(blocked.length)} blocked`,
    deferred.length > 0 && `${are(deferred.length)} deferred`,
  ];
  return parts.filter(Boolean).join('; ');
}
