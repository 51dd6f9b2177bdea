/** A task on one line: its short name, checkbox and title, and what there is to say about it. */
import { daysLate, isDueSoon, lasting, shortDate } from '../dates.ts';
import { isOpen, type PlanRows, type ProjectData, type Row, type Status } from '../project-data.ts';
import { escapeControl } from '../text/escape.ts';
import type { Color } from '../text/style.ts';
import { truncateToWidth } from '../text/width.ts';
import { hanging, type Part, part, type Screen, words } from './line.ts';

const MARKS: Record<PlanRows['markers'], Record<Status, string>> = {
  plan: { todo: '[ ]', doing: '[*]', done: '[√]' },
  gfm: { todo: '[ ]', doing: '[-]', done: '[x]' },
};

const MARK_COLORS: Record<Status, Color[]> = { todo: [], doing: ['yellow'], done: ['green'] };

export function markPart(data: ProjectData, { planId, status }: Row, gap: number): Part {
  const { markers = 'plan' } = data.plan(planId) ?? {};
  return { text: MARKS[markers][status], colors: MARK_COLORS[status], gap };
}

/** Longer ids of other tools are cut. */
const MAX_NAME = 16;

export const namePart = ({ short }: Row, gap: number): Part => ({
  text: truncateToWidth(escapeControl(short), MAX_NAME),
  colors: ['cyan'],
  gap,
});

export interface TaskLineOptions {
  /** Spaces before the short name. */
  indent?: number;
  /** Spaces between the short name and the checkbox for each parent. */
  depth?: number;
  /** Where the task is, if the line is not below that heading. */
  place?: string | undefined;
  /** Columns of the short name, if several lines are aligned. */
  nameWidth?: number;
  /** Marks a task with a body. */
  hasBodyMark?: boolean;
}

export function taskLines(
  data: ProjectData,
  row: Row,
  screen: Screen,
  options: TaskLineOptions = {},
): string[] {
  const { indent = 2, depth = 0, nameWidth = 0, hasBodyMark = false } = options;
  const name = namePart(row, indent);
  const padding = Math.max(0, nameWidth - name.text.length);
  const mark = markPart(data, row, 1 + padding + 2 * depth);
  const body = hasBodyMark && row.hasBody ? [part('¶', 'dim')] : [];
  return hanging(
    [name, mark, { text: '', gap: 1 }],
    [...titleParts(row), ...body, ...detailParts(data, row, screen), ...placePart(options.place)],
    screen.style,
  );
}

export const titleParts = (row: Row): Part[] =>
  words(row.title, ...(isOpen(row) ? [] : (['dim'] as const)));

const placePart = (place: string | undefined): Part[] =>
  place === undefined ? [] : [part(`in ${escapeControl(place)}`, 'dim')];

const PRIORITY_COLORS: Record<string, Color[]> = { highest: ['red'], high: ['red'] };

/** What is shown after a title, in this order and only if it is set. */
export function detailParts(data: ProjectData, row: Row, screen: Screen): Part[] {
  const { subtasks, priority, tags = [] } = row;
  return [
    ...(subtasks ? [part(`${subtasks.done}/${subtasks.total}`)] : []),
    ...(priority
      ? [part(`!${escapeControl(priority)}`, ...(PRIORITY_COLORS[priority] ?? []))]
      : []),
    ...dueParts(row, screen),
    ...blockedParts(data, row),
    ...holderParts(row, screen),
    ...(tags.length > 0
      ? [part(tags.map((tag) => `#${escapeControl(tag)}`).join(' '), 'blue')]
      : []),
  ];
}

function dueParts(row: Row, { now }: Screen): Part[] {
  if (row.due === undefined || !isOpen(row)) return [];
  const late = daysLate(row.due, now);
  if (late > 0) return [part(lateText(late), 'red', 'bold')];
  const colors: Color[] = isDueSoon(row.due, now) ? ['yellow'] : [];
  return [part(`due ${escapeControl(shortDate(row.due, now))}`, ...colors)];
}

export const lateText = (days: number): string => (days === 1 ? '1 day late' : `${days} days late`);

/** More would say less. */
const MAX_BLOCKERS = 3;

function blockedParts(data: ProjectData, row: Row): Part[] {
  if (row.state !== undefined) {
    return [part(escapeControl(row.state), ...(isOpen(row) ? (['magenta'] as const) : []))];
  }
  const blockers = (row.blockedBy ?? []).map((id) => data.shortOf(row.planId, id));
  if (blockers.length === 0) return [];
  const more = blockers.length > MAX_BLOCKERS ? ` +${blockers.length - MAX_BLOCKERS}` : '';
  const names = blockers.slice(0, MAX_BLOCKERS).map(escapeControl).join(' ');
  return [part(`blocked by ${names}${more}`, 'magenta')];
}

/** Who works on it, with the time; of a task that no one works on, who it is assigned to. */
function holderParts(row: Row, { you, now }: Screen): Part[] {
  const holder = row.heldBy ?? row.assignee;
  if (holder === undefined || !isOpen(row)) return [];
  const name = `@${shownName(holder, you)}`;
  if (row.claim === undefined) return [part(name, 'cyan')];
  if (row.claim.expired) {
    const seen = Date.parse(row.claim.lastSeen ?? row.claim.since);
    return [part(`${name}, inactive ${lasting(seen, now).replace(/^(?!since)/, 'for ')}`, 'cyan')];
  }
  return [part(`${name} ${lasting(Date.parse(row.claim.since), now)}`, 'cyan')];
}

/** The random end of a generated name says nothing to a reader. */
export function shownName(name: string, you: string): string {
  if (name === you) return 'you';
  return escapeControl(name.replace(/-[a-z2-9]{5}(?=$|\/)/, ''));
}

/** `shop › Checkout`, or only what is left of it. */
export function placeOf(
  { planId, sectionPath }: Row,
  { withPlan = true } = {},
): string | undefined {
  const path = [...(withPlan ? [planId] : []), ...sectionPath];
  return path.length > 0 ? path.join(' › ') : undefined;
}

/** The width of the short names of some tasks. */
export const nameWidthOf = (rows: readonly Row[]): number =>
  Math.max(0, ...rows.map((row) => namePart(row, 0).text.length));
