import { isCheckpoint } from './work.mjs';

/** @type {Omit<import('./work.mjs').Scenario, 'name' | 'isOurs' | 'command'>} */
export const shrimp = {
  how: 'one `split_tasks` for all tasks, with the section in the required description; `list_tasks`; for each task `execute_task`, which starts it and replies with guidance, and `verify_task` with a score, which completes it; `list_tasks` for the progress. Its steps before that (`plan_task`, `analyze_task`, `reflect_task`), which a model fills with its own thoughts, are left out.',
  lacks: 'sections; the next task; a status without guidance',
  run: async (call, work) => {
    const tasks = work.tasks.map(({ section, title }) => ({
      name: title,
      description: `Part of ${section}.`,
      implementationGuide: 'As the title says.',
    }));
    await call('split_tasks', {
      updateMode: 'clearAllTasks',
      tasksRaw: JSON.stringify(tasks),
      globalAnalysisResult: work.title,
    });
    const { text } = await call('list_tasks', { status: 'all' });
    const ids = new Set(
      text.match(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g),
    );
    let done = 0;
    for (const [number, taskId] of [...ids].entries()) {
      await call('execute_task', { taskId });
      await call('verify_task', {
        taskId,
        score: 95,
        summary: 'Done as described, and the tests pass.',
      });
      if (isCheckpoint(number)) {
        const { text } = await call('list_tasks', { status: 'completed' });
        done = [...ids].filter((id) => text.includes(id)).length;
      }
    }
    return done;
  },
};
