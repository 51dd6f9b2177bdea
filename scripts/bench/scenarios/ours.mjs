import { OURS } from '../servers.mjs';
import { isCheckpoint } from './work.mjs';

/** @typedef {import('./work.mjs').Scenario} Scenario */

const planId = 'release';

/** @param {import('./work.mjs').Call} call */
async function progress(call) {
  const { structured } = await call('plan_list', {});
  return structured.plans[0].stats.done;
}

/**
 * @param {import('./work.mjs').Call} call
 * @param {number} tasks
 * @param {() => Promise<string>} startNext returns the id of the started task
 */
async function workThrough(call, tasks, startNext) {
  let done = 0;
  for (let number = 0; number < tasks; number++) {
    await call('task_update', { planId, taskId: await startNext(), status: 'done' });
    if (isCheckpoint(number)) done = await progress(call);
  }
  return done;
}

/**
 * All pages.
 * @param {import('./work.mjs').Call} call
 */
async function readPlan(call) {
  let cursor;
  do {
    const { structured } = await call('plan_get', { planId, ...(cursor && { cursor }) });
    cursor = structured.nextCursor;
  } while (cursor !== undefined);
}

/** @type {Scenario} */
export const oursWell = {
  ...OURS,
  name: 'ours, as recommended',
  how: '`plan_create`, one `task_batch` for all tasks, `task_list` once; for each task `task_start`, which finds and starts the next one, and `task_update` to done; `plan_list` for the progress.',
  lacks: 'nothing',
  run: async (call, work) => {
    await call('plan_create', { planId, title: work.title });
    const ops = work.tasks.map(({ section, title }) => ({
      op: 'add',
      title,
      sectionPath: [section],
    }));
    await call('task_batch', { planId, ops });
    await call('task_list', { planId });
    return workThrough(call, work.tasks.length, async () => {
      const { structured } = await call('task_start', { planId });
      return structured.taskId;
    });
  },
};

/** @type {Scenario} */
export const oursSingly = {
  ...OURS,
  name: 'ours, one thing at a time',
  how: '`plan_create`, `task_add` for each task, `plan_get` page by page; for each task `task_next`, `task_update` to doing and `task_update` to done; `plan_list` for the progress.',
  lacks: 'nothing',
  run: async (call, work) => {
    await call('plan_create', { planId, title: work.title });
    for (const { section, title } of work.tasks) {
      await call('task_add', { planId, title, sectionPath: [section] });
    }
    await readPlan(call);
    return workThrough(call, work.tasks.length, async () => {
      const { structured } = await call('task_next', { planId });
      const taskId = structured.task.id;
      await call('task_update', { planId, taskId, status: 'doing' });
      return taskId;
    });
  },
};
