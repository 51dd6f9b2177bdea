import { isCheckpoint } from './work.mjs';

/** @type {Omit<import('./work.mjs').Scenario, 'name' | 'isOurs' | 'command'>} */
export const memory = {
  how: 'one `create_entities` for all tasks, with section and status as observations; `read_graph`; for each task `add_observations` with the status doing and with done; `read_graph` for the progress.',
  lacks: 'a status that replaces the one before, unless another call deletes that; the next task',
  run: async (call, work) => {
    const entities = work.tasks.map(({ section, title }) => ({
      name: title,
      entityType: 'task',
      observations: [`section: ${section}`, 'status: todo'],
    }));
    await call('create_entities', { entities });
    await call('read_graph', {});
    /** @type {(entityName: string, status: string) => Promise<unknown>} */
    const observe = (entityName, status) =>
      call('add_observations', { observations: [{ entityName, contents: [`status: ${status}`] }] });
    let done = 0;
    for (const [number, { title }] of work.tasks.entries()) {
      await observe(title, 'doing');
      await observe(title, 'done');
      if (isCheckpoint(number)) {
        const { text } = await call('read_graph', {});
        done = text.match(/"status: done"/g)?.length ?? 0;
      }
    }
    return done;
  },
};
