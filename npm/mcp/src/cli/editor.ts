/** Text that is written in the user's editor. It is kept as a draft until it is saved. */
import { readFileSync } from 'node:fs';
import { removeFile, writeDraft } from 'long-term-plan-core/node';
import type { CommandContext } from './command.ts';
import { Failure, failureReason } from './exit-code.ts';

/** `$VISUAL`, `$EDITOR`, or `vi` at a terminal. */
export function editorOf({ io }: CommandContext): string | undefined {
  const { VISUAL, EDITOR } = io.env;
  return VISUAL || EDITOR || (io.isInteractive ? 'vi' : undefined);
}

export interface Draft {
  /** Its path. */
  file: string;
  /** The text after the editor was closed. */
  text: string;
}

/** The text after it was edited. The draft stays until {@link discard}. */
export async function editDraft(
  context: CommandContext,
  name: string,
  text: string,
): Promise<Draft> {
  const editor = editorOf(context);
  if (editor === undefined) {
    throw new Failure('There is no terminal for an editor. Set $EDITOR, or use flags.', {
      code: 'USAGE',
    });
  }
  const file = writeDraft(context.plansPath, name, text);
  if ((await context.io.runEditor(editor, file)) !== 0) {
    discard(file);
    throw new Failure(`The editor "${editor}" failed, so nothing was changed`);
  }
  return { file, text: readDraft(file) ?? '' };
}

/** A draft that an earlier command left, if there is one. */
export function readDraft(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Failure(`${file} cannot be read: ${failureReason(error)}`);
  }
}

export const discard = (file: string): void => removeFile(file);

/** The same for a text that is needed once. */
export async function editText(
  context: CommandContext,
  name: string,
  text: string,
): Promise<string> {
  const draft = await editDraft(context, name, text);
  discard(draft.file);
  return draft.text;
}
