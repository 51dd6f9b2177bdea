/** Who is working on what, where, and since when. */
import { duration, lasting, localDate } from '../dates.ts';
import type { ProjectData, Row } from '../project-data.ts';
import { escapeControl } from '../text/escape.ts';
import { hanging, type Part, part, type Screen } from './line.ts';
import { markPart, namePart, nameWidthOf, shownName, titleParts } from './task-line.ts';

/** The latest first. */
export function claimLines(data: ProjectData, rows: readonly Row[], screen: Screen): string[] {
  const nameWidth = nameWidthOf(rows);
  return rows.flatMap((row) => {
    const name = namePart(row, 2);
    const padding = nameWidth - name.text.length;
    const start = [name, markPart(data, row, 1 + padding), { text: '', gap: 1 }];
    const where = whereText(row);
    return [
      ...hanging(start, [...titleParts(row), ...claimParts(row, screen)], screen.style),
      ...(where ? [`${' '.repeat(nameWidth + 7)}${where}`] : []),
    ];
  });
}

function claimParts({ heldBy, assignee, claim }: Row, { now, you }: Screen): Part[] {
  const holder = heldBy ?? assignee;
  const who = part(holder === undefined ? 'someone' : shownName(holder, you), 'cyan');
  if (claim === undefined) return [who];
  const since = Date.parse(claim.since);
  const seen = claim.lastSeen === undefined ? undefined : Date.parse(claim.lastSeen);
  const time = lasting(since, now, { withTime: localDate(since) !== localDate(now) });
  if (claim.expired) {
    const silent = seen === undefined ? '' : ` for ${duration(now - seen)}`;
    return [who, part(`${time}, inactive${silent}: free to take`)];
  }
  const isPerson = claim.leaseMinutes === undefined;
  const active = seen === undefined || isPerson ? '' : `, active ${duration(now - seen)} ago`;
  return [who, part(`${time}${active}`)];
}

function whereText({ claim }: Row): string {
  const parts = [
    claim?.branch && `branch ${claim.branch}`,
    claim?.worktree && `worktree ${claim.worktree}`,
  ];
  return escapeControl(parts.filter(Boolean).join(', '));
}
