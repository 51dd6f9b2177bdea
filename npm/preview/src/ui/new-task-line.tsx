/** The line in which new tasks are typed, where they will be. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { taskOf } from '../plan/model.ts';
import { newTask } from '../plan/new-task.ts';
import { addTask } from '../state/actions.ts';
import { active, adding, model, today } from '../state/store.ts';
import { longDate } from '../words/dates.ts';
import { labelOf } from '../words/labels.ts';
import { Disc } from './parts.tsx';

export function NewTaskLine() {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const place = adding.value;
  useEffect(() => field.current?.focus(), [place]);
  if (!place) return null;
  const plan = model.value;
  const anchor = taskOf(plan, place.parentTaskId ?? place.afterTaskId);
  const depth = anchor
    ? (plan?.depths[plan.indexOf.get(anchor.id) ?? -1] ?? 0) +
      Number(place.parentTaskId !== undefined)
    : 0;
  const close = () => {
    const row = place.parentTaskId ?? place.afterTaskId ?? active.value;
    adding.value = undefined;
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(`[data-task="${CSS.escape(row)}"]`)?.focus(),
    );
  };
  /** Tab makes it a subtask of the task above, Shift+Tab lifts it out. */
  const nest = (isOut: boolean) => {
    if (isOut) {
      const parent = taskOf(plan, place.parentTaskId);
      if (parent) adding.value = { afterTaskId: parent.id };
    } else if (place.afterTaskId !== undefined) adding.value = { parentTaskId: place.afterTaskId };
  };
  return (
    <div role="row" class="adding">
      <span role="gridcell" aria-colspan={5}>
        <span class="row-line" style={{ '--depth': depth }}>
          <Disc kind="todo" />
          <input
            ref={field}
            class="add-in"
            type="text"
            aria-label="Title of the new task"
            placeholder="Title !high ^fri @name #tag"
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={(event) => {
              event.stopPropagation();
              if (event.key === 'Enter') {
                void addTask(typed, place);
                setTyped('');
              } else if (event.key === 'Escape') close();
              else if (event.key === 'Tab') nest(event.shiftKey);
              else return;
              event.preventDefault();
            }}
            onBlur={() => {
              if (typed === '') adding.value = undefined;
            }}
          />
        </span>
        <span class="w-meta">{typed === '' ? <Hints /> : <Understood typed={typed} />}</span>
      </span>
    </div>
  );
}

function Hints() {
  return (
    <>
      <kbd>Enter</kbd> adds, <kbd>Tab</kbd> makes it a subtask, <kbd>Esc</kbd> ends.
    </>
  );
}

function Understood({ typed }: { typed: string }) {
  const { title, priority, due, assignee, tags = [] } = newTask(typed, today.value);
  const attributes = [
    priority && `${labelOf(priority).toLowerCase()} priority`,
    due && `due ${longDate(due)}`,
    assignee,
    ...tags.map((tag) => `#${tag}`),
  ].filter(Boolean);
  return (
    <>
      Adds <b>{title}</b>
      {attributes.length > 0 && `: ${attributes.join(', ')}`}. <Hints />
    </>
  );
}
