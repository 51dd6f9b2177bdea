import { chosenNumber, UsageError } from '../../flags.ts';
import type { CommandContext, CommandDefinition } from '../command.ts';
import { ExitCode } from '../exit-code.ts';
import { PLAN_FLAG } from '../fields.ts';
import { isOpen, type ProjectData, type Row, readProjectData } from '../project-data.ts';
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
  about:
    'Find tasks in all plans by words of their title, notes, tags and section, the best match first.',
  examples: [
    { line: 'ltp search parser', what: 'in all plans' },
    { line: 'ltp search linear plan -p demo', what: 'tasks with both words, in one plan' },
  ],
  flags: [
    PLAN_FLAG,
    { name: 'limit', value: 'N', help: `at most this many (default: ${DEFAULT_LIMIT})` },
  ],
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
    const found = await hitsOf(context, data, hits, context.words);
    const rows = [
      ...found.filter(({ row }) => isOpen(row)),
      ...found.filter(({ row }) => !isOpen(row)),
    ];
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
              rest.nextCursor === undefined
                ? count(rows.length, 'task')
                : `the first ${count(rows.length, 'task')}`,
            ],
    });
    return ExitCode.done;
  },
};

interface FoundTask {
  row: Row;
  excerpt: string | undefined;
}

/** The tasks, each with the part of its notes that contains a word. */
async function hitsOf(
  context: CommandContext,
  data: ProjectData,
  hits: readonly Hit[],
  words: readonly string[],
): Promise<FoundTask[]> {
  if (hits.length === 0) return [];
  const found: FoundTask[] = [];
  for (const planId of new Set(hits.map((hit) => hit.planId))) {
    const own = hits.filter((hit) => hit.planId === planId);
    const tasks = { words: own.map(({ taskId }) => taskId), planId };
    const { details } = await readProjectData(context, { planIds: [planId], tasks, details: true });
    for (const [index, { taskId }] of own.entries()) {
      const row = data.task({ planId, id: taskId });
      if (row) found.push({ row, excerpt: excerptOf(details[index]?.bodyMarkdown ?? '', words) });
    }
  }
  const order = hits.map(({ planId, taskId }) => `${planId}/${taskId}`);
  const rank = ({ row }: FoundTask) => order.indexOf(`${row.planId}/${row.id}`);
  return found.sort((one, other) => rank(one) - rank(other));
}

/** Characters around the first word that was found. */
const BEFORE = 40;
const AFTER = 25;

/** `… still posts to the old basket. Both services …` */
function excerptOf(body: string, words: readonly string[]): string | undefined {
  const text = body.replace(/\s+/g, ' ').trim();
  const folded = text.toLowerCase();
  const places = words.map((word) => folded.indexOf(word.toLowerCase())).filter((at) => at >= 0);
  if (places.length === 0) return undefined;
  const at = Math.min(...places);
  const start = at <= BEFORE ? 0 : text.indexOf(' ', at - BEFORE) + 1;
  const end = at + AFTER >= text.length ? text.length : text.lastIndexOf(' ', at + AFTER);
  const part = text.slice(start, Math.max(end, at));
  return `${start > 0 ? '… ' : ''}${part}${end < text.length ? ' …' : ''}`;
}

function hitLines(data: ProjectData, hits: readonly FoundTask[], screen: Screen): string[] {
  const nameWidth = nameWidthOf(hits.map(({ row }) => row));
  const indent = ' '.repeat(nameWidth + 7);
  const room = roomIn(screen.style) - indent.length;
  return hits.flatMap(({ row, excerpt }) => {
    const text = escapeControl(excerpt ?? '');
    return [
      ...taskLines(data, row, screen, { nameWidth, place: placeOf(row) }),
      ...(text !== '' ? [indent + screen.style.paint('dim', truncateToWidth(text, room))] : []),
    ];
  });
}
