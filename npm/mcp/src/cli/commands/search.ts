import { chosenNumber, UsageError } from '../../flags.ts';
import type { CommandDefinition } from '../command.ts';
import { ExitCode } from '../exit-code.ts';
import { PLAN_FLAG } from '../fields.ts';
import type { ProjectData, Row } from '../project-data.ts';
import { reply } from '../reply.ts';
import { escapeControl } from '../text/escape.ts';
import { truncateToWidth } from '../text/width.ts';
import { count, roomIn, type Screen } from '../views/line.ts';
import { nameWidthOf, placeOf, taskLines } from '../views/task-line.ts';
import { namedPlan, readProject } from '../which-plan.ts';

const MAX_HITS = 100;
const DEFAULT_LIMIT = 20;

interface Hit {
  planId: string;
  taskId: string;
  title: string;
  status: string;
  sectionPath: string[];
  excerpt?: string;
}

export const search: CommandDefinition = {
  usage: 'WORD… [flags]',
  output: 'text',
  about: 'Find tasks in all plans by words of their title, notes, tags and section, the best match first.',
  examples: [
    { line: 'ltp search parser', what: 'in all plans' },
    { line: 'ltp search linear plan -p demo', what: 'tasks with both words, in one plan' },
  ],
  flags: [PLAN_FLAG, { name: 'limit', value: 'N', help: `at most this many (default: ${DEFAULT_LIMIT})` }],
  run: async (context) => {
    const query = context.words.join(' ').trim();
    if (query === '') throw new UsageError('What are you looking for? Example: ltp search basket');
    const limit = Math.min(chosenNumber(context.line, 'limit') || DEFAULT_LIMIT, MAX_HITS);
    const data = await readProject(context);
    const args = { planId: namedPlan(context) ?? '*', query, limit };
    const { hits, ...rest } = (await context.tool('task_search', args)) as unknown as {
      hits: Hit[];
      nextCursor?: string;
    };
    const rows = hits.flatMap(({ planId, taskId, excerpt }) => {
      const row = data.task({ planId, id: taskId });
      return row ? [{ row, excerpt }] : [];
    });
    await reply(context, {
      json: () => ({
        hits: hits.map((hit) => ({ ...hit, short: data.shortOf(hit.planId, hit.taskId) })),
        count: hits.length,
        ...(rest.nextCursor !== undefined && { nextCursor: rest.nextCursor }),
      }),
      lines: (screen) =>
        rows.length === 0
          ? [`No task contains "${escapeControl(query)}".`]
          : [
              ...hitLines(data, rows, screen),
              rest.nextCursor === undefined ? count(rows.length, 'task') : `the first ${count(rows.length, 'task')}`,
            ],
    });
    return ExitCode.done;
  },
};

function hitLines(
  data: ProjectData,
  hits: readonly { row: Row; excerpt: string | undefined }[],
  screen: Screen,
): string[] {
  const nameWidth = nameWidthOf(hits.map(({ row }) => row));
  const indent = ' '.repeat(nameWidth + 7);
  const room = roomIn(screen.style) - indent.length;
  return hits.flatMap(({ row, excerpt }) => {
    const text = excerpt === undefined ? '' : escapeControl(excerpt.replace(/\s+/g, ' ').trim());
    // What the title says already is not repeated.
    const isNews = text !== '' && !row.title.includes(text.replaceAll('…', '').trim());
    return [
      ...taskLines(data, row, screen, { nameWidth, place: placeOf(row) }),
      ...(isNews ? [indent + screen.style.paint('dim', truncateToWidth(text, room))] : []),
    ];
  });
}
