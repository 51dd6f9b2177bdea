/** A task on the timeline. Its bar is dragged to change the due date, its left edge to change the estimate. */
import { useState } from 'preact/hooks';
import type { Bar } from '../../plan/bars.ts';
import { changeTask } from '../../state/edits.ts';
import { openTaskById } from '../../state/navigation.ts';
import { active, canEdit, model, today } from '../../state/store.ts';
import { addDays, dueWords, shortDate, startOf } from '../../words/dates.ts';
import { labelOf } from '../../words/labels.ts';
import { Avatar, kindOf, TaskDisc } from '../parts.tsx';

interface Props {
  bar: Bar;
  x(day: string): number;
  dayWidth: number;
  isSelected: boolean;
}

/** How far the ends of the bar are moved, in days. */
interface Moved {
  start: number;
  end: number;
}

const NARROWEST = 6;

export function BarRow({ bar, x, dayWidth, isSelected }: Props) {
  const task = model.value?.outline.tasks[bar.task];
  const [moved, setMoved] = useState<Moved>();
  if (!task) return null;
  const start = x(bar.start) + (moved?.start ?? 0) * dayWidth;
  const end = x(addDays(bar.due, 1)) + (moved?.end ?? 0) * dayWidth;
  const isLate = bar.isLate && !moved;
  const lateEnd = x(addDays(today.value, 1));

  const drag = (event: PointerEvent, isEdge: boolean) => {
    if (!canEdit.value || event.button !== 0) return;
    event.preventDefault();
    const from = event.clientX;
    let days = 0;
    const move = ({ clientX }: PointerEvent) => {
      days = Math.round((clientX - from) / dayWidth);
      setMoved({ start: days, end: isEdge ? 0 : days });
    };
    const up = () => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', up);
      setMoved(undefined);
      if (days === 0) return;
      if (!isEdge) void changeTask(task, { due: addDays(bar.due, days) });
      else
        void changeTask(task, { estimate: `${workingDays(addDays(bar.start, days), bar.due)}d` });
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', up);
  };

  return (
    <div class={`tl-row ${isSelected ? 'sel' : ''}`} data-task={task.id}>
      <button
        type="button"
        class="tl-label"
        onFocus={() => {
          active.value = task.id;
        }}
        onClick={() => openTaskById(task.id)}
      >
        <TaskDisc task={task} />
        <span class="vh">{labelOf(kindOf(task))}: </span>
        <span class="cut">{task.title}</span>
        <span class="vh">
          , from {shortDate(bar.start)} to {shortDate(bar.due)}
        </span>
      </button>
      <div class="tl-track">
        <div
          class={`tl-bar ${bar.kind} ${canEdit.value ? 'movable' : ''}`}
          style={{ '--x': `${start}px`, '--w': `${Math.max(NARROWEST, end - start)}px` }}
          title={`${shortDate(bar.start)} to ${shortDate(bar.due)}${task.estimate ? `, ${task.estimate}` : ''}`}
          onPointerDown={(event) => drag(event, false)}
        >
          <i
            class="tl-edge"
            onPointerDown={(event) => {
              event.stopPropagation();
              drag(event, true);
            }}
          />
        </div>
        {isLate && (
          <div
            class="tl-over"
            style={{ '--x': `${end}px`, '--w': `${Math.max(0, lateEnd - end)}px` }}
          />
        )}
        <span
          class={`tl-after ${bar.isLate ? 'late' : ''}`}
          style={{ '--x': `${isLate ? lateEnd : end}px` }}
        >
          {task.assignee && <Avatar name={task.assignee} />}
          {bar.isLate
            ? dueWords(bar.due, today.value)
            : shortDate(addDays(bar.due, moved?.end ?? 0), today.value)}
        </span>
      </div>
    </div>
  );
}

const MOST_DAYS = 400;

/** How many working days a bar has from one day to the due date. */
function workingDays(from: string, due: string): number {
  for (let days = 1; days < MOST_DAYS; days++) if (startOf(due, days) <= from) return days;
  return 1;
}
