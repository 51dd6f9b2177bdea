import { UsageError } from '../../flags.ts';
import type { CommandDefinition } from '../command.ts';
import { editText } from '../editor.ts';
import { ExitCode } from '../exit-code.ts';
import { DRY_RUN_FLAG, isDryRun, PLAN_FLAG } from '../fields.ts';
import { readProjectData } from '../project-data.ts';
import { adoptedFacts, reply, replyDryRun, wroteJson, wroteLines } from '../reply.ts';
import { namedPlan, readProject } from '../which-plan.ts';
import { onlyTask } from './start.ts';

export const note: CommandDefinition = {
  usage: 'TASK [TEXT] [flags]',
  output: 'text',
  about: `Append a paragraph to the notes of a task. Without a text, your editor opens; - reads standard input.`,
  examples: [
    { line: 'ltp note t_zero "The new secret is in the vault"', what: 'one line' },
    { line: "printf 'Two\\nlines\\n' | ltp note t_zero -", what: 'from a pipe' },
  ],
  flags: [PLAN_FLAG, DRY_RUN_FLAG],
  positionals: ['openTask…'],
  run: async (context) => {
    const [name, ...words] = context.words;
    if (name === undefined)
      throw new UsageError('Which task? Example: ltp note 9SMY "It works now"');
    const data = await readProject(context, {
      tasks: { words: name.split(/\s+/), planId: namedPlan(context) },
    });
    const row = onlyTask(context, data.found);
    const isInput = words.length === 1 && words[0] === '-';
    const given = isInput ? context.readText('-') : words.join(' ');
    const text =
      given.trim() === '' && !isInput ? await editText(context, `${row.short}-note.md`, '') : given;
    if (text === undefined || text.trim() === '') {
      await reply(context, { json: { unchanged: true }, lines: () => ['Nothing changed.'] });
      return ExitCode.done;
    }
    const args = { planId: row.planId, taskId: row.id, appendBody: text.trim() };
    if (isDryRun(context)) return replyDryRun(context, [{ name: 'task_update', args }]);
    const result = await context.tool('task_update', args);
    const after = await readProjectData(context);
    const changed = after.task(row) ?? row;
    await reply(context, {
      json: () => wroteJson(changed, result),
      lines: (screen) => [
        ...wroteLines(after, changed, 'note added', screen),
        ...adoptedFacts(after, row.planId, result),
      ],
    });
    return ExitCode.done;
  },
};
