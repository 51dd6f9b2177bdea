import { join } from 'node:path';
import { isCheckpoint } from './work.mjs';

/** @type {Omit<import('./work.mjs').Scenario, 'name' | 'isOurs' | 'command'>} */
export const filesystem = {
  how: 'one `write_file` with a checklist in Markdown; `read_text_file`; for each task `edit_file` from `[ ]` to `[-]` and to `[x]`; `read_text_file` for the progress.',
  lacks:
    'tasks: the model maintains the form of the file, and two tasks with the same title cannot be distinguished',
  run: async (call, work, project) => {
    const path = join(project, 'plan.md');
    const lines = [`# ${work.title}`];
    for (const [number, { section, title }] of work.tasks.entries()) {
      if (work.tasks[number - 1]?.section !== section) lines.push('', `## ${section}`, '');
      lines.push(`- [ ] ${title}`);
    }
    await call('write_file', { path, content: `${lines.join('\n')}\n` });
    await call('read_text_file', { path });
    let done = 0;
    for (const [number, { title }] of work.tasks.entries()) {
      for (const [from, to] of [' -', '-x']) {
        const edit = { oldText: `- [${from}] ${title}`, newText: `- [${to}] ${title}` };
        await call('edit_file', { path, edits: [edit] });
      }
      if (isCheckpoint(number)) {
        const { text } = await call('read_text_file', { path });
        done = text.match(/^- \[x\]/gm)?.length ?? 0;
      }
    }
    return done;
  },
};
