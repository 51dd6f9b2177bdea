import type { Prompt } from '../../io.ts';
import type { CommandContext, CommandDefinition } from '../command.ts';
import { ExitCode, Failure } from '../exit-code.ts';
import { escapeControl, escapeLines } from '../text/escape.ts';
import type { Style } from '../text/style.ts';

interface OpenConflict {
  conflict: string;
  line: number;
  taskId?: string;
  field: string;
  base?: string;
  ours?: string;
  theirs?: string;
}

interface Conflicts {
  etag: string;
  conflicts: OpenConflict[];
  /** What to do once all are settled. */
  next?: string;
}

export const resolve: CommandDefinition = {
  usage: '<plan> [flags]',
  about: `Resolve the conflicts that a merge left in a plan, one question per field. Where git merged by lines, the merge is
first redone by task, so only contradictions are asked. All choices are written together; what is skipped stays a
conflict. Scripts use ltp plan resolve, agents the tool plan_resolve.`,
  examples: [{ line: 'ltp resolve demo', what: 'asks until no conflict is left' }],
  flags: [],
  positionals: ['plan'],
  run: async (context) => {
    context.atMost(1);
    const { io } = context;
    const planId = context.word(0, 'The plan');
    const { etag, conflicts, next } = await planResolve(context, { planId });
    if (conflicts.length === 0) {
      const wasMerged = next !== undefined;
      io.print(wasMerged ? resolvedText(next) : 'There are no conflicts in the plan.\n');
      return ExitCode.done;
    }
    if (!io.isInteractive) {
      const count = conflicts.length === 1 ? '1 conflict is' : `${conflicts.length} conflicts are`;
      throw new Failure(
        `${count} left, and this is not a terminal; use ltp plan resolve ${planId} --choice ${conflicts[0]?.conflict}=ours`,
      );
    }
    const choices = await askChoices(context, conflicts);
    const after: Conflicts =
      choices.length === 0
        ? { etag, conflicts }
        : await planResolve(context, { planId, choices, ifMatch: etag });
    const left = after.conflicts.length;
    io.print(left === 0 ? resolvedText(after.next) : `${left} left.\n`);
    return left === 0 ? ExitCode.done : ExitCode.failed;
  },
};

function resolvedText(next: string | undefined): string {
  return `All resolved.\n${next ? `Now run ${escapeControl(next)}\n` : ''}`;
}

async function planResolve(
  context: CommandContext,
  args: Record<string, unknown>,
): Promise<Conflicts> {
  const request = { kind: 'tool', name: 'plan_resolve', args } as const;
  return (await context.call(context.session('plan'), request)) as unknown as Conflicts;
}

/**
 * Until all conflicts have a choice, or the user quits; then nothing is written. Fields of one task line are written
 * together, so those of which one was skipped stay open.
 */
async function askChoices(
  { io, output: { style } }: CommandContext,
  conflicts: readonly OpenConflict[],
): Promise<string[]> {
  const prompt = io.openPrompt();
  const choices: [OpenConflict, string][] = [];
  const skipped = new Set<string>();
  try {
    for (const [index, conflict] of conflicts.entries()) {
      io.print(questionText(conflict, `${index + 1} of ${conflicts.length}`, style));
      const choice = await askChoice(prompt);
      if (choice === 'quit') return [];
      if (choice === 'skip') skipped.add(numberOf(conflict));
      else choices.push([conflict, choice]);
    }
  } finally {
    prompt.close();
  }
  return choices
    .filter(([conflict]) => !skipped.has(numberOf(conflict)))
    .map(([{ conflict }, choice]) => `${conflict}=${choice}`);
}

/** The number of a conflict, without the field. */
function numberOf({ conflict }: OpenConflict): string {
  return conflict.split('.', 1)[0] ?? conflict;
}

function questionText(
  { taskId, field, line, base, ours, theirs }: OpenConflict,
  count: string,
  { paint }: Style,
) {
  const what = `${field}${taskId ? ` of ${taskId}` : ''}`;
  const side = (name: string, value: string | undefined) => {
    const shown = value === undefined ? '(deleted)' : escapeLines(value);
    return `  ${paint('cyan', name.padEnd(6))}  ${shown.replaceAll('\n', '\n          ')}\n`;
  };
  return `\n${paint('bold', escapeControl(what))} (line ${line}, ${count})\n${base === undefined ? '' : side('base', base)}${side('ours', ours)}${side('theirs', theirs)}`;
}

const KEYS: Record<string, string> = { o: 'ours', t: 'theirs', b: 'both', s: 'skip', q: 'quit' };

async function askChoice(prompt: Prompt): Promise<string> {
  for (;;) {
    const typed = await prompt.ask('[o]urs, [t]heirs, [b]oth, [e]dit, [s]kip, [q]uit? ');
    if (typed === undefined) return 'quit';
    const key = typed.trim().toLowerCase().charAt(0);
    const choice = KEYS[key];
    if (choice !== undefined) return choice;
    if (key !== 'e') continue;
    return (await prompt.ask('What should it be? ')) ?? 'quit';
  }
}
