/** The changes of the plans, and the words for them. */
import type { CommandContext } from './command.ts';
import { longDate } from './dates.ts';
import type { ProjectData } from './project-data.ts';
import { escapeControl } from './text/escape.ts';
import type { LoggedChange, LogWords } from './views/log.ts';
import { shownName } from './views/task-line.ts';

export interface LogRequest {
  planIds?: readonly string[] | undefined;
  taskId?: string | undefined;
}

/** The latest first. */
export async function readLog(
  context: CommandContext,
  { planIds, taskId }: LogRequest = {},
): Promise<LoggedChange[]> {
  const args = { ...(planIds && { planIds }), ...(taskId !== undefined && { taskId }) };
  const { changes } = (await context.tool('project_log', args)) as unknown as {
    changes: LoggedChange[];
  };
  return changes;
}

export function logWords(
  context: CommandContext,
  data: ProjectData,
  changes: readonly LoggedChange[] = [],
  dates: LogWords['dates'] = 'relative',
): LogWords {
  const short = new Map(changes.map((change) => [change.changeId, change.short]));
  const rowOf = (id: string) => [...data.rows()].find((row) => row.id === id);
  return {
    now: context.now,
    dates,
    nameOf: (id) => short.get(id) ?? rowOf(id)?.short ?? id,
    nameOfPerson: (name) => shownName(name, context.caller),
    shortOf: (planId, id) => data.task({ planId, id })?.short,
    addedWhere: (planId, id) => {
      const row = data.task({ planId, id });
      if (row === undefined) return undefined;
      const place = row.sectionPath.at(-1);
      const to = place === undefined ? 'added' : `added to ${escapeControl(place)}`;
      return row.due === undefined
        ? to
        : `${to}, due ${escapeControl(longDate(row.due, context.now))}`;
    },
  };
}

/** A name without its random characters means all sessions of that client. */
export function isBy({ by }: LoggedChange, who: string): boolean {
  if (by === who) return true;
  return by?.startsWith(who) === true && /^(-[a-z2-9]{5}$|\/)/.test(by.slice(who.length));
}
