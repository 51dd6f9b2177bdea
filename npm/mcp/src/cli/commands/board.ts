import { chosenNumber, type Flag } from '../../flags.ts';
import type { CommandDefinition } from '../command.ts';
import { ExitCode } from '../exit-code.ts';
import { FILTER_FLAGS, filterOf } from '../filter.ts';
import {
  detailsOf,
  type PlanOutline,
  parentIdOf,
  readPlan,
  type TaskOutline,
  taskJson,
} from '../plans.ts';
import { escapeControl } from '../text/escape.ts';
import { progress } from '../text/progress.ts';
import type { Color, Style } from '../text/style.ts';
import { details, statusColor } from '../text/task.ts';
import { truncateToWidth, widthOf, wrap } from '../text/width.ts';

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
const DEFAULT_LIMIT = 20;

export const board: CommandDefinition = {
  usage: '<plan> [flags]',
  about: `Show a plan as a board with a column for each status, as wide as the terminal. On a narrow
terminal the columns are below each other.`,
  examples: [
    { line: 'ltp board demo', what: 'the board' },
    { line: 'ltp board demo --tag api --limit 0', what: 'all tasks with a tag' },
    { line: 'ltp board demo --json', what: 'columns for a script' },
  ],
  flags: [...FILTER_FLAGS, LIMIT],
  positionals: ['plan'],
  run: async (context) => {
    const planId = context.word(0, 'The plan');
    context.atMost(1);
    const filter = filterOf(context.line);
    const limit = chosenNumber(context.line, 'limit') ?? DEFAULT_LIMIT;
    const plan = await readPlan(context, planId);
    const columns = COLUMNS.map(({ status, title }) => ({
      status,
      title,
      tasks: plan.tasks.filter((task) => task.status === status && filter.matches(task)),
    }));
    const json = () => ({
      planId,
      title: plan.title,
      stats: plan.stats,
      columns: columns.map(({ status, tasks }) => ({
        status,
        tasks: tasks.map((task) => taskJson(task, parentIdOf(plan, task))),
      })),
    });
    await context.output.result(json, (style) => boardText(plan, columns, limit, style));
    return ExitCode.done;
  },
};

interface BoardColumn {
  status: string;
  title: string;
  tasks: TaskOutline[];
}

const GAP = '  ';
const MIN_COLUMN = 20;
const MAX_COLUMN = 48;
/** Lines of a title. */
const MAX_LINES = 4;

function boardText(
  plan: PlanOutline,
  columns: readonly BoardColumn[],
  limit: number,
  style: Style,
): string {
  const heading = `${style.paint('bold', escapeControl(plan.title))}  ${progress(plan.stats)}\n`;
  const room = Math.floor((style.width - GAP.length * (columns.length - 1)) / columns.length);
  const width = Math.min(room, MAX_COLUMN);
  if (width < MIN_COLUMN) {
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

/** The text without colors has the width of the line. */
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
  const line = (text: string, color?: Color): Line => ({
    text,
    paint: (given) => (color ? style.paint(color, given) : given),
  });
  const plain: Style = { ...style, paint: (_, text) => text };
  const shown = limit === 0 ? tasks : tasks.slice(0, limit);
  const left = tasks.length - shown.length;
  return [
    line(truncateToWidth(`${title} (${tasks.length})`, width), 'bold'),
    line('─'.repeat(width), statusColor(status)),
    ...shown.flatMap((task) => [
      ...titleLines(task, width).map((text) => line(text)),
      ...wrap(
        [...details(detailsOf(task), plain), task.id].map(escapeControl).join(' '),
        width - 2,
      ).map((text) => line(`  ${text}`, 'dim')),
      line(''),
    ]),
    ...(left > 0 ? [line(truncateToWidth(`… and ${left} more`, width), 'dim')] : []),
  ];
}

function titleLines({ title }: TaskOutline, width: number): string[] {
  const lines = wrap(escapeControl(title), width);
  if (lines.length <= MAX_LINES) return lines;
  return [...lines.slice(0, MAX_LINES - 1), truncateToWidth(`${lines[MAX_LINES - 1]} …`, width)];
}
