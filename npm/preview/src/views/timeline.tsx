/** Due dates by month, with today in between. */
import { useMemo } from 'preact/hooks';
import { Details, Mark } from '../parts.tsx';
import { VirtualList } from '../virtual-list.tsx';
import type { ViewProps } from './view.ts';

type Row = { month: string } | { today: true } | { task: number; day: string };

export function TimelineView({ controller, model, found, rowHeight, today, state }: ViewProps) {
  const { tasks } = model.outline;
  const { rows, without } = useMemo(() => {
    const dated: { task: number; day: string }[] = [];
    let without = 0;
    for (const [task, { due }] of tasks.entries()) {
      if (found && !found[task]) continue;
      if (due !== undefined && /^\d{4}-\d\d-\d\d$/.test(due)) dated.push({ task, day: due });
      else without++;
    }
    dated.sort((one, other) => (one.day < other.day ? -1 : Number(one.day > other.day)));
    const rows: Row[] = [];
    let month = '';
    let isPast = true;
    for (const row of dated) {
      if (isPast && row.day >= today) {
        isPast = false;
        rows.push({ today: true });
      }
      if (row.day.slice(0, 7) !== month) {
        month = row.day.slice(0, 7);
        rows.push({ month });
      }
      rows.push(row);
    }
    if (isPast) rows.push({ today: true });
    return { rows, without };
  }, [model, found, today]);
  const start = rows.findIndex((row) => 'today' in row);

  return (
    <div class="timeline">
      <VirtualList
        id="timeline"
        label="Timeline"
        role="list"
        count={rows.length}
        rowHeight={rowHeight}
        reveal={Math.min(rows.length - 1, start + 5)}
      >
        {(index) => {
          const row = rows[index];
          if (row === undefined) return null;
          if ('today' in row) {
            return <div class="line today">Today, {today}</div>;
          }
          if ('month' in row) {
            return <div class="line month">{monthName(row.month)}</div>;
          }
          const task = tasks[row.task];
          if (!task) return null;
          return (
            <div class={`line task ${task.status}`}>
              <time dateTime={row.day}>{row.day.slice(8)}</time>
              <Mark task={task} />
              <button
                type="button"
                class="title"
                aria-pressed={task.id === state.selected}
                onClick={() => controller.set({ selected: task.id })}
              >
                {task.title}
              </button>
              <Details task={task} today={today} />
            </div>
          );
        }}
      </VirtualList>
      <p class="note">{without} tasks without a due date</p>
    </div>
  );
}

function monthName(month: string): string {
  const date = new Date(`${month}-01T00:00:00`);
  const isDay = !Number.isNaN(date.getTime());
  return isDay ? date.toLocaleDateString('en', { month: 'long', year: 'numeric' }) : month;
}
