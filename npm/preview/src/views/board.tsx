/** A column for each status. A card is dragged, or moved with Alt and the arrow keys. */
import type { Status } from 'long-term-plan-core/slim';
import { useMemo, useState } from 'preact/hooks';
import { STATUS_NAMES, STATUSES } from '../model.ts';
import { Details } from '../parts.tsx';
import { VirtualList } from '../virtual-list.tsx';
import type { ViewProps } from './view.ts';

const CARD_HEIGHT = 78;
const STEPS: Record<string, number | undefined> = { ArrowDown: 1, ArrowUp: -1 };
const SIDES: Record<string, number | undefined> = { ArrowRight: 1, ArrowLeft: -1 };

export function BoardView({ controller, model, found, canEdit, today, state }: ViewProps) {
  const { tasks } = model.outline;
  const columns = useMemo(() => {
    const made: Record<Status, number[]> = { todo: [], doing: [], done: [] };
    for (const [index, { status }] of tasks.entries()) {
      if (!found || found[index]) made[status].push(index);
    }
    return made;
  }, [model, found]);
  const [over, setOver] = useState<Status>();
  const [at, setAt] = useState<Record<Status, number>>({ todo: 0, doing: 0, done: 0 });

  const moveTo = (index: number | undefined, status: Status) => {
    const task = tasks[index ?? -1];
    if (task && canEdit && task.status !== status) void controller.change(task.id, { status });
  };

  return (
    <div class="board">
      {STATUSES.map((status) => {
        const column = columns[status];
        const active = Math.max(0, Math.min(at[status], column.length - 1));
        return (
          // biome-ignore lint/a11y/useSemanticElements: a column is a group of cards, not of form fields
          <div
            key={status}
            role="group"
            class={`column ${over === status ? 'over' : ''}`}
            aria-label={STATUS_NAMES[status]}
            data-status={status}
            onDragOver={(event) => {
              event.preventDefault();
              if (over !== status) setOver(status);
            }}
            onDragLeave={() => setOver(undefined)}
            onDrop={(event) => {
              event.preventDefault();
              setOver(undefined);
              moveTo(model.indexOf.get(event.dataTransfer?.getData('text/plain') ?? ''), status);
            }}
          >
            <h2>
              {STATUS_NAMES[status]} <span class="count">{column.length}</span>
            </h2>
            <VirtualList
              id={`board-${status}`}
              label={STATUS_NAMES[status]}
              role="listbox"
              count={column.length}
              rowHeight={CARD_HEIGHT}
              active={active}
              onKeyDown={(event) => {
                const index = column[active];
                const place = STATUSES.indexOf(status);
                const step = STEPS[event.key];
                const side = SIDES[event.key];
                if (step !== undefined) {
                  const next = Math.max(0, Math.min(active + step, column.length - 1));
                  setAt({ ...at, [status]: next });
                } else if (side !== undefined && event.altKey) {
                  const target = STATUSES[place + side];
                  if (target) moveTo(index, target);
                } else if (event.key === 'Enter' && index !== undefined) {
                  controller.set({ selected: tasks[index]?.id });
                } else return;
                event.preventDefault();
              }}
            >
              {(place) => {
                const task = tasks[column[place] ?? -1];
                if (!task) return null;
                return (
                  <button
                    type="button"
                    id={`board-${status}-${place}`}
                    role="option"
                    aria-selected={task.id === state.selected}
                    tabIndex={-1}
                    class={`card ${place === active ? 'active' : ''}`}
                    draggable={canEdit}
                    onDragStart={(event) => event.dataTransfer?.setData('text/plain', task.id)}
                    onClick={() => {
                      setAt({ ...at, [status]: place });
                      controller.set({ selected: task.id });
                    }}
                  >
                    <span class="title">{task.title || '(no title)'}</span>
                    <Details task={task} today={today} />
                  </button>
                );
              }}
            </VirtualList>
          </div>
        );
      })}
    </div>
  );
}
