/** Questions to a person at a terminal. */
import { isOn } from '../flags.ts';
import type { CommandContext } from './command.ts';
import { Failure } from './exit-code.ts';

/** `[y/N]`. Without a terminal, only `--yes` confirms. */
export async function confirm(
  context: CommandContext,
  question: string,
  { isYesDefault = false } = {},
): Promise<boolean> {
  if (isOn(context.line, 'yes')) return true;
  if (!context.io.isInteractive) {
    throw new Failure(`${question} There is no terminal to ask on.`, {
      code: 'USAGE',
      hints: ['pass --yes to do it'],
    });
  }
  const typed = await askOnce(context, `${question} ${isYesDefault ? '[Y/n]' : '[y/N]'} `);
  const reply = typed?.trim().toLowerCase() ?? 'n';
  return reply === '' ? isYesDefault : reply.startsWith('y');
}

/** The line that was typed; `undefined` at the end of the input. */
export async function askOnce(
  { io }: CommandContext,
  question: string,
): Promise<string | undefined> {
  const prompt = io.openPrompt();
  try {
    return await prompt.ask(question);
  } finally {
    prompt.close();
  }
}
