/** Cards in columns, grouped by status, section, assignee or priority. */
import type { Task } from 'long-term-plan-core/slim';
import type { TargetedKeyboardEvent } from 'preact';
import { useCallback, useMemo, useState } from 'preact/hooks';
import { type Column, columnsOf, GROUPINGS, type Grouping, moveTo } from '../plan/columns.ts';
import { moveBy, moveTasks } from '../state/actions.ts';
import { type DropPlace, dragging, halfOf, startDrag } from '../state/drag.ts';
import { changeTasks } from '../state/edits.ts';
import { go, openTaskById } from '../state/navigation.ts';
import { openPopup } from '../state/popups.ts';
import { targetTasks } from '../state/selection.ts';
import {
  active,
  adding,
  address,
  canEdit,
  display,
  finishedAt,
  found,
  model,
} from '../state/store.ts';
import { Card, cardHeight } from '../ui/card.tsx';
import { NewTaskLine } from '../ui/new-task-line.tsx';
import { NothingFound } from '../ui/nothing.tsx';
import { Avatar, Disc, Icon, IconButton, priorityIcon } from '../ui/parts.tsx';
import { useMedia } from '../ui/use-media.ts';
import { VirtualList } from '../ui/virtual.tsx';
import { type DiscKind, labelOf } from '../words/labels.ts';

export function Board() {
  const plan = model.value;
  const { grouping } = address.value;
  const isPhone = useMedia('(max-width: 640px)');
  const [shownKey, setShownKey] = useState<string>();
  const columns = useMemo(() => {
    if (!plan) return [];
    const withSubtasks = display.value.subtaskCards;
    return columnsOf(plan, {
      grouping,
      found: found.value,
      withSubtasks,
      finishedAt: finishedAt.value,
    });
  }, [plan, grouping, found.value, display.value.subtaskCards, finishedAt.value]);
  const fallback = grouping === 'status' ? 'doing' : columns[0]?.key;
  const shown = columns.some(({ key }) => key === shownKey) ? shownKey : fallback;
  if (!plan) return null;
  const drag = (event: PointerEvent, taskId: string) =>
    startCardDrag(event, taskId, columns, setShownKey);
  return (
    <>
      <div class="subbar">
        <span class="opt-l">Group by</span>
        <div class="seg group-seg" role="group" aria-label="Group by">
          {GROUPINGS.map((word) => (
            <button
              key={word}
              type="button"
              aria-pressed={word === grouping}
              onClick={() => go({ grouping: word })}
            >
              {labelOf(word)}
            </button>
          ))}
        </div>
        {isPhone && <ColumnSwitch columns={columns} shown={shown} show={setShownKey} />}
        <span class="grow" />
        <span class="hint">
          {display.value.subtaskCards ? '' : 'Subtasks are counted on their parent’s card'}
        </span>
      </div>
      <div class="board" style={{ '--columns': columns.length }}>
        {columns.map((column, place) =>
          isPhone && column.key !== shown ? null : (
            <BoardColumn
              key={column.key}
              column={column}
              columns={columns}
              place={place}
              drag={drag}
            />
          ),
        )}
      </div>
      {found.value && columns.every(({ tasks }) => tasks.length === 0) && <NothingFound />}
    </>
  );
}

/** On phones one column is shown, chosen here. */
function ColumnSwitch(props: {
  columns: readonly Column[];
  shown: string | undefined;
  show(key: string): void;
}) {
  const { columns, shown, show } = props;
  return (
    <>
      <div class="seg cols-switch" role="group" aria-label="Column">
        {columns.map(({ key, label, tasks }) => (
          <button
            key={key}
            type="button"
            data-column={key}
            aria-pressed={key === shown}
            onClick={() => show(key)}
          >
            {label} <b>{tasks.length}</b>
          </button>
        ))}
      </div>
      <IconButton
        icon="board"
        label={`Grouped by ${address.value.grouping}`}
        expands
        onClick={(event) => openPopup('columns', [], event.currentTarget)}
      />
    </>
  );
}

interface ColumnProps {
  column: Column;
  columns: readonly Column[];
  place: number;
  drag(event: PointerEvent, taskId: string): void;
}

/** Which column the line for a new task is in. */
let addingColumn = '';

const STEPS: Record<string, 1 | -1 | undefined> = { ArrowDown: 1, ArrowUp: -1 };
const SIDES: Record<string, 1 | -1 | undefined> = { ArrowRight: 1, ArrowLeft: -1 };

function BoardColumn({ column, columns, place, drag }: ColumnProps) {
  const plan = model.value;
  const { grouping } = address.value;
  const { key, label } = column;
  const all = plan?.outline.tasks ?? [];
  const keys = useMemo(() => column.tasks.map((index) => all[index]?.id ?? ''), [column]);
  const estimate = useCallback(
    (index: number) => cardHeight(plan, column.tasks[index] ?? -1),
    [column, plan],
  );
  const current = keys.includes(active.value) ? active.value : (keys[0] ?? '');
  const isTarget = dragging.value?.place?.key === `column ${key}`;
  const isAdding = adding.value !== undefined && addingColumn === key;
  if (!plan) return null;

  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>) => {
    const target = event.target as Element;
    if (!target.closest('.card') || target.matches('input')) return;
    const at = keys.indexOf(current);
    const step = STEPS[event.key];
    const side = SIDES[event.key];
    const task = all[column.tasks[at] ?? -1];
    const next = side === undefined ? undefined : columns[place + side];
    if (event.altKey && task && step !== undefined) void moveBy(task, step);
    else if (event.altKey && task && next) void moveCards([task], next);
    else if (event.ctrlKey || event.metaKey || event.altKey) return;
    else if (step !== undefined) focusCard(keys[Math.max(0, Math.min(at + step, keys.length - 1))]);
    else if (next) focusCard(all[next.tasks[Math.min(at, next.tasks.length - 1)] ?? -1]?.id);
    else if (event.key === 'Enter') openTaskById(current);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const add = () => {
    addingColumn = key;
    const change = moveTo(plan, grouping, key);
    if ('sectionPath' in change) adding.value = { sectionPath: change.sectionPath };
    else adding.value = { attributes: key === '' ? {} : { [grouping]: key } };
  };

  return (
    <section
      class={`col ${isTarget ? 'drop-into' : ''}`}
      data-column={key}
      aria-labelledby={`column-${place}`}
    >
      <header class="col-head">
        <ColumnIcon grouping={grouping} name={key} />
        <h2 id={`column-${place}`} class="cut">
          {label}
        </h2>
        <span class="count">{column.tasks.length}</span>
        <span class="grow" />
        {canEdit.value && (
          <IconButton class="sm" icon="plus" label={`Add a task to ${label}`} onClick={add} />
        )}
      </header>
      {isAdding && <NewTaskLine />}
      <VirtualList
        class="cards"
        attributes={{ role: 'list', class: 'space', 'aria-label': label }}
        itemRole="listitem"
        keys={keys}
        estimate={estimate}
        active={current}
        isMeasured
        onKeyDown={onKeyDown}
      >
        {(index) => {
          const at = column.tasks[index] ?? -1;
          const task = all[at];
          return task ? (
            <Card task={task} index={at} isActive={task.id === current} drag={drag} />
          ) : null;
        }}
      </VirtualList>
    </section>
  );
}

function focusCard(taskId: string | undefined): void {
  if (taskId === undefined) return;
  active.value = taskId;
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>(`.card[data-task="${CSS.escape(taskId)}"]`)?.focus();
  });
}

function ColumnIcon({ grouping, name }: { grouping: Grouping; name: string }) {
  switch (grouping) {
    case 'status':
      return <Disc kind={name as DiscKind} />;
    case 'priority':
      return <Icon name={priorityIcon(name)} class={`pr-${name || 'none'}`} />;
    case 'assignee':
      return name === '' ? <Icon name="person" /> : <Avatar name={name} />;
    case 'section':
      return <Icon name="section" />;
  }
}

function moveCards(tasks: readonly Task[], column: Column): Promise<void> {
  const plan = model.value;
  if (!plan) return Promise.resolve();
  const change = moveTo(plan, address.value.grouping, column.key);
  if ('sectionPath' in change) {
    return moveTasks(tasks, { sectionPath: change.sectionPath }, `to ${column.label}`);
  }
  const name = tasks.length === 1 ? `“${tasks[0]?.title}”` : `${tasks.length} tasks`;
  return changeTasks(tasks, change.values, `Moved ${name} to ${column.label}`);
}

function startCardDrag(
  event: PointerEvent,
  taskId: string,
  columns: readonly Column[],
  showColumn: (key: string) => void,
): void {
  startDrag(event, {
    tasks: () => targetTasks(taskId),
    placeAt: (element, _x, y) => {
      const column = element.closest<HTMLElement>('[data-column]');
      const card = element.closest<HTMLElement>('.card');
      if (card && card.dataset.task !== taskId) {
        return { key: card.dataset.task ?? '', where: halfOf(card, y) };
      }
      const key = column?.dataset.column;
      // Holding a card over the name of a column shows that column.
      if (column?.matches('button') && key !== undefined) showColumn(key);
      return key === undefined ? undefined : { key: `column ${key}`, where: 'into' };
    },
    drop: (tasks, place) => void dropCards(tasks, place, columns),
  });
}

async function dropCards(
  tasks: Task[],
  { key, where }: DropPlace,
  columns: readonly Column[],
): Promise<void> {
  const plan = model.value;
  const index = plan?.indexOf.get(key);
  const target = columns.find((column) =>
    index === undefined ? `column ${column.key}` === key : column.tasks.includes(index),
  );
  const isHere =
    target && tasks.every(({ id }) => target.tasks.includes(plan?.indexOf.get(id) ?? -1));
  if (target && !isHere) await moveCards(tasks, target);
  if (where === 'into' || index === undefined) return;
  // The order in the file follows the order of cards only within a column: elsewhere the section would change too.
  if (isHere || address.value.grouping === 'section') {
    await moveTasks(tasks, where === 'before' ? { beforeTaskId: key } : { afterTaskId: key }, '');
  }
}
