/** A task on the board. */
import type { Task } from 'long-term-plan-core/slim';
import type { PlanModel } from '../plan/model.ts';
import { writeAddress } from '../state/address.ts';
import { dragging } from '../state/drag.ts';
import { openTaskById } from '../state/navigation.ts';
import { openPopup } from '../state/popups.ts';
import { targetTasks, toggleSelected } from '../state/selection.ts';
import {
  active,
  address,
  canEdit,
  finishedAt,
  fresh,
  model,
  now,
  openTask,
  renaming,
  selection,
} from '../state/store.ts';
import { duration } from '../words/dates.ts';
import { Disc, Due, Icon, Priority, presenceOf, Ring, reasonOf, When, Who } from './parts.tsx';
import { RenameField, useFresh } from './task-row.tsx';

const BASE_HEIGHT = 76;
const LINE_HEIGHT = 26;

/** About how high a card will be. */
export function cardHeight(plan: PlanModel | undefined, index: number): number {
  const task = plan?.outline.tasks[index];
  return BASE_HEIGHT + (task && plan && subline(plan, task, index) ? LINE_HEIGHT : 0) + LINE_HEIGHT;
}

/** The subtask in progress, or what blocks the task. */
function subline(plan: PlanModel, task: Task, index: number) {
  if (task.status === 'done') return undefined;
  if (task.state === 'blocked') {
    const reason = reasonOf(task);
    return { icon: 'blocked' as const, text: reason === '' ? 'Blocked' : `Blocked: ${reason}` };
  }
  if (task.state === 'deferred') return { icon: 'deferred' as const, text: 'Deferred' };
  const child = plan.children[index]?.find((at) => plan.outline.tasks[at]?.status === 'doing');
  if (child !== undefined)
    return { icon: 'doing' as const, text: plan.outline.tasks[child]?.title ?? '' };
  const blockers = plan.relations.blockedBy[index] ?? [];
  if (blockers.length === 0 || task.status === 'doing') return undefined;
  const [only = -1] = blockers;
  return {
    icon: 'dependency' as const,
    text: `Blocked by ${blockers.length === 1 ? plan.outline.tasks[only]?.title : blockers.length}`,
  };
}

interface Props {
  task: Task;
  index: number;
  isActive: boolean;
  drag(event: PointerEvent, taskId: string): void;
}

export function Card({ task, index, isActive, drag }: Props) {
  const plan = model.value;
  const news = useFresh(task.id);
  if (!plan) return null;
  const section = plan.outline.sections[task.section ?? -1]?.name ?? '';
  const parent = plan.outline.tasks[task.parent ?? -1]?.title;
  const line = subline(plan, task, index);
  const total = plan.children[index]?.length ?? 0;
  const finished = task.status === 'done' ? finishedAt.value.get(task.id) : undefined;
  const presence = task.status === 'done' ? undefined : presenceOf(task.id);
  const place = dragging.value?.place;
  const isDragged = dragging.value?.tasks.some(({ id }) => id === task.id);
  const classes = [
    'card',
    `is-${task.status}`,
    task.status !== 'done' && `p-${task.priority ?? 'none'}`,
    place?.key === task.id && `drop-${place.where}`,
    isDragged && 'dragged',
    selection.value.has(task.id) && 'picked',
    openTask.value?.id === task.id && 'open',
    news,
  ].filter(Boolean);
  return (
    <div
      class={classes.join(' ')}
      data-task={task.id}
      tabIndex={-1}
      style={{ '--age': `${-(now.peek() - (fresh.value.get(task.id)?.at ?? 0))}ms` }}
      onFocus={(event) => {
        active.value = task.id;
        if (event.target === event.currentTarget)
          event.currentTarget.querySelector<HTMLElement>('a')?.focus();
      }}
      onPointerDown={(event) => {
        const isControl = (event.target as Element).closest('button, input');
        if (canEdit.value && !isControl) drag(event, task.id);
      }}
      onClick={(event) => {
        if ((event.target as Element).closest('button, input')) return;
        event.preventDefault();
        active.value = task.id;
        if (event.ctrlKey || event.metaKey || event.shiftKey) toggleSelected(task.id);
        else openTaskById(task.id);
      }}
      onKeyDown={() => {}}
      onContextMenu={(event) => {
        event.preventDefault();
        if (!dragging.value) openPopup('task', targetTasks(task.id), event.currentTarget);
      }}
    >
      <div class="crumb">
        <span class="cut">{parent === undefined ? section : `${section} › ${parent}`}</span>
        <Priority task={task} />
      </div>
      {renaming.value === task.id ? (
        <RenameField task={task} />
      ) : (
        <a
          class="title"
          href={writeAddress({ ...address.value, taskId: task.id })}
          tabIndex={isActive ? 0 : -1}
          draggable={false}
        >
          {task.title || '(no title)'}
        </a>
      )}
      {line && (
        <div class="sub">
          {line.icon === 'dependency' ? <Icon name="dependency" /> : <Disc kind={line.icon} />}
          <span class="cut">{line.text}</span>
        </div>
      )}
      <div class="meta">
        <Due task={task} />
        {total > 0 && (
          <span class="chip frac">
            <Ring done={plan.relations.childrenDone[index] ?? 0} total={total} />
            {plan.relations.childrenDone[index] ?? 0}/{total}
          </span>
        )}
        {finished !== undefined && <When at={finished} />}
        {presence?.isQuiet && (
          <span class="chip warn">Inactive for {duration(now.value - presence.lastSeen)}</span>
        )}
        {task.status !== 'done' &&
          task.tags?.map((tag) => (
            <span class="tag" key={tag}>
              {tag}
            </span>
          ))}
        <Who task={task} />
      </div>
    </div>
  );
}
