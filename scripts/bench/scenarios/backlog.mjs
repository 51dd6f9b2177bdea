import { isCheckpoint } from './work.mjs';

/** @type {Omit<import('./work.mjs').Scenario, 'name' | 'isOurs' | 'command'>} */
export const backlog = {
  how: '`task_create` for each task, with its section as milestone; `task_list`; for each task `task_edit` to In Progress and to Done; `task_list` for the progress. The guide that agents should read first is left out.',
  lacks: 'several tasks in one call',
  run: async (call, work) => {
    const ids = [];
    for (const { section, title } of work.tasks) {
      const { text } = await call('task_create', { title, milestone: section });
      ids.push(/TASK-\d+/.exec(text)?.[0] ?? '');
    }
    await call('task_list', {});
    let done = 0;
    for (const [number, id] of ids.entries()) {
      await call('task_edit', { id, status: 'In Progress' });
      await call('task_edit', { id, status: 'Done' });
      if (isCheckpoint(number)) {
        const { text } = await call('task_list', {});
        done = text.slice(text.indexOf('Done:')).match(/TASK-\d+/g)?.length ?? 0;
      }
    }
    return done;
  },
};
