/** What a command for people prints after it has done its work. */
import type { CommandContext } from './command.ts';
import { ExitCode } from './exit-code.ts';
import type { ProjectData, Row } from './project-data.ts';
import { diffText } from './text/diff.ts';
import { escapeControl } from './text/escape.ts';
import type { Part, Screen } from './views/line.ts';
import { hanging, part } from './views/line.ts';
import { markPart, titleParts } from './views/task-line.ts';

export const screenOf = (context: CommandContext): Screen => ({
  style: context.output.style,
  now: context.now,
  you: context.caller,
});

export interface Reply {
  /** With `--json`. */
  json: object | (() => object);
  lines: (screen: Screen) => readonly string[];
  /** What could come next; only on a terminal. */
  hints?: readonly string[];
}

export async function reply(
  context: CommandContext,
  { json, lines, hints = [] }: Reply,
): Promise<void> {
  await context.output.result(json, (style) => {
    const shownHints = context.io.terminal ? hints : [];
    const all = [
      ...lines(screenOf(context)),
      ...shownHints.map((hint) => style.paint('dim', `→ ${hint}`)),
    ];
    return all.map((line) => `${line}\n`).join('');
  });
}

/** `[√] Address form  done, was @claude  …9SMZ` */
export function wroteLines(data: ProjectData, row: Row, phrase: string, screen: Screen): string[] {
  return hanging(
    [markPart(data, row, 0), { text: '', gap: 1 }],
    [...titleParts({ ...row, status: 'todo' }), ...phraseParts(phrase), shortPart(row)],
    screen.style,
  );
}

export const shortPart = ({ short }: Row): Part => part(`…${escapeControl(short)}`, 'dim');

/** A list is broken after a comma only. */
export function phraseParts(phrase: string): Part[] {
  const all = phrase.split(/(?<=,) /);
  return all.map((text, index) => ({ text, gap: index === 0 ? 2 : 1 }));
}

/** A fact below a write. */
export const fact = (text: string): string => `    ${text}`;

/** The fields of a reply about one written task. */
export function wroteJson(row: Row, result: Record<string, unknown>): Record<string, unknown> {
  const { changeId, notUndoable, etag, adopted } = result;
  return {
    planId: row.planId,
    taskId: row.id,
    short: row.short,
    title: row.title,
    status: row.status,
    ...(row.state !== undefined && { state: row.state }),
    ...(changeId !== undefined && { changeId }),
    ...(notUndoable !== undefined && { notUndoable }),
    ...(etag !== undefined && { etag }),
    ...(adopted !== undefined && { adopted }),
  };
}

interface Adopted {
  taskId: string;
}

/** What a write did about lines that were typed by hand. */
export function adoptedFacts(data: ProjectData, planId: string, result: object): string[] {
  const { adopted = [] } = result as { adopted?: Adopted[] };
  const ids = new Set(adopted.map(({ taskId }) => taskId));
  if (ids.size === 0) return [];
  const names = [...ids].map((id) => {
    const row = data.task({ planId, id });
    return row ? `${row.short} ${escapeControl(row.title)}` : id;
  });
  const lines = ids.size === 1 ? '1 line' : `${ids.size} lines`;
  return [fact(`adopted ${lines} typed by hand: ${names.join(', ')}`)];
}

/** Shows what tools would change, without writing anything. */
export async function replyDryRun(
  context: CommandContext,
  requests: readonly { name: string; args: object }[],
): Promise<number> {
  let diff = '';
  for (const { name, args } of requests) diff += await context.toolDiff(name, args);
  await context.output.result({ dryRun: true, diff }, (style) => diffText(diff, style));
  return ExitCode.done;
}
