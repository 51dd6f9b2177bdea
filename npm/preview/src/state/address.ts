/** What the address says: `#/plan/view/task?filters`. */
import { GROUPINGS, type Grouping } from '../plan/columns.ts';
import { type Filters, NO_FILTERS, QUICK } from '../plan/filters.ts';

export const VIEWS = ['outline', 'board', 'timeline', 'graph', 'progress', 'text'] as const;
export type View = (typeof VIEWS)[number];

export interface Address {
  /** Empty for the page of all plans. */
  planId: string;
  view: View;
  /** The open task. */
  taskId: string;
  filters: Filters;
  grouping: Grouping;
  /** A line of the text to show. */
  line: number;
}

export const HOME: Address = {
  planId: '',
  view: 'outline',
  taskId: '',
  filters: NO_FILTERS,
  grouping: 'status',
  line: 0,
};

const oneOf = <Word extends string>(words: readonly Word[], word: string | null | undefined) =>
  words.find((known) => known === word);

export function readAddress(hash: string): Address {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?', 2);
  const [planId = '', view, taskId = ''] = path.replace(/^\//, '').split('/').map(decoded);
  const given = new URLSearchParams(query);
  const word = (name: string) => given.get(name) ?? '';
  return {
    planId,
    view: oneOf(VIEWS, view) ?? 'outline',
    taskId,
    filters: {
      query: word('q'),
      quick: oneOf(QUICK, word('show')) ?? '',
      status: word('status'),
      priority: word('priority'),
      tag: word('tag'),
      assignee: word('assignee'),
    },
    grouping: oneOf(GROUPINGS, word('group')) ?? 'status',
    line: Math.max(0, Number.parseInt(word('line'), 10) || 0),
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function writeAddress({ planId, view, taskId, filters, grouping, line }: Address): string {
  if (planId === '') return '#/';
  const { query, quick, ...fields } = filters;
  const given = Object.entries({
    q: query,
    show: quick,
    ...fields,
    group: grouping === 'status' ? '' : grouping,
    line: line === 0 ? '' : String(line),
  }).filter(([, value]) => value !== '');
  const search = new URLSearchParams(given).toString();
  const path = [planId, view, ...(taskId === '' ? [] : [taskId])].map(encodeURIComponent).join('/');
  return `#/${path}${search === '' ? '' : `?${search}`}`;
}
