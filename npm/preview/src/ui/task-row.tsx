/** A task in the outline. */
import type { Task } from 'long-term-plan-core/slim';
import { useEffect, useRef } from 'preact/hooks';
import { toggleDone } from '../state/actions.ts';
import { writeAddress } from '../state/address.ts';
import { dragging } from '../state/drag.ts';
import { changeTask } from '../state/edits.ts';
import { settle } from '../state/live.ts';
import { openTaskById } from '../state/navigation.ts';
import { openPopup } from '../state/popups.ts';
import { setSelectionTo, targetTasks, toggleSelected } from '../state/selection.ts';
import {
  active,
  address,
  canEdit,
  fresh,
  model,
  now,
  openTask,
  renaming,
  rows,
  selection,
} from '../state/store.ts';
import { labelOf } from '../words/labels.ts';
import { isAgent } from '../words/people.ts';
import { Chips, Due, Icon, kindOf, Priority, TaskDisc, Who } from './parts.tsx';
import { useSwipe } from './use-swipe.ts';

interface Props {
  task: Task;
  index: number;
  isActive: boolean;
  /** Shown only because a subtask matches. */
  isContext: boolean;
  isCollapsed: boolean;
  position: number;
  count: number;
  toggle(): void;
  startDrag(event: PointerEvent, taskId: string): void;
}

export function TaskRow(props: Props) {
  const { task, index, isActive, isContext, isCollapsed, position, count, toggle, startDrag } =
    props;
  const plan = model.value;
  const depth = plan?.depths[index] ?? 0;
  const section = plan?.outline.sections[task.section ?? -1];
  const isSelected = selection.value.has(task.id) || openTask.value?.id === task.id;
  const hasSubtasks = task.children > 0;
  const place = dragging.value?.place;
  const drop = place?.key === task.id ? `drop-${place.where}` : '';
  const problem = plan?.findings.errors.find(({ line }) => line === task.line);
  const swipe = useSwipe({
    right: () => void toggleDone([task]),
    left: (element) => openPopup('task', [task], element),
    hold: () => toggleSelected(task.id),
  });
  const classes = [
    'row',
    `is-${task.status}`,
    task.state && `is-${task.state}`,
    depth > 0 && 'nested',
    isContext && 'context',
    problem && 'problem',
    drop,
    selection.value.has(task.id) && 'picked',
    useFresh(task.id),
  ].filter(Boolean);
  const href = writeAddress({ ...address.value, taskId: task.id });
  return (
    <div
      role="row"
      class={classes.join(' ')}
      data-task={task.id}
      aria-level={(section ? Math.max(1, section.level - 1) : 0) + depth + 1}
      aria-rowindex={position}
      aria-setsize={count}
      aria-posinset={position}
      {...(hasSubtasks && { 'aria-expanded': !isCollapsed })}
      aria-selected={isSelected}
      tabIndex={isActive ? 0 : -1}
      style={{
        '--depth': depth,
        '--age': `${-(now.peek() - (fresh.value.get(task.id)?.at ?? 0))}ms`,
      }}
      onFocus={() => {
        active.value = task.id;
      }}
      onClick={(event) => {
        if ((event.target as Element).closest('button, input')) return;
        event.preventDefault();
        if (event.shiftKey) setSelectionTo(rowKeys(), active.value, task.id);
        else if (event.ctrlKey || event.metaKey) toggleSelected(task.id);
        else if (matchMedia('(pointer: coarse)').matches && selection.value.size > 0)
          toggleSelected(task.id);
        else openTaskById(task.id);
        active.value = task.id;
      }}
      onKeyDown={() => {}}
      onContextMenu={(event) => {
        event.preventDefault();
        openPopup('task', targetTasks(task.id), event.currentTarget);
      }}
      {...swipe}
    >
      <span role="gridcell" class="c-status">
        {canEdit.value && (
          <span
            class="grip"
            aria-hidden="true"
            onPointerDown={(event) => startDrag(event, task.id)}
          >
            <Icon name="drag" />
          </span>
        )}
        {hasSubtasks ? (
          <button
            type="button"
            class="twist"
            tabIndex={-1}
            aria-label={`${isCollapsed ? 'Expand' : 'Collapse'} ${task.title}`}
            onClick={toggle}
          >
            <Icon name={isCollapsed ? 'right' : 'down'} />
          </button>
        ) : (
          <span class="twist" />
        )}
        <button
          type="button"
          class="tick"
          tabIndex={-1}
          disabled={!canEdit.value}
          aria-haspopup="menu"
          aria-label={`${labelOf(kindOf(task))}: ${task.title}`}
          onClick={(event) => openPopup('status', targetTasks(task.id), event.currentTarget)}
        >
          <TaskDisc task={task} />
        </button>
      </span>
      <span
        role="gridcell"
        class="c-title"
        onPointerDown={(event) =>
          canEdit.value && event.pointerType === 'mouse' && startDrag(event, task.id)
        }
      >
        {renaming.value === task.id ? (
          <RenameField task={task} />
        ) : (
          <a class="title" href={href} tabIndex={-1} draggable={false}>
            {task.title || '(no title)'}
          </a>
        )}
        {problem ? (
          <span class="chip bad">
            <span class="cut">
              Line {problem.line}: {problem.message}
            </span>
          </span>
        ) : (
          <Chips task={task} index={index} />
        )}
      </span>
      <span role="gridcell" class="c-prio">
        <Priority task={task} />
      </span>
      <span role="gridcell" class="c-due">
        <Due task={task} />
      </span>
      <span role="gridcell" class="c-who">
        <Who task={task} parent={plan?.outline.tasks[task.parent ?? -1]} />
      </span>
    </div>
  );
}

const rowKeys = (): string[] =>
  rows.value.map((row) =>
    'section' in row ? '' : (model.value?.outline.tasks[row.task]?.id ?? ''),
  );

const SEEN_MS = 10_000;

/** The classes of what someone else just changed; the mark goes after the row was on screen for a while. */
export function useFresh(taskId: string): string {
  const news = fresh.value.get(taskId);
  useEffect(() => {
    if (!news) return;
    const timer = setInterval(() => {
      if (!document.hidden) settle(taskId);
    }, SEEN_MS);
    return () => clearInterval(timer);
  }, [news]);
  if (!news) return '';
  return `fresh ${isAgent(news.by) ? '' : 'fresh-person'}`;
}

/** Edits a title where it is shown. It keeps the task that it began with, also if the row disappears meanwhile. */
export function RenameField({ task }: { task: Task }) {
  const base = useRef(task);
  const typed = useRef(task.title);
  const field = useRef<HTMLInputElement>(null);
  const close = () => {
    const row = field.current?.closest<HTMLElement>('[role=row], .card');
    renaming.value = '';
    row?.focus();
  };
  const save = () => {
    if (renaming.value !== base.current.id) return;
    close();
    const title = typed.current;
    if (title.trim() !== '' && title !== base.current.title)
      void changeTask(base.current, { title });
  };
  useEffect(() => {
    field.current?.select();
    return save;
  }, []);
  return (
    <input
      ref={field}
      class="add-in"
      type="text"
      aria-label={`Title of ${base.current.title}`}
      defaultValue={task.title}
      onInput={(event) => {
        typed.current = event.currentTarget.value;
      }}
      onBlur={save}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Enter') save();
        if (event.key === 'Escape') close();
      }}
    />
  );
}
