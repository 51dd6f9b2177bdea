/** The fields of a task: each a button that shows its value and opens its editor. */
import type { Task } from 'long-term-plan-core/slim';
import type { ComponentChildren } from 'preact';
import { changeTask } from '../../state/edits.ts';
import { openPopup } from '../../state/popups.ts';
import { canEdit, model, type PopupKind, today } from '../../state/store.ts';
import { dueTone, dueWords, isDay, shortDate } from '../../words/dates.ts';
import { labelOf } from '../../words/labels.ts';
import { Avatar, Icon, IconButton, priorityIcon, TaskDisc } from '../parts.tsx';

export function Fields({ task }: { task: Task }) {
  const plan = model.value;
  const section = plan?.outline.sections[task.section ?? -1];
  const parent = plan?.outline.tasks[task.parent ?? -1];
  const field = (name: string, kind: PopupKind, value: ComponentChildren) => (
    <div class="prop" key={name}>
      <dt>{name}</dt>
      <dd>
        <button
          type="button"
          class={`val ${value ? '' : 'none'}`}
          disabled={!canEdit.value}
          aria-haspopup="dialog"
          onClick={(event) => openPopup(kind, [task], event.currentTarget)}
        >
          <span class="vh">{name}: </span>
          {value || 'None'}
        </button>
      </dd>
    </div>
  );
  return (
    <dl class="props">
      {field(
        'Status',
        'status',
        <>
          <TaskDisc task={{ ...task, ...(task.state && { state: '' }) } as Task} />
          <span class="cut">{labelOf(task.status)}</span>
        </>,
      )}
      {field(
        'Priority',
        'priority',
        task.priority && (
          <>
            <Icon name={priorityIcon(task.priority)} class={`pr-${task.priority}`} />
            <span class="cut">{labelOf(task.priority)}</span>
          </>
        ),
      )}
      {field(
        'Assignee',
        'assignee',
        task.assignee && (
          <>
            <Avatar name={task.assignee} />
            <span class="cut">{task.assignee}</span>
          </>
        ),
      )}
      {field('Due', 'due', task.due && <DueValue due={task.due} isDone={task.status === 'done'} />)}
      {field(
        'Section',
        'move',
        section && section.level > 1 && <span class="cut">{section.name}</span>,
      )}
      {field('Estimate', 'estimate', task.estimate && <span class="cut">{task.estimate}</span>)}
      {field('Parent', 'parent', parent && <span class="cut">{parent.title}</span>)}
      {field('Type', 'type', task.type && <span class="cut">{task.type}</span>)}
      {field('State', 'status', task.state && <span class="cut">{labelOf(task.state)}</span>)}
      {field('Area', 'area', task.area && <span class="cut">{task.area}</span>)}
      <div class="prop full">
        <dt>Tags</dt>
        <dd class="vals">
          {(task.tags ?? []).map((tag) => (
            <span class="chip line" key={tag}>
              {tag}
              {canEdit.value && (
                <button
                  type="button"
                  class="chip-x"
                  aria-label={`Remove the tag ${tag}`}
                  onClick={() =>
                    void changeTask(task, {
                      tags: (task.tags ?? []).filter((other) => other !== tag),
                    })
                  }
                >
                  <Icon name="close" />
                </button>
              )}
            </span>
          ))}
          {canEdit.value && (
            <IconButton
              class="sm"
              icon="plus"
              label="Add a tag"
              expands
              onClick={(event) => openPopup('tags', [task], event.currentTarget)}
            />
          )}
        </dd>
      </div>
      {(task.other ?? []).map(({ key, value }) => (
        <div class="prop full" key={key}>
          <dt>{key}</dt>
          <dd class="cut">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function DueValue({ due, isDone }: { due: string; isDone: boolean }) {
  const words = dueWords(due, today.value);
  const date = isDay(due) ? shortDate(due, today.value) : due;
  if (isDone || words === date) return <span>{date}</span>;
  return (
    <>
      <span class={`due ${dueTone(due, today.value)}`}>{words}</span>
      <span class="sub">{date}</span>
    </>
  );
}
