/** Small components of several views. */
import type { Status, Task } from 'long-term-plan-core/slim';
import { STATUS_NAMES } from './model.ts';

const MARKS: Record<Status, string> = { todo: '○', doing: '◐', done: '●' };

export function Mark({ task }: { task: Task }) {
  const name = task.state ?? STATUS_NAMES[task.status];
  return (
    <span class={`mark ${task.status}`} title={name}>
      <span aria-hidden="true">{MARKS[task.status]}</span>
      <span class="hidden">{name}: </span>
    </span>
  );
}

/** What a line shows next to the title. */
export function Details({ task, today }: { task: Task; today: string }) {
  const { state, priority, due, assignee, tags = [] } = task;
  const isLate = due !== undefined && due < today && task.status !== 'done';
  return (
    <span class="details">
      {state && <span class="chip state">{state}</span>}
      {priority && <span class={`chip priority ${priorityClass(priority)}`}>{priority}</span>}
      {due && <span class={isLate ? 'chip late' : 'chip'}>{isLate ? `late: ${due}` : due}</span>}
      {assignee && <span class="chip">@{assignee}</span>}
      {tags.map((tag) => (
        <span class="chip tag" key={tag}>
          #{tag}
        </span>
      ))}
    </span>
  );
}

/** A file can contain any word there. */
function priorityClass(priority: string): string {
  return ['highest', 'high', 'medium', 'low'].includes(priority) ? priority : '';
}

export function Progress({ done, total, label }: { done: number; total: number; label: string }) {
  return (
    <span class="progress">
      <progress
        max={Math.max(total, 1)}
        value={done}
        aria-label={`${label}: ${done} of ${total} done`}
      />
      <span aria-hidden="true">
        {done}/{total}
      </span>
    </span>
  );
}

/** The local day. */
export function todayHere(): string {
  const now = new Date();
  const two = (value: number) => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
