/**
 * A tool's result for people. It depends only on the shape of the result, so it works for every tool: rows become tables,
 * nested tasks a tree, counts a progress bar, the rest names and values.
 */
import { escapeControl, escapeLines } from './escape.ts';
import { isStatusCounts, progress } from './progress.ts';
import type { Style } from './style.ts';
import { type Cell, type Column, table } from './table.ts';
import { checkboxOf, type Details, details, statusColor } from './task.ts';
import { widthOf } from './width.ts';

type Fields = Record<string, unknown>;

export function resultText(result: object, style: Style): string {
  const { nextCursor, etag, ...rest } = result as Fields;
  const last = [
    typeof etag === 'string' && style.paint('dim', `etag ${escapeControl(etag)}\n`),
    typeof nextCursor === 'string' &&
      style.paint('dim', `There is more: --cursor ${escapeControl(nextCursor)}\n`),
  ];
  const text = fieldsText(rest, style) + last.filter(Boolean).join('');
  return text === '' ? 'Done.\n' : text;
}

/** Single values first, in two columns; then values that need their own lines. */
function fieldsText(fields: Fields, style: Style): string {
  const entries = Object.entries(fields);
  const inline = entries.flatMap(([name, value]) => {
    const text = inlineText(value);
    return text === undefined ? [] : [{ name, text, value }];
  });
  const width = Math.max(0, ...inline.map(({ name }) => widthOf(name)));
  const lines = inline.map(({ name, text, value }) => {
    const shown = name === 'status' ? style.paint(statusColor(String(value)), text) : text;
    return `${style.paint('dim', name.padEnd(width))}  ${shown}\n`;
  });
  const blocks = entries
    .filter(([, value]) => inlineText(value) === undefined)
    .map(([name, value]) => blockText(name, value, style));
  return [lines.join(''), ...blocks].filter((text) => text !== '').join('\n');
}

/** A value that fits on the line of its name. */
function inlineText(value: unknown): string | undefined {
  if (typeof value === 'string') return value.includes('\n') ? undefined : escapeControl(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value === null) return '–';
  if (isStatusCounts(value)) return progress(value);
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null)) {
    return value.length === 0
      ? 'none'
      : value.map((item) => escapeControl(String(item))).join(', ');
  }
  return undefined;
}

function blockText(name: string, value: unknown, style: Style): string {
  if (typeof value === 'string') return `${escapeLines(value)}\n`;
  const heading = `${style.paint('bold', name)}\n`;
  if (!Array.isArray(value)) return heading + indented(fieldsText(value as Fields, style));
  return isTasks(value) ? taskLines(value, 0, style) : heading + rowsText(value as Fields[], style);
}

/** Names that users type again, so they are not truncated. */
const WHOLE = ['planId', 'taskId', 'id', 'changeId'];

function rowsText(rows: readonly Fields[], style: Style): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) =>
    rows.every((row) => row[name] === undefined || cellText(row[name]) !== undefined),
  );
  const columns: Column[] = names.map((title) => ({
    title,
    isRight: rows.every((row) => row[title] === undefined || typeof row[title] === 'number'),
  }));
  const cells = rows.map((row) =>
    names.map((name): Cell => {
      const text = row[name] === undefined ? '' : (cellText(row[name]) ?? '');
      const color = name === 'status' ? { color: statusColor(text) } : {};
      return { text, isWhole: WHOLE.includes(name), ...color };
    }),
  );
  return table(columns, cells, style);
}

/** In a table, a text of several lines becomes one line. */
function cellText(value: unknown): string | undefined {
  return typeof value === 'string' ? escapeControl(value.replace(/\s+/g, ' ')) : inlineText(value);
}

interface TaskRow extends Details {
  id: string;
  title: string;
  status: string;
  bodyMarkdown?: string;
  children?: TaskRow[];
}

function isTasks(rows: readonly unknown[]): rows is TaskRow[] {
  return rows.every((row) => {
    const { id, title, status } = row as Fields;
    return [id, title, status].every((value) => typeof value === 'string');
  });
}

/** Recursive: a page of a reply is never nested deeply, even if the plan is. */
function taskLines(rows: readonly TaskRow[], depth: number, style: Style): string {
  return rows
    .map((row) => {
      const indent = '  '.repeat(depth);
      const words = [
        `${indent}${checkboxOf(row.status, style)} ${escapeControl(row.title)}`,
        ...details(row, style),
        style.paint('dim', escapeControl(row.id)),
      ];
      const body = row.bodyMarkdown ? indented(escapeLines(row.bodyMarkdown), `${indent}    `) : '';
      return `${words.join('  ')}\n${body && `${body}\n`}${taskLines(row.children ?? [], depth + 1, style)}`;
    })
    .join('');
}

function indented(text: string, by = '  '): string {
  return text.replace(/^(?=.)/gm, by);
}
