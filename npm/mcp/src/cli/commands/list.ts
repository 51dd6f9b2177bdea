import { chosenNumber, type Flag, isOn, lastValue, UsageError } from '../../flags.ts';
import type { CommandContext, CommandDefinition } from '../command.ts';
import { daysLate } from '../dates.ts';
import { ExitCode } from '../exit-code.ts';
import {
  ALL_PLANS_FLAG,
  choiceFlag,
  dateFlag,
  FIELD_FLAGS,
  PLAN_FLAG,
  PRIORITIES,
  tagValues,
} from '../fields.ts';
import { isOpen, type ProjectData, type Row, rowJson } from '../project-data.ts';
import { reply } from '../reply.ts';
import { count } from '../views/line.ts';
import { flatLines, planLines } from '../views/list.ts';
import { isBlocked } from '../views/next.ts';
import { isInProgress, yoursFirst } from '../views/status.ts';
import { readProject, viewedPlans } from '../which-plan.ts';

const STATUSES = [
  'open',
  'todo',
  'doing',
  'done',
  'blocked',
  'deferred',
  'cancelled',
  'archived',
  'all',
];
const ORDERS = ['due', 'priority', 'updated', 'title'];

const FLAGS: Flag[] = [
  PLAN_FLAG,
  ALL_PLANS_FLAG,
  { name: 'all', help: 'done tasks too' },
  { name: 'status', value: 'STATUS', help: STATUSES.join(', '), choices: STATUSES },
  { name: 'overdue', help: 'due before today' },
  { name: 'late', help: 'the same as --overdue', isHidden: true },
  { name: 'ready', help: 'what could be started now' },
  { name: 'blocked', help: 'blocked by a task or by its state' },
  { name: 'claimed', help: 'what someone is working on' },
  { name: 'mine', help: 'yours, claimed or assigned' },
  { name: 'due-before', value: 'DATE', help: 'due before this date' },
  ...FIELD_FLAGS,
  { name: 'sort', value: ORDERS.join('|'), help: 'the order of the tasks', choices: ORDERS },
  { name: 'limit', value: 'N', help: 'at most this many' },
];

export const list: CommandDefinition = {
  usage: '[PLAN] [flags]',
  output: 'text',
  about: `Show the open tasks of a plan by section: the plan named, else the default plan, else all plans. With a filter
or --sort, the tasks that match, one after the other.`,
  examples: [
    { line: 'ltp list', what: 'the open tasks' },
    { line: 'ltp list --overdue', what: 'what is late' },
    {
      line: 'ltp list -A --mine --sort due',
      what: 'your tasks in all plans, the most urgent first',
    },
    { line: 'ltp list --ready --json', what: 'for a script' },
  ],
  flags: FLAGS,
  positionals: ['plan'],
  run: async (context) => {
    const planIds = viewedPlans(context, oneWord(context, 'plan'));
    const filter = filterOf(context);
    const data = await readProject(context, planIds ? { planIds } : {});
    const all = [...data.rows()];
    const isWhole =
      filter.names.length === 0 && filter.sort === undefined && filter.limit === undefined;
    const matching = filter.order(all.filter(filter.matches), data);
    const rows = filter.limit === undefined ? matching : matching.slice(0, filter.limit);
    const json = () => ({ tasks: rows.map(rowJson), count: matching.length });
    if (isWhole) {
      const others = data.plans
        .filter(({ tasks }) => tasks === undefined)
        .map(({ planId }) => planId);
      await reply(context, {
        json,
        lines: (screen) => [
          ...data.plans
            .filter(({ tasks }) => tasks !== undefined)
            .flatMap((plan, index) => [
              ...(index > 0 ? [''] : []),
              ...planLines(data, plan, screen, { hasDone: filter.hasDone }),
            ]),
          '',
          `${all.filter(isOpen).length} open, ${all.filter((row) => !isOpen(row)).length} done`,
        ],
        hints: listHints(filter.hasDone, others),
      });
    } else {
      const of = filter.hasDone ? all : all.filter(isOpen);
      const kind = filter.hasDone ? 'task' : 'open task';
      await reply(context, {
        json,
        lines: (screen) =>
          rows.length === 0
            ? [nothingText(filter.names, filter.hasDone)]
            : [
                ...flatLines(data, rows, screen, { withPlan: planIds === undefined }),
                `${rows.length} of ${count(of.length, kind)}`,
              ],
      });
    }
    return ExitCode.done;
  },
};

/** The only word after a command, if there is one. */
export function oneWord(context: CommandContext, what: string): string | undefined {
  const [word, extra] = context.words;
  if (extra !== undefined) {
    throw new UsageError(`Unexpected argument "${extra}". ${context.name} takes one ${what}.`);
  }
  return word;
}

function listHints(hasDone: boolean, others: readonly string[]): string[] {
  const done = hasDone ? [] : ['done ones too: ltp list --all'];
  const plans = others.length > 0 ? [`Other plans: ${others.join(', ')} (-A for all)`] : [];
  const parts = [...done, ...plans];
  return parts.length > 0 ? [parts.join('. ')] : [];
}

interface ListFilter {
  /** The words for what was filtered by. */
  names: string[];
  hasDone: boolean;
  sort: string | undefined;
  limit: number | undefined;
  matches(row: Row): boolean;
  order(rows: Row[], data: ProjectData): Row[];
}

type Test = (row: Row) => boolean;

function filterOf(context: CommandContext): ListFilter {
  const { line, now, caller } = context;
  const names: string[] = [];
  const tests: Test[] = [];
  const add = (name: string, test: Test) => {
    names.push(name);
    tests.push(test);
  };
  const status = choiceFlag(context, 'status', STATUSES);
  const hasDone =
    isOn(line, 'all') || ['done', 'cancelled', 'archived', 'all'].includes(status ?? '');
  if (!hasDone) tests.push(isOpen);
  if (status !== undefined && status !== 'open' && status !== 'all')
    add(status, statusTest(status));
  if (isOn(line, 'overdue') || isOn(line, 'late')) {
    add('overdue', (row) => isOpen(row) && daysLate(row.due, now) > 0);
  }
  if (isOn(line, 'ready')) add('ready', (row) => row.ready === true);
  if (isOn(line, 'blocked')) add('blocked', isBlocked);
  if (isOn(line, 'claimed')) add('claimed', isInProgress);
  if (isOn(line, 'mine')) add('yours', (row) => (row.heldBy ?? row.assignee) === caller);
  const before = dateFlag(context, 'due-before');
  if (before !== undefined)
    add(`due before ${before}`, ({ due }) => due !== undefined && due < before);
  const due = dateFlag(context, 'due');
  if (due !== undefined) add(`due ${due}`, (row) => row.due === due);
  const priority = choiceFlag(context, 'priority', PRIORITIES);
  if (priority !== undefined) add(`of ${priority} priority`, (row) => row.priority === priority);
  const tags = tagValues(context, 'tag').map(folded);
  if (tags.length > 0) {
    add(`tagged ${tags.join(', ')}`, (row) =>
      tags.every((tag) => row.tags?.map(folded).includes(tag)),
    );
  }
  const section = lastValue(line, 'section');
  if (section !== undefined) {
    const wanted = section.split('/').map((name) => folded(name.trim()));
    add(`in ${section}`, ({ sectionPath }) => isWithin(wanted, sectionPath.map(folded)));
  }
  for (const field of ['assignee', 'estimate', 'type', 'area'] as const) {
    const value = lastValue(line, field);
    if (value === undefined) continue;
    const wanted = field === 'assignee' && value === 'me' ? caller : value;
    add(`with ${field} ${value}`, (row) => folded(row[field] ?? '') === folded(wanted));
  }
  const sort = choiceFlag(context, 'sort', ORDERS);
  return {
    names,
    hasDone,
    sort,
    limit: chosenNumber(line, 'limit') || undefined,
    matches: (row) => tests.every((test) => test(row)),
    order: (rows, data) => ordered(context, rows, sort, data),
  };
}

function statusTest(status: string): Test {
  if (status === 'blocked') return isBlocked;
  return (row) => row.status === status || row.state === status;
}

/** What is claimed starts with your own; what is ready is in the order in which it is taken. */
function ordered(
  context: CommandContext,
  rows: Row[],
  sort: string | undefined,
  data: ProjectData,
): Row[] {
  if (sort === undefined) {
    if (isOn(context.line, 'ready')) return data.ready.filter((row) => rows.includes(row));
    return isOn(context.line, 'claimed') ? yoursFirst(rows, context.caller) : rows;
  }
  const rank = (row: Row): string => {
    if (sort === 'title') return folded(row.title);
    if (sort === 'due') return row.due ?? '9999';
    return String(PRIORITIES.indexOf(row.priority ?? 'medium')) + (row.due ?? '9999');
  };
  return [...rows].sort((one, other) =>
    rank(one) < rank(other) ? -1 : rank(one) > rank(other) ? 1 : 0,
  );
}

function nothingText(names: readonly string[], hasDone: boolean): string {
  return `No ${hasDone ? '' : 'open '}task is ${names.join(' and ') || 'left'}.`;
}

/** Whether the path contains the names in that order. */
function isWithin(names: readonly string[], path: readonly string[]): boolean {
  let next = 0;
  for (const name of path) if (name === names[next]) next += 1;
  return next === names.length;
}

const folded = (text: string): string => text.normalize('NFKC').toLowerCase();
