/** Subtasks, what blocks the task, and what it blocks. */
import type { Task } from 'long-term-plan-core/slim';
import { useState } from 'preact/hooks';
import { addTask } from '../../state/actions.ts';
import { changeTask } from '../../state/edits.ts';
import { openTaskById } from '../../state/navigation.ts';
import { openPopup } from '../../state/popups.ts';
import { canEdit, model } from '../../state/store.ts';
import { Avatar, Due, Icon, IconButton, Ring, TaskDisc } from '../parts.tsx';

function Mini({ task, remove }: { task: Task; remove?: () => void }) {
  return (
    <li class={`mini is-${task.status}`}>
      <TaskDisc task={task} isNamed />
      <button type="button" class="tl-link cut" onClick={() => openTaskById(task.id)}>
        {task.title}
      </button>
      <span class="end">
        <Due task={task} />
        {task.assignee && <Avatar name={task.assignee} />}
        {remove && (
          <IconButton
            class="sm"
            icon="close"
            label={`No longer blocked by ${task.title}`}
            onClick={remove}
          />
        )}
      </span>
    </li>
  );
}

export function Subtasks({ task }: { task: Task }) {
  const plan = model.value;
  const index = plan?.indexOf.get(task.id) ?? -1;
  const children = plan?.children[index] ?? [];
  const [title, setTitle] = useState<string>();
  if (!plan || (children.length === 0 && !canEdit.value)) return null;
  return (
    <section class="block">
      <div class="block-h">
        <h3>
          Subtasks
          {children.length > 0 && (
            <span class="chip frac">
              <Ring done={plan.relations.childrenDone[index] ?? 0} total={children.length} />
              {plan.relations.childrenDone[index]}/{children.length}
            </span>
          )}
        </h3>
      </div>
      <ul>
        {children.map((child) => {
          const each = plan.outline.tasks[child];
          return each ? <Mini key={each.id} task={each} /> : null;
        })}
      </ul>
      {canEdit.value &&
        (title === undefined ? (
          <button type="button" class="add-line" onClick={() => setTitle('')}>
            <Icon name="plus" />
            Add a subtask
          </button>
        ) : (
          <form
            class="field"
            onSubmit={(event) => {
              event.preventDefault();
              void addTask(title, { parentTaskId: task.id });
              setTitle('');
            }}
          >
            <input
              ref={(element) => element?.focus()}
              type="text"
              aria-label="Title of the new subtask"
              value={title}
              onInput={(event) => setTitle(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Escape') return;
                event.preventDefault();
                event.stopPropagation();
                setTitle(undefined);
              }}
            />
          </form>
        ))}
    </section>
  );
}

export function Links({ task }: { task: Task }) {
  const plan = model.value;
  if (!plan) return null;
  const index = plan.indexOf.get(task.id) ?? -1;
  const tasksAt = (indexes: readonly number[]) =>
    indexes.flatMap((at) => plan.outline.tasks[at] ?? []);
  const blockers = tasksAt(plan.relations.dependencies[index] ?? []);
  const missing = (task.dependsOn ?? []).filter((id) => !plan.indexOf.has(id));
  const blocked = tasksAt(plan.relations.dependants[index] ?? []);
  const without = (id: string) => (task.dependsOn ?? []).filter((other) => other !== id);
  return (
    <>
      <section class="block">
        <div class="block-h">
          <h3>Blocked by</h3>
        </div>
        <ul>
          {blockers.map((other) => (
            <Mini
              key={other.id}
              task={other}
              {...(canEdit.value && {
                remove: () => void changeTask(task, { dependsOn: without(other.id) }),
              })}
            />
          ))}
          {missing.map((id) => (
            <li class="mini gone" key={id}>
              {id}, which is not in this plan
            </li>
          ))}
        </ul>
        {canEdit.value && (
          <button
            type="button"
            class="add-line"
            aria-haspopup="dialog"
            onClick={(event) => openPopup('dependency', [task], event.currentTarget)}
          >
            <Icon name="plus" />
            Add a task that blocks this one
          </button>
        )}
      </section>
      {blocked.length > 0 && (
        <section class="block">
          <div class="block-h">
            <h3>Blocks</h3>
          </div>
          <ul>
            {blocked.map((other) => (
              <Mini key={other.id} task={other} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
