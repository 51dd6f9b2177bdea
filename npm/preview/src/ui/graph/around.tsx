/** One task, what blocks it and what it blocks: what phones get instead of the drawing. */
import type { Task } from 'long-term-plan-core/slim';
import { openTaskById } from '../../state/navigation.ts';
import { active, model } from '../../state/store.ts';
import { Avatar, Due, Icon, TaskDisc } from '../parts.tsx';

export function Around({ selected }: { selected: number | undefined }) {
  const plan = model.value;
  const task = plan?.outline.tasks[selected ?? -1];
  if (!plan || !task || selected === undefined) {
    return <p class="nothing">Choose a task to see what blocks it.</p>;
  }
  const tasksAt = (indexes: readonly number[] = []) =>
    indexes.flatMap((index) => plan.outline.tasks[index] ?? []);
  const before = tasksAt(plan.relations.dependencies[selected]);
  const after = tasksAt(plan.relations.dependants[selected]);
  return (
    <div class="g-focus scroll">
      {before.length > 0 && (
        <>
          <h2>Blocked by</h2>
          <Nodes tasks={before} />
          <Down />
        </>
      )}
      <Node task={task} isSelected />
      {after.length > 0 && (
        <>
          <Down />
          <h2>Blocks</h2>
          <Nodes tasks={after} />
        </>
      )}
    </div>
  );
}

function Down() {
  return (
    <div class="g-down" aria-hidden="true">
      <Icon name="arrow" />
    </div>
  );
}

function Nodes({ tasks }: { tasks: readonly Task[] }) {
  return (
    <ul>
      {tasks.map((task) => (
        <li key={task.id}>
          <Node task={task} isSelected={false} />
        </li>
      ))}
    </ul>
  );
}

/** A tap on another task moves it to the middle; a tap on the middle opens it. */
function Node({ task, isSelected }: { task: Task; isSelected: boolean }) {
  const kind =
    task.status === 'done'
      ? 'past'
      : task.state === 'blocked'
        ? 'blocked'
        : task.status === 'doing'
          ? 'doing'
          : '';
  return (
    <button
      type="button"
      class={`node ${kind} ${isSelected ? 'sel' : ''}`}
      onClick={() => {
        if (isSelected) openTaskById(task.id);
        else active.value = task.id;
      }}
    >
      <TaskDisc task={task} isNamed />
      <span class="lab">{task.title}</span>
      <span class="end">
        <Due task={task} />
        {task.assignee && <Avatar name={task.assignee} />}
      </span>
    </button>
  );
}
