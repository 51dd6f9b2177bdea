/** One task with its body, what blocks it and what it blocks, and its subtasks. */
import { daysLate, localDate, longDate, plainDate } from '../dates.ts';
import type { ProjectData, Row, TaskDetails } from '../project-data.ts';
import { escapeControl, escapeLines } from '../text/escape.ts';
import { hanging, type Part, type Screen, wrapped } from './line.ts';
import {
  detailParts,
  lateText,
  markPart,
  namePart,
  nameWidthOf,
  placeOf,
  taskLines,
  titleParts,
} from './task-line.ts';

export interface Added {
  at: number;
  by?: string | undefined;
}

export function showLines(
  data: ProjectData,
  row: Row,
  { bodyMarkdown, blocks }: TaskDetails,
  added: Added | undefined,
  screen: Screen,
): string[] {
  const { style } = screen;
  const name = namePart(row, 0);
  const indent = name.text.length + 1;
  const others = (ids: readonly string[]) =>
    ids.flatMap((id) => data.task({ planId: row.planId, id }) ?? []);
  const subtasks = data.subtasksOf(row);
  return [
    ...hanging([name, markPart(data, row, 1), { text: '', gap: 1 }], titleParts(row), style),
    ...wrapped(
      [{ text: '', gap: indent }],
      facts(data, row, added, screen).map((text, index): Part => {
        return index === 0 ? { text, gap: 0 } : { text: `· ${text}`, gap: 1 };
      }),
      indent,
      style,
    ),
    ...bodyLines(bodyMarkdown, indent, screen),
    '',
    ...relation('Blocked by', others(row.blockedBy ?? []), data, screen),
    ...relation('Blocks', others(blocks), data, screen),
    ...subtaskLines(data, subtasks, screen),
    style.paint('dim', `id ${escapeControl(row.id)}`),
  ];
}

function facts(data: ProjectData, row: Row, added: Added | undefined, screen: Screen): string[] {
  const { now } = screen;
  const { priority, due, state, assignee, estimate, type, area, tags = [] } = row;
  const late = row.status === 'done' ? 0 : daysLate(due, now);
  const holder = detailParts(data, { ...row, tags: [], status: row.status }, screen).find(
    ({ text }) => text.startsWith('@'),
  );
  const dueText =
    due &&
    (late > 0 ? `due ${plainDate(due, now)}, ${lateText(late)}` : `due ${longDate(due, now)}`);
  const by = added?.by === undefined ? '' : ` by ${added.by}`;
  const all = [
    placeOf(row),
    priority && `!${priority}`,
    dueText,
    state,
    holder?.text ?? (assignee && `@${assignee}`),
    estimate && `estimate ${estimate}`,
    type && `type ${type}`,
    area && `area ${area}`,
    tags.length > 0 && tags.map((tag) => `#${tag}`).join(' '),
    added && `added ${plainDate(localDate(added.at), now)}${by}`,
  ];
  return all.filter((text): text is string => Boolean(text)).map(escapeControl);
}

/** Blank lines inside a body are kept, but not the one before a list. */
function bodyLines(markdown: string | undefined, indent: number, { style }: Screen): string[] {
  if (!markdown) return [];
  const lines = escapeLines(markdown).split('\n');
  const shown = lines.filter(
    (line, index) => line !== '' || !/^\s*[-*+] /.test(lines[index + 1] ?? ''),
  );
  return ['', ...shown.flatMap((line) => bodyLine(line, indent, style))];
}

function bodyLine(line: string, indent: number, style: Screen['style']): string[] {
  if (line.trim() === '') return [''];
  const start = /^\s*/.exec(line)?.[0].length ?? 0;
  const words = line.trim().split(' ');
  return wrapped(
    [{ text: '', gap: indent + start }],
    words.map((text, index) => ({ text, gap: index === 0 ? 0 : 1 })),
    indent + start,
    style,
  );
}

function relation(name: string, rows: readonly Row[], data: ProjectData, screen: Screen): string[] {
  const label = screen.style.paint('bold', name) + ' '.repeat(12 - name.length);
  if (rows.length === 0) return name === 'Blocks' ? [] : [`${label}nothing`];
  return rows.flatMap((row, index) => {
    // That it is blocked is what the list says.
    const { blockedBy: _blockedBy, ...shown } = row;
    const [first = '', ...more] = taskLines(data, shown, screen, { indent: 12 });
    return [index === 0 ? label + first.trimStart() : first, ...more];
  });
}

function subtaskLines(data: ProjectData, rows: readonly Row[], screen: Screen): string[] {
  if (rows.length === 0) return [];
  const done = rows.filter(({ status }) => status === 'done').length;
  const nameWidth = nameWidthOf(rows);
  return [
    `${screen.style.paint('bold', 'Subtasks')}    ${done} of ${rows.length} done`,
    ...rows.flatMap((row) => taskLines(data, row, screen, { nameWidth })),
  ];
}
