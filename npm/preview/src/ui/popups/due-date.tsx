/** A due date: in words, or from a calendar. */
import type { Task } from 'long-term-plan-core/slim';
import type { TargetedKeyboardEvent } from 'preact';
import { useState } from 'preact/hooks';
import { changeTasks } from '../../state/edits.ts';
import { closePopup } from '../../state/popups.ts';
import { today } from '../../state/store.ts';
import {
  addDays,
  dueWords,
  isDay,
  longDate,
  monthName,
  understoodDays,
  weekdayOf,
} from '../../words/dates.ts';
import { IconButton } from '../parts.tsx';
import { nameOf } from './choices.tsx';

export function DueDate({ tasks }: { tasks: Task[] }) {
  const due = tasks[0]?.due;
  const [typed, setTyped] = useState('');
  const [month, setMonth] = useState((isDay(due) ? due : today.value).slice(0, 7));
  const set = (day: string) => {
    closePopup();
    void changeTasks(tasks, { due: day }, `Changed the due date of ${nameOf(tasks)}`);
  };
  const understood = understoodDays(typed, today.value);
  return (
    <div class="due-pop">
      <div class="field">
        <input
          type="text"
          aria-label="Due date, in words or as a date"
          placeholder="fri, +3d, 9 dec"
          autocomplete="off"
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            const [first] = understood;
            if (event.key === 'Enter' && first) set(first.day);
            else if (event.key === 'Delete' && typed === '') set('');
            else return;
            event.preventDefault();
          }}
        />
      </div>
      <p class="vh" role="status">
        {understood[0]
          ? `${understood[0].words}. Enter takes it.`
          : typed === ''
            ? ''
            : 'Not understood'}
      </p>
      {understood.map(({ day, words }, index) => (
        <button
          type="button"
          key={day}
          class={`opt ${index === 0 ? 'on' : ''}`}
          onClick={() => set(day)}
        >
          {words}
          <span class="end">{dueWords(day, today.value)}</span>
        </button>
      ))}
      {typed !== '' && understood.length === 0 && (
        <p class="hint">Not understood. Try fri, +3d or 9 dec.</p>
      )}
      <Calendar month={month} due={due} setMonth={setMonth} set={set} />
      {due !== undefined && (
        <button type="button" class="opt starts" onClick={() => set('')}>
          No due date
        </button>
      )}
    </div>
  );
}

interface CalendarProps {
  month: string;
  due: string | undefined;
  setMonth(month: string): void;
  set(day: string): void;
}

const DAYS: Record<string, number | undefined> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
};

function Calendar({ month, due, setMonth, set }: CalendarProps) {
  const first = `${month}-01`;
  const start = addDays(first, -((weekdayOf(first) + 6) % 7));
  const weeks = [0, 1, 2, 3, 4, 5].map((week) =>
    [0, 1, 2, 3, 4, 5, 6].map((day) => addDays(start, week * 7 + day)),
  );
  const shown = weeks.filter((week) => week.some((day) => day.startsWith(month)));
  const focused = due?.startsWith(month)
    ? due
    : today.value.startsWith(month)
      ? today.value
      : first;
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>) => {
    const step = DAYS[event.key];
    const from = (event.target as HTMLElement).dataset.day;
    if (step === undefined || from === undefined) return;
    event.preventDefault();
    const next = addDays(from, step);
    setMonth(next.slice(0, 7));
    const table = event.currentTarget;
    requestAnimationFrame(() => table.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus());
  };
  const other = (days: number) => setMonth(addDays(first, days).slice(0, 7));
  return (
    <>
      <div class="cal-h">
        <b aria-live="polite">
          {monthName(first)} {month.slice(0, 4)}
        </b>
        <span class="grow" />
        <IconButton class="sm" icon="left" label="Previous month" onClick={() => other(-1)} />
        <IconButton class="sm" icon="right" label="Next month" onClick={() => other(31)} />
      </div>
      <table class="cal" onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day}>
                  {day.startsWith(month) && (
                    <button
                      type="button"
                      class={`cal-c ${day === today.value ? 'today' : ''} ${day === due ? 'on' : ''}`}
                      data-day={day}
                      tabIndex={day === focused ? 0 : -1}
                      aria-label={longDate(day)}
                      aria-pressed={day === due}
                      onClick={() => set(day)}
                    >
                      {Number(day.slice(8))}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
