import type { CommandDefinition } from '../command.ts';
import { daysLate } from '../dates.ts';
import { ExitCode } from '../exit-code.ts';
import { isOpen, readProjectData, rowJson } from '../project-data.ts';
import { reply } from '../reply.ts';
import { overviewOf, statusLines } from '../views/status.ts';
import { hasPlansDirectory } from '../which-plan.ts';

const MOST_NEXT = 3;

const FIRST_STEPS = `No plans here yet.

  ltp init             set up plans in this folder and connect your agents
  ltp import TODO.md   start from a list you already have
  ltp --help           all commands

ltp keeps plans as Markdown in .long-term-plan/. You change them with any
editor, with ltp or in the browser; coding agents use the same files over MCP.`;

export const status: CommandDefinition = {
  usage: '[flags]',
  output: 'text',
  about:
    'Show where things stand: the plans, what is in progress, what is late, and what comes next.',
  examples: [
    { line: 'ltp', what: 'where things stand' },
    { line: 'ltp status --json', what: 'for a script' },
  ],
  flags: [],
  run: async (context) => {
    context.atMost(0);
    const data = hasPlansDirectory(context) ? await readProjectData(context) : undefined;
    const { root } = context.project;
    if (data === undefined || data.plans.length === 0) {
      const json = { root, plans: [], inProgress: [], overdue: [], next: [] };
      await reply(context, { json, lines: () => FIRST_STEPS.split('\n') });
      return ExitCode.done;
    }
    const overview = overviewOf(data, context.now, context.caller);
    const { inProgress, overdue, next } = overview;
    await reply(context, {
      json: () => ({
        root,
        plans: data.plans.map(({ planId, title, path, stats, tasks = [], errors }) => ({
          planId,
          title,
          path,
          stats,
          overdue: tasks.filter((row) => isOpen(row) && daysLate(row.due, context.now) > 0).length,
          ...(errors && { error: errors[0] }),
        })),
        inProgress: inProgress.map(rowJson),
        overdue: overdue.map(rowJson),
        next: next.slice(0, MOST_NEXT).map(rowJson),
      }),
      lines: (screen) => [
        ...statusLines(data, overview, screen, context.io.terminal?.rows),
        ...(context.io.terminal ? [''] : []),
      ],
      hints: [
        next.length > 0
          ? 'ltp start takes the first one. ltp list, ltp board, ltp --help'
          : 'ltp list, ltp board, ltp --help',
      ],
    });
    return ExitCode.done;
  },
};
