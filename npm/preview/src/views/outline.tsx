/** Sections and tasks in the order of the file, nested and collapsible. */
import type { TargetedKeyboardEvent } from 'preact';
import { useCallback, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { type Row, sectionKey } from '../plan/rows.ts';
import { moveTasks } from '../state/actions.ts';
import { type DropPlace, halfOf, startDrag } from '../state/drag.ts';
import { openTaskById } from '../state/navigation.ts';
import { setSelectionTo, targetTasks } from '../state/selection.ts';
import {
  active,
  adding,
  collapsed,
  display,
  model,
  openTask,
  renaming,
  rows,
} from '../state/store.ts';
import { About } from '../ui/about.tsx';
import { NewTaskLine } from '../ui/new-task-line.tsx';
import { NothingFound, PlanWithoutTasks } from '../ui/nothing.tsx';
import { NewSectionLine, SectionRow } from '../ui/section-row.tsx';
import { TaskRow } from '../ui/task-row.tsx';
import { useMedia } from '../ui/use-media.ts';
import { VirtualList } from '../ui/virtual.tsx';

/** Key of the line for a new task. */
const ADDING = 'adding';

export function Outline() {
  const plan = model.value;
  const shown = rows.value;
  const isPhone = useMedia('(max-width: 640px)');
  const isCoarse = useMedia('(pointer: coarse)');
  const isCompact = display.value.density === 'compact';
  const tasks = plan?.outline.tasks ?? [];
  const keyOf = (row: Row) =>
    'section' in row ? sectionKey(row.section) : (tasks[row.task]?.id ?? '');
  const addingAt = addingPlace(shown);
  const keys = useMemo(() => {
    const all = shown.map(keyOf);
    if (addingAt !== undefined) all.splice(addingAt, 0, ADDING);
    return all;
  }, [shown, plan, addingAt]);
  const height = isPhone ? 60 : isCoarse ? 44 : isCompact ? 30 : 34;
  const estimate = useCallback(
    (index: number) => {
      const key = keys[index] ?? '';
      if (key === ADDING) return height + 34;
      return key.startsWith('section ') ? (isPhone ? 50 : 44) : height;
    },
    [keys, height, isPhone],
  );
  const current = keys.includes(active.value)
    ? active.value
    : (keys.find((key) => key !== ADDING) ?? '');
  useFocusOnActive(current);
  if (!plan) return null;

  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>) => {
    if (!(event.target as HTMLElement).matches('[role=row]')) return;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const at = keys.indexOf(current);
    const page = Math.max(1, Math.floor(innerHeight / height) - 4);
    const moves: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: keys.length - 1,
    };
    const move = moves[event.key];
    if (move !== undefined) {
      const next = keys[Math.max(0, Math.min(move, keys.length - 1))] ?? '';
      if (event.shiftKey) setSelectionTo(keys, current, next);
      active.value = next;
    } else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
      collapseOrMove(current, event.key === 'ArrowLeft');
    } else if (event.key === 'Enter' && !current.startsWith('section ')) openTaskById(current);
    else if (event.key === 'Enter') toggle(current);
    else return;
    event.preventDefault();
  };

  const rowAt = (index: number) => {
    const key = keys[index] ?? '';
    if (key === ADDING) return <NewTaskLine />;
    const row = shown[addingAt !== undefined && index > addingAt ? index - 1 : index];
    if (row === undefined) return null;
    const isActive = key === current;
    const isCollapsed = collapsed.value.has(key);
    if ('section' in row) {
      return (
        <SectionRow
          section={row.section}
          isActive={isActive}
          isCollapsed={isCollapsed}
          toggle={() => toggle(key)}
        />
      );
    }
    const task = tasks[row.task];
    if (!task) return null;
    return (
      <TaskRow
        task={task}
        index={row.task}
        isActive={isActive}
        isContext={row.isContext}
        isCollapsed={isCollapsed}
        position={index + 1}
        count={keys.length}
        toggle={() => toggle(key)}
        startDrag={startRowDrag}
      />
    );
  };

  const isEmpty = tasks.length === 0 && plan.outline.sections.length < 2;
  if (isEmpty && adding.value === undefined && renaming.value === '') return <PlanWithoutTasks />;
  return (
    <VirtualList
      class="read-scroll"
      attributes={{
        role: 'treegrid',
        class: 'space tree',
        'aria-label': `Tasks of ${plan.outline.title ?? plan.planId}`,
        'aria-multiselectable': true,
        'aria-rowcount': String(keys.length),
      }}
      itemRole="none"
      keys={keys}
      estimate={estimate}
      active={current}
      reveal={openTask.value?.id}
      isMeasured={isPhone}
      head={<About />}
      foot={
        <>
          {keys.length === 0 && <NothingFound />}
          {renaming.value === 'new section' && <NewSectionLine />}
        </>
      }
      onKeyDown={onKeyDown}
    >
      {rowAt}
    </VirtualList>
  );
}

function toggle(key: string): void {
  const next = new Set(collapsed.value);
  if (!next.delete(key)) next.add(key);
  collapsed.value = next;
}

/** Left collapses, or goes to the parent; right expands. */
function collapseOrMove(key: string, isLeft: boolean): void {
  const plan = model.value;
  const task = plan?.outline.tasks[plan.indexOf.get(key) ?? -1];
  const hasBelow = key.startsWith('section ') || (task?.children ?? 0) > 0;
  if (hasBelow && isLeft !== collapsed.value.has(key)) {
    toggle(key);
    return;
  }
  if (!isLeft) return;
  const parent = plan?.outline.tasks[task?.parent ?? -1];
  active.value = parent?.id ?? sectionKey(task?.section ?? -1);
}

/** Where in the rows the line for a new task is. */
function addingPlace(shown: readonly Row[]): number | undefined {
  const plan = model.value;
  const at = adding.value;
  if (!plan || at === undefined) return undefined;
  const { tasks } = plan.outline;
  const after = (isInside: (row: Row) => boolean) => {
    const index = shown.findLastIndex(isInside);
    return index < 0 ? shown.length : index + 1;
  };
  const anchor = tasks[plan.indexOf.get(at.afterTaskId ?? at.parentTaskId ?? '') ?? -1];
  if (anchor) {
    const isInBlock = (line = 0) => line >= anchor.line && line <= anchor.endLine;
    return after((row) => 'task' in row && isInBlock(tasks[row.task]?.line));
  }
  const wanted = at.sectionPath?.join('\n');
  const section = plan.paths.findIndex(
    (path, index) => (plan.outline.sections[index]?.level ?? 0) > 1 && path.join('\n') === wanted,
  );
  if (section < 0) return 0;
  return after((row) =>
    'section' in row ? row.section === section : tasks[row.task]?.section === section,
  );
}

/** The focus follows the active row while the outline has it. */
function useFocusOnActive(current: string): void {
  const last = useRef(current);
  useLayoutEffect(() => {
    const isMoved = last.current !== current;
    last.current = current;
    const focused = document.activeElement;
    const isHere = focused?.closest('[role=treegrid]') != null || focused === document.body;
    if (!isMoved || !isHere || focused?.matches('input, textarea')) return;
    const row = document.querySelector<HTMLElement>(
      `.at[data-key="${CSS.escape(current)}"] [role=row]`,
    );
    row?.focus({ preventScroll: true });
  });
}

/** How far right of a title's start a row is dropped into the task above. */
const NEST_PX = 28;

function startRowDrag(event: PointerEvent, taskId: string): void {
  startDrag(event, {
    tasks: () => targetTasks(taskId),
    placeAt: (element, x, y) => {
      const row = element.closest<HTMLElement>('[data-task], [data-section]');
      if (!row) return undefined;
      const { task, section } = row.dataset;
      if (section !== undefined) return { key: `section ${section}`, where: 'into' };
      if (task === undefined || task === taskId) return undefined;
      const where = halfOf(row, y);
      const title = row.querySelector('.title')?.getBoundingClientRect();
      const isNested = where === 'after' && title !== undefined && x > title.left + NEST_PX;
      return { key: task, where: isNested ? 'under' : where };
    },
    drop: (tasks, place) => void dropRows(tasks, place),
  });
}

function dropRows(
  tasks: Parameters<typeof moveTasks>[0],
  { key, where }: DropPlace,
): Promise<void> {
  const plan = model.value;
  const other = plan?.outline.tasks[plan.indexOf.get(key) ?? -1];
  if (where === 'into') {
    const sectionPath = plan?.paths[Number(key.slice('section '.length))] ?? [];
    return moveTasks(tasks, { sectionPath, position: 'first' }, `to ${sectionPath.at(-1)}`);
  }
  if (where === 'under') {
    return moveTasks(tasks, { parentTaskId: key, position: 'first' }, `under “${other?.title}”`);
  }
  return moveTasks(tasks, where === 'before' ? { beforeTaskId: key } : { afterTaskId: key }, '');
}
