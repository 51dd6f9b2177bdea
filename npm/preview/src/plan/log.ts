/** The log of a plan, as sentences: who did what, when. */
import { dayOf, daysBetween } from '../words/dates.ts';
import { fieldName } from '../words/labels.ts';

/** A change as `plan_log` returns it. */
export interface LoggedChange {
  changeId: string;
  at: string;
  by?: string;
  tool?: string;
  yours?: boolean;
  switched?: boolean;
  undoes?: string;
  undoneBy?: string;
  what: string[];
}

/** One line of what a change did. */
export interface ChangePart {
  /** Absent for the plan itself. */
  taskId?: string;
  title?: string;
  kind: 'added' | 'deleted' | 'body' | 'field' | 'other';
  field?: string;
  from?: string;
  to?: string;
  text: string;
}

const LINE = /^(\S+) ("(?:[^"\\]|\\.)*"): (.*)$/s;

export function partOf(line: string): ChangePart {
  const found = LINE.exec(line);
  const what = found?.[3] ?? line.replace(/^plan: /, '');
  const subject = found ? { taskId: found[1] ?? '', title: unquoted(found[2] ?? '') } : {};
  if (what === 'added' || what === 'deleted' || what === 'body') {
    return { ...subject, kind: what, text: what };
  }
  const field = /^(\w+)(?: (.*) -> (.*))?$/s.exec(what);
  if (!field) return { ...subject, kind: 'other', text: what };
  const [, name = '', from, to] = field;
  const values = from === undefined ? {} : { from: value(from), to: value(to ?? '') };
  return { ...subject, kind: 'field', field: name, ...values, text: what };
}

const value = (text: string) => (text === 'none' ? '' : text);

/** Quoted as Rust does it. */
function unquoted(text: string): string {
  return text
    .slice(1, -1)
    .replace(/\\u\{([0-9a-f]+)\}/g, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/\\(["\\'])/g, '$1');
}

/** A change as it is shown. */
export interface Entry {
  changeId: string;
  at: number;
  /** Empty for hand edits. */
  by: string;
  isMine: boolean;
  verb: string;
  /** The task it is about, if it is about one. */
  taskId?: string;
  title?: string;
  parts: ChangePart[];
  undoes?: string;
  undoneBy?: string;
  hasDeleted: boolean;
}

export function entryOf(change: LoggedChange): Entry {
  const parts = change.what.map(partOf);
  const ids = [...new Set(parts.flatMap(({ taskId }) => taskId ?? []))];
  const about = ids.length === 1 ? parts.find(({ taskId }) => taskId !== undefined) : undefined;
  return {
    changeId: change.changeId,
    at: Date.parse(change.at),
    by: change.by ?? '',
    isMine: change.yours === true,
    verb:
      change.undoes === undefined ? verbOf(parts, ids.length, change.tool) : 'undid a change of',
    ...(about?.taskId !== undefined && { taskId: about.taskId, title: about.title ?? '' }),
    parts,
    ...(change.undoes !== undefined && { undoes: change.undoes }),
    ...(change.undoneBy !== undefined && { undoneBy: change.undoneBy }),
    hasDeleted: parts.some(({ kind }) => kind === 'deleted'),
  };
}

const STATE_VERBS: Record<string, string> = {
  blocked: 'blocked',
  deferred: 'deferred',
  cancelled: 'cancelled',
  archived: 'archived',
};
const STATUS_VERBS: Record<string, string> = {
  todo: 'put back',
  doing: 'started',
  done: 'finished',
};
const FIELD_VERBS: Record<string, string> = {
  title: 'renamed',
  due: 'changed the due date of',
  priority: 'set the priority of',
  assignee: 'assigned',
  section: 'moved',
  parent: 'moved',
  position: 'moved',
  order: 'moved',
};

function verbOf(parts: readonly ChangePart[], tasks: number, tool: string | undefined): string {
  if (tasks !== 1) {
    if (tasks === 0) return 'changed the plan';
    const verbs = new Set(parts.map((part) => verbOfPart(part, undefined)));
    const [verb] = verbs;
    return verbs.size === 1 && verb !== undefined
      ? `${verb.replace(/ (of|to)$/, ' of')} ${tasks} tasks`
      : `changed ${tasks} tasks`;
  }
  const order = ['added', 'deleted', 'state', 'status', 'title'];
  const rank = ({ kind, field, to }: ChangePart) => {
    const at = order.indexOf(kind === 'field' ? (field ?? '') : kind);
    return field === 'state' && to === '' ? order.length : at < 0 ? order.length : at;
  };
  const [first] = [...parts].sort((one, other) => rank(one) - rank(other));
  return first ? verbOfPart(first, tool) : 'changed';
}

function verbOfPart(
  { kind, field = '', from, to = '' }: ChangePart,
  tool: string | undefined,
): string {
  if (kind === 'added' || kind === 'deleted') return kind;
  if (kind === 'body') return 'changed the notes of';
  if (kind === 'other') return 'changed';
  if (field === 'state') return STATE_VERBS[to] ?? 'cleared the state of';
  if (field === 'status') {
    if (tool === 'task_start' && to === 'doing') return 'claimed';
    if (from === 'done' && to !== 'done') return 'reopened';
    return STATUS_VERBS[to] ?? 'changed';
  }
  return FIELD_VERBS[field] ?? `changed the ${fieldName(field)} of`;
}

export type LogGroup = 'Just now' | 'Earlier today' | 'Yesterday' | 'Earlier';
const JUST_NOW_MS = 5 * 60_000;

export function groupOf(at: number, now: number): LogGroup {
  if (now - at < JUST_NOW_MS) return 'Just now';
  const days = daysBetween(dayOf(at), dayOf(now));
  return days <= 0 ? 'Earlier today' : days === 1 ? 'Yesterday' : 'Earlier';
}

/** The changes that a newer one has changed again: the same field of the same task. */
export function overwritten(entries: readonly Entry[]): Set<string> {
  const seen = new Set<string>();
  const found = new Set<string>();
  for (const { changeId, parts, undoneBy, undoes } of entries) {
    const keys = parts.map(
      ({ taskId, kind, field }) => `${taskId} ${kind === 'field' ? field : kind}`,
    );
    if (keys.some((key) => seen.has(key))) found.add(changeId);
    if (undoneBy === undefined && undoes === undefined) for (const key of keys) seen.add(key);
  }
  return found;
}
