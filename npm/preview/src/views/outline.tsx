/** Sections and tasks in the order of the file, nested and collapsible. */
import type { TargetedKeyboardEvent } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { type Row, rowsOf, sectionKey } from '../model.ts';
import { Details, Mark, Progress } from '../parts.tsx';
import { VirtualList } from '../virtual-list.tsx';
import type { ViewProps } from './view.ts';

export function OutlineView(props: ViewProps) {
  const { controller, state, model, found, canEdit, rowHeight, today } = props;
  const { collapsed, selected } = state;
  const rows = useMemo(() => rowsOf(model, found, collapsed), [model, found, collapsed]);
  const [at, setAt] = useState(0);
  const active = Math.max(0, Math.min(at, rows.length - 1));
  const { tasks, sections } = model.outline;

  const keyOf = (row: Row) =>
    'section' in row ? sectionKey(row.section) : (tasks[row.task]?.id ?? '');
  const hasBelow = (row: Row) => 'section' in row || (tasks[row.task]?.children ?? 0) > 0;
  const setCollapsed = (row: Row, isCollapsed: boolean) => {
    const next = new Set(collapsed);
    if (isCollapsed) next.add(keyOf(row));
    else next.delete(keyOf(row));
    controller.set({ collapsed: next });
  };
  const open = (row: Row) => {
    if ('section' in row) setCollapsed(row, !collapsed.has(keyOf(row)));
    else controller.set({ selected: tasks[row.task]?.id });
  };
  const tick = (index: number) => {
    const task = tasks[index];
    if (!task || !canEdit) return;
    void controller.change(task.id, { status: task.status === 'done' ? 'todo' : 'done' });
  };

  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>) => {
    const row = rows[active];
    if (row === undefined || event.target !== event.currentTarget) return;
    const page = Math.max(1, Math.floor(event.currentTarget.clientHeight / rowHeight) - 1);
    const moves: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: rows.length - 1,
    };
    const move = moves[event.key];
    if (move !== undefined) setAt(Math.max(0, Math.min(move, rows.length - 1)));
    else if (event.key === 'ArrowRight' && hasBelow(row)) setCollapsed(row, false);
    else if (event.key === 'ArrowLeft' && hasBelow(row)) setCollapsed(row, true);
    else if (event.key === 'Enter') open(row);
    else if (event.key === ' ' && 'task' in row) tick(row.task);
    else return;
    event.preventDefault();
  };

  const shownRow = (index: number) => {
    const row = rows[index];
    if (row === undefined) return null;
    const isCollapsed = collapsed.has(keyOf(row));
    const common = {
      id: `outline-${index}`,
      'aria-setsize': rows.length,
      'aria-posinset': index + 1,
      ...(hasBelow(row) && { 'aria-expanded': !isCollapsed }),
    };
    const arrow = hasBelow(row) && (
      <button
        type="button"
        class="arrow"
        tabIndex={-1}
        aria-label={isCollapsed ? 'Expand' : 'Collapse'}
        onClick={() => setCollapsed(row, !isCollapsed)}
      >
        {isCollapsed ? '▸' : '▾'}
      </button>
    );
    const isActive = index === active ? ' active' : '';
    if ('section' in row) {
      const section = sections[row.section];
      if (!section) return null;
      const { done = 0, total = 0 } = model.progress[row.section] ?? {};
      return (
        <div
          {...common}
          role="treeitem"
          tabIndex={-1}
          class={`line section${isActive}`}
          aria-level={section.level - 1}
        >
          <span class={`indent i${Math.min(section.level - 2, 8)}`} />
          {arrow}
          <span class="title">{section.name}</span>
          <Progress done={done} total={total} label={section.name} />
        </div>
      );
    }
    const task = tasks[row.task];
    if (!task) return null;
    const depth = model.depths[row.task] ?? 0;
    const isSelected = task.id === selected;
    return (
      <div
        {...common}
        role="treeitem"
        tabIndex={-1}
        class={`line task ${task.status}${isActive}${row.isContext ? ' context' : ''}`}
        aria-level={(sections[task.section ?? -1]?.level ?? 1) + depth}
        aria-selected={isSelected}
      >
        <span class={`indent i${Math.min(depth, 8)}`} />
        {arrow || <span class="arrow" />}
        <input
          type="checkbox"
          tabIndex={-1}
          checked={task.status === 'done'}
          disabled={!canEdit}
          aria-label={`Done: ${task.title}`}
          // The checkbox shows the plan's status: each render resets it after a click.
          onChange={() => tick(row.task)}
        />
        <button
          type="button"
          class="title"
          tabIndex={-1}
          onClick={() => {
            setAt(index);
            open(row);
          }}
        >
          {task.status === 'doing' && <Mark task={task} />}
          {task.title || '(no title)'}
        </button>
        <Details task={task} today={today} />
      </div>
    );
  };

  if (rows.length === 0) return <p class="empty">No task matches.</p>;
  return (
    <VirtualList
      id="outline"
      label="Outline"
      role="tree"
      count={rows.length}
      rowHeight={rowHeight}
      active={active}
      onKeyDown={onKeyDown}
    >
      {shownRow}
    </VirtualList>
  );
}
