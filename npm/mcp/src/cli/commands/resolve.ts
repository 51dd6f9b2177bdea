import { createInterface, type Interface } from 'node:readline';
import { print } from '../../output.ts';
import type { CommandBody } from '../command.ts';
import { ExitCode, Failure } from '../exit-code.ts';
import type { Invocation } from '../invocation.ts';
import { isTerminalAt } from '../output.ts';
import { printable, printableLines } from '../text/printable.ts';
import { type Style, styleOf } from '../text/style.ts';

interface Open {
  conflict: string;
  line: number;
  taskId?: string;
  field: string;
  ours?: string;
  theirs?: string;
}

interface Answer {
  etag: string;
  conflicts: Open[];
}

export const resolve: CommandBody = {
  usage: '<plan> [flags]',
  about: `Settle the conflicts that a merge left in a plan, one question a field. What is decided is written at once and
together; what is skipped stays as it is. Scripts use ltp plan resolve, agents the tool plan_resolve.`,
  examples: [{ line: 'ltp resolve demo', what: 'asks until nothing is left' }],
  flags: [],
  places: ['plan'],
  run: async (invocation) => {
    invocation.atMost(1);
    const planId = invocation.word(0, 'The plan');
    const { etag, conflicts } = await ask(invocation, { planId });
    if (conflicts.length === 0) {
      print('There are no conflicts in the plan.\n');
      return ExitCode.done;
    }
    if (!isTerminalAt(0) || !invocation.output.isTerminal) {
      throw new Failure(
        `${conflicts.length} conflicts are left, and there is nobody to ask; use ltp plan resolve ${planId} --choice 1=ours`,
      );
    }
    const choices = await decided(conflicts, styleOf(true, process.env));
    const left =
      choices.length === 0
        ? conflicts
        : (await ask(invocation, { planId, choices, ifMatch: etag })).conflicts;
    process.stdout.write(left.length === 0 ? 'All settled.\n' : `${left.length} left.\n`);
    return left.length === 0 ? ExitCode.done : ExitCode.failed;
  },
};

async function ask(invocation: Invocation, args: Record<string, unknown>): Promise<Answer> {
  const session = invocation.session('plan');
  const asked = { kind: 'tool', name: 'plan_resolve', args } as const;
  return (await invocation.ask(session, asked)) as unknown as Answer;
}

/** The choices of a person, until all is decided or enough is. */
async function decided(conflicts: readonly Open[], style: Style): Promise<string[]> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const lines = new Lines(terminal);
  const choices: string[] = [];
  try {
    for (const [at, open] of conflicts.entries()) {
      process.stdout.write(questionText(open, `${at + 1} of ${conflicts.length}`, style));
      const taken = await choice(lines);
      if (taken === 'quit') break;
      if (taken !== 'skip') choices.push(`${open.conflict}=${taken}`);
    }
  } finally {
    terminal.close();
  }
  return choices;
}

function questionText(
  { taskId, field, line, ours, theirs }: Open,
  count: string,
  { paint }: Style,
) {
  const what = `${field}${taskId ? ` of ${taskId}` : ''}`;
  const side = (name: string, value: string | undefined) => {
    const shown = value === undefined ? '(deleted)' : printableLines(value);
    return `  ${paint('cyan', name.padEnd(6))}  ${shown.replaceAll('\n', '\n          ')}\n`;
  };
  return `\n${paint('bold', printable(what))} (line ${line}, ${count})\n${side('ours', ours)}${side('theirs', theirs)}`;
}

const KEYS: Record<string, string> = { o: 'ours', t: 'theirs', b: 'both', s: 'skip', q: 'quit' };

async function choice(lines: Lines): Promise<string> {
  for (;;) {
    const typed = await lines.next('[o]urs, [t]heirs, [b]oth, [e]dit, [s]kip, [q]uit? ');
    if (typed === undefined) return 'quit';
    const key = typed.trim().toLowerCase().charAt(0);
    const taken = KEYS[key];
    if (taken !== undefined) return taken;
    if (key !== 'e') continue;
    const text = await lines.next('What should it be? ');
    return text ?? 'quit';
  }
}

/** Lines of a terminal, none of which gets lost however fast they come. */
class Lines {
  readonly #waiting: string[] = [];
  #wanted: ((line: string | undefined) => void) | undefined;
  #isOver = false;

  constructor(terminal: Interface) {
    terminal.on('line', (line) => {
      if (this.#wanted) this.#answer(line);
      else this.#waiting.push(line);
    });
    terminal.on('close', () => {
      this.#isOver = true;
      this.#answer(undefined);
    });
  }

  /** Nothing at the end of the input. */
  next(question: string): Promise<string | undefined> {
    process.stdout.write(question);
    const waiting = this.#waiting.shift();
    if (waiting !== undefined || this.#isOver) return Promise.resolve(waiting);
    return new Promise((resolve) => {
      this.#wanted = resolve;
    });
  }

  #answer(line: string | undefined): void {
    const wanted = this.#wanted;
    this.#wanted = undefined;
    wanted?.(line);
  }
}
