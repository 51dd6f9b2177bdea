/** What is shown where nothing is. */

import { addTask } from '../state/actions.ts';
import { clearFilters } from '../state/navigation.ts';
import { adding, address, canEdit, model, quickCounts } from '../state/store.ts';
import { plural } from '../words/dates.ts';
import { About } from './about.tsx';
import { Disc } from './parts.tsx';

export function NothingFound() {
  const { query, quick } = address.value.filters;
  const blocked =
    model.value?.relations.blockedBy.filter(
      ({ length }, index) => length > 0 && model.value?.outline.tasks[index]?.status !== 'done',
    ).length ?? 0;
  const words =
    query !== ''
      ? `No task matches “${query}”.`
      : quick === 'ready'
        ? `Nothing is ready. ${plural(quickCounts.value.doing, 'task is', 'tasks are')} in progress, ${blocked} blocked.`
        : 'No task matches.';
  return (
    <div class="nothing" role="status">
      <p>{words}</p>
      <div class="line">
        <button type="button" class="btn" onClick={clearFilters}>
          Clear filters
        </button>
        {query !== '' && canEdit.value && (
          <button
            type="button"
            class="btn ghost"
            onClick={() => {
              clearFilters();
              void addTask(query, {});
            }}
          >
            New task “{query}”
          </button>
        )}
      </div>
    </div>
  );
}

export function PlanWithoutTasks() {
  return (
    <div class="scroll read-scroll">
      <About />
      <div class="nothing">
        <button
          type="button"
          class="btn primary"
          disabled={!canEdit.value}
          onClick={() => {
            adding.value = {};
          }}
        >
          <Disc kind="todo" />
          First task
        </button>
        <p class="w-meta">
          <kbd>N</kbd> adds a task, <kbd>Ctrl K</kbd> finds everything, <kbd>?</kbd> lists the keys.
        </p>
      </div>
    </div>
  );
}
