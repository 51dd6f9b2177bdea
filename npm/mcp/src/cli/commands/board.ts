import { chosenNumber, type Flag } from '../../flags.ts';
import type { CommandBody } from '../command.ts';
import { ExitCode } from '../exit-code.ts';
import { FILTER_FLAGS, filterOf } from '../filter.ts';
import {
  detailsOf,
  parentIdOf,
  readPlan,
  type ShownPlan,
  type ShownTask,
  taskJson,
} from '../plan-reader.ts';
import { printable } from '../text/printable.ts';
import { progress } from '../text/progress.ts';
import type { Look, Style } from '../text/style.ts';
import { details, statusLook } from '../text/task.ts';
import { cutOff, widthOf, wrapped } from '../text/width.ts';

const COLUMNS = [
  { status: 'todo', title: 'To do' },
  { status: 'doing', title: 'In progress' },
  { status: 'done', title: 'Done' },
] as const;

const LIMIT: Flag = {
  name: 'limit',
  value: 'N',
  help: 'most tasks in a column of text (default: 20; 0 for all)',
};
const USUAL_LIMIT = 20;

export const board: CommandBody = {
  usage: '<plan> [flags]',
  about: `Show a plan as a board with a column for each status, as wide as the terminal. On a narrow one
the columns stand below each other.`,
  examples: [
    { line: 'ltp board demo', what: 'the board' },
    { line: 'ltp board demo --tag api --limit 0', what: 'all tasks with a tag' },
    { line: 'ltp board demo --json', what: 'columns for a script' },
  ],
  flags: [...FILTER_FLAGS, LIMIT],
  places: ['plan'],
  run: async (invocation) => {
    const planId = invocation.word(0, 'The plan');
    invocation.atMost(1);
    const filter = filterOf(invocation.line);
    const limit = chosenNumber(invocation.line, 'limit') ?? USUAL_LIMIT;
    const plan = await readPlan(invocation, planId);
    const columns = COLUMNS.map(({ status, title }) => ({
      status,
      title,
      tasks: plan.tasks.filter((task) => task.status === status && filter.matches(task)),
    }));
    const answer = () => ({
      planId,
      title: plan.title,
      stats: plan.stats,
      columns: columns.map(({ status, tasks }) => ({
        status,
        tasks: tasks.map((task) => taskJson(task, parentIdOf(plan, task))),
      })),
    });
    await invocation.output.answer(answer, (style) => boardText(plan, columns, limit, style));
    return ExitCode.done;
  },
};

interface BoardColumn {
  status: string;
  title: string;
  tasks: ShownTask[];
}

const GAP = '  ';
const NARROWEST_COLUMN = 20;
const WIDEST_COLUMN = 48;
/** A title takes no more lines of a card. */
const MOST_LINES = 4;

function boardText(
  plan: ShownPlan,
  columns: readonly BoardColumn[],
  limit: number,
  style: Style,
): string {
  const heading = `${style.paint('bold', printable(plan.title))}  ${progress(plan.stats)}\n`;
  const room = Math.floor((style.width - GAP.length * (columns.length - 1)) / columns.length);
  const width = Math.min(room, WIDEST_COLUMN);
  if (width < NARROWEST_COLUMN) {
    const stacked = columns.map((column) => columnLines(column, style.width, limit, style));
    return `${heading}\n${stacked.map((lines) => `${lines.map(painted).join('\n')}\n`).join('\n')}`;
  }
  const side = columns.map((column) => columnLines(column, width, limit, style));
  const height = Math.max(...side.map((lines) => lines.length));
  const rows = Array.from({ length: height }, (_, row) =>
    side
      .map((lines) => padded(lines[row], width))
      .join(GAP)
      .trimEnd(),
  );
  return `${heading}\n${rows.join('\n')}\n`;
}

/** A line with its width, which its colours do not count for. */
interface Line {
  text: string;
  paint(text: string): string;
}

function painted(line: Line | undefined): string {
  return line ? line.paint(line.text) : '';
}

function padded(line: Line | undefined, width: number): string {
  return painted(line) + ' '.repeat(Math.max(0, width - widthOf(line?.text ?? '')));
}

function columnLines(
  { status, title, tasks }: BoardColumn,
  width: number,
  limit: number,
  style: Style,
): Line[] {
  const line = (text: string, look?: Look): Line => ({
    text,
    paint: (given) => (look ? style.paint(look, given) : given),
  });
  const plain: Style = { ...style, paint: (_, text) => text };
  const shown = limit === 0 ? tasks : tasks.slice(0, limit);
  const left = tasks.length - shown.length;
  return [
    line(cutOff(`${title} (${tasks.length})`, width), 'bold'),
    line('─'.repeat(width), statusLook(status)),
    ...shown.flatMap((task) => [
      ...titleLines(task, width).map((text) => line(text)),
      ...wrapped(
        [...details(detailsOf(task), plain), task.id].map(printable).join(' '),
        width - 2,
      ).map((text) => line(`  ${text}`, 'dim')),
      line(''),
    ]),
    ...(left > 0 ? [line(cutOff(`… and ${left} more`, width), 'dim')] : []),
  ];
}

function titleLines({ title }: ShownTask, width: number): string[] {
  const lines = wrapped(printable(title), width);
  if (lines.length <= MOST_LINES) return lines;
  return [...lines.slice(0, MOST_LINES - 1), cutOff(`${lines[MOST_LINES - 1]} …`, width)];
}
