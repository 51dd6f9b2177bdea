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
  ours?: string;
  theirs?: string;
}

interface Conflicts {
  etag: string;
  conflicts: OpenConflict[];
}

export const resolve: CommandDefinition = {
  usage: '<plan> [flags]',
  about: `Resolve the conflicts that a merge left in a plan, one question per field. All choices are written together;
what is skipped stays a conflict. Scripts use ltp plan resolve, agents the tool plan_resolve.`,
  examples: [{ line: 'ltp resolve demo', what: 'asks until no conflict is left' }],
  flags: [],
  positionals: ['plan'],
  run: async (context) => {
    context.atMost(1);
    const { io } = context;
    const planId = context.word(0, 'The plan');
    const { etag, conflicts } = await planResolve(context, { planId });
    if (conflicts.length === 0) {
      io.print('There are no conflicts in the plan.\n');
      return ExitCode.done;
    }
    if (!io.isInteractive) {
      const count = conflicts.length === 1 ? '1 conflict is' : `${conflicts.length} conflicts are`;
      throw new Failure(
        `${count} left, and this is not a terminal; use ltp plan resolve ${planId} --choice 1=ours`,
      );
    }
    const choices = await askChoices(context, conflicts);
    const left =
      choices.length === 0
        ? conflicts
        : (await planResolve(context, { planId, choices, ifMatch: etag })).conflicts;
    io.print(left.length === 0 ? 'All resolved.\n' : `${left.length} left.\n`);
    return left.length === 0 ? ExitCode.done : ExitCode.failed;
  },
};

async function planResolve(
  context: CommandContext,
  args: Record<string, unknown>,
): Promise<Conflicts> {
  const request = { kind: 'tool', name: 'plan_resolve', args } as const;
  return (await context.call(context.session('plan'), request)) as unknown as Conflicts;
}

/** Until all conflicts have a choice, or the user quits. */
async function askChoices(
  { io, output: { style } }: CommandContext,
  conflicts: readonly OpenConflict[],
): Promise<string[]> {
  const prompt = io.openPrompt();
  const choices: string[] = [];
  try {
    for (const [index, conflict] of conflicts.entries()) {
      io.print(questionText(conflict, `${index + 1} of ${conflicts.length}`, style));
      const choice = await askChoice(prompt);
      if (choice === 'quit') break;
      if (choice !== 'skip') choices.push(`${conflict.conflict}=${choice}`);
    }
  } finally {
    prompt.close();
  }
  return choices;
}

function questionText(
  { taskId, field, line, ours, theirs }: OpenConflict,
  count: string,
  { paint }: Style,
) {
  const what = `${field}${taskId ? ` of ${taskId}` : ''}`;
  const side = (name: string, value: string | undefined) => {
    const shown = value === undefined ? '(deleted)' : escapeLines(value);
    return `  ${paint('cyan', name.padEnd(6))}  ${shown.replaceAll('\n', '\n          ')}\n`;
  };
  return `\n${paint('bold', escapeControl(what))} (line ${line}, ${count})\n${side('ours', ours)}${side('theirs', theirs)}`;
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
