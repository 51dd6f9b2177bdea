import { UsageError } from '../../flags.ts';
import type { CommandContext, CommandDefinition } from '../command.ts';
import { ExitCode } from '../exit-code.ts';
import { DRY_RUN_FLAG, isDryRun, PLAN_FLAG } from '../fields.ts';
import { reply } from '../reply.ts';
import { diffText } from '../text/diff.ts';
import { escapeControl } from '../text/escape.ts';
import { count, type Screen } from '../views/line.ts';
import { namedPlan, readProject } from '../which-plan.ts';

interface Remaining {
  code: string;
  line: number;
  message: string;
}

/** What was done to the file of a plan. */
export interface FixedFile {
  planId: string;
  path: string;
  applied: { action: string; line: number }[];
  diff: string;
  remaining: Remaining[];
  changeId?: string;
  etag?: string;
}

/** One of them, or several. */
const ACTIONS: Record<string, [string, string]> = {
  addFormatHeader: ['header added', 'headers added'],
  addMissingIds: ['id added', 'ids added'],
  joinWrappedLines: ['line joined', 'lines joined'],
  normalizeIndent: ['indentation changed', 'indentations changed'],
  normalizeStatusChar: ['mark changed', 'marks changed'],
  dedupeIds: ['duplicate id replaced', 'duplicate ids replaced'],
};

export const fix: CommandDefinition = {
  usage: '[PLAN…] [flags]',
  output: 'text',
  about: `Repair what was typed by hand: tasks without an id, other marks, tabs, an id that was pasted twice. The diff is
shown. What needs a person stays and is listed.`,
  examples: [
    { line: 'ltp fix', what: 'all plans' },
    { line: 'ltp fix demo -n', what: 'only shows the diff' },
  ],
  flags: [PLAN_FLAG, DRY_RUN_FLAG],
  positionals: ['plan…'],
  run: async (context) => {
    const named = namedPlan(context);
    const wanted = [...context.words, ...(named === undefined ? [] : [named])];
    const files = await fixPlans(context, wanted);
    const left = files.reduce((sum, { remaining }) => sum + remaining.length, 0);
    const isFixed = files.some(({ applied }) => applied.length > 0);
    await reply(context, {
      json: () => ({ files, ...(isDryRun(context) && { dryRun: true }) }),
      lines: (screen) => fixLines(files, screen, isDryRun(context)),
      hints: isFixed && !isDryRun(context) ? ['undo: ltp undo'] : [],
    });
    return left > 0 ? ExitCode.failed : ExitCode.done;
  },
};

/** Repairs the plans, all of them if none is named. */
export async function fixPlans(
  context: CommandContext,
  wanted: readonly string[],
): Promise<FixedFile[]> {
  const request = wanted.length > 0 ? { planIds: wanted } : {};
  const data = await readProject(context, request);
  if (data.plans.length === 0) throw new UsageError('There is no plan to fix');
  const files: FixedFile[] = [];
  for (const { planId, tasks } of data.plans) {
    if (tasks === undefined) continue;
    const result = isDryRun(context)
      ? (await context.toolDryRun('plan_fix', { planId })).result
      : await context.tool('plan_fix', { planId });
    files.push(result as unknown as FixedFile);
  }
  return files;
}

export function fixLines(files: readonly FixedFile[], screen: Screen, isDry: boolean): string[] {
  const changed = files.filter(({ applied }) => applied.length > 0);
  const unchanged = files.filter(
    ({ applied, remaining }) => applied.length + remaining.length === 0,
  );
  const diffs = changed.flatMap(({ diff }) => diffText(diff, screen.style).trimEnd().split('\n'));
  const verb = isDry ? 'Would fix' : 'Fixed';
  const fixed = changed.map(
    ({ planId, applied }) => `${verb} ${escapeControl(planId)}: ${appliedText(applied)}.`,
  );
  const nothing =
    unchanged.length > 0 && changed.length > 0
      ? ` ${count(unchanged.length, 'plan')} needed nothing.`
      : '';
  const left = files.flatMap(({ path, remaining }) =>
    remaining.map(({ code, line, message }) => {
      const file = path.split('/').at(-1) ?? path;
      return escapeControl(`left: ${file}:${line}: ${code}: ${message}`);
    }),
  );
  if (changed.length === 0 && left.length === 0) return ['Nothing to fix.'];
  const summary = fixed.length > 0 ? [...fixed.slice(0, -1), `${fixed.at(-1)}${nothing}`] : [];
  return [...diffs, ...summary, ...left];
}

/** `2 ids added, 1 mark changed` */
function appliedText(applied: FixedFile['applied']): string {
  const counts = new Map<string, number>();
  for (const { action } of applied) counts.set(action, (counts.get(action) ?? 0) + 1);
  const order = Object.keys(ACTIONS);
  return [...counts]
    .sort(([one], [other]) => order.indexOf(one) - order.indexOf(other))
    .map(([action, number]) => {
      const [single, several] = ACTIONS[action] ?? [action, action];
      return `${number} ${number === 1 ? single : several}`;
    })
    .join(', ');
}
