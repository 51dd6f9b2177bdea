/** The dialog next to a control. A sheet at the bottom on phones. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { closePopup } from '../../state/popups.ts';
import { type PopupKind, type Popup as PopupState, popup } from '../../state/store.ts';
import { labelOf } from '../../words/labels.ts';
import { Choices } from './choices.tsx';
import { DueDate } from './due-date.tsx';
import { DisplayOptions, FilterFields, MoreMenu, PlanMenu } from './page-menus.tsx';
import { Dependency, NewParent, NewPlace, People, Tags, Words } from './search-fields.tsx';
import { ColumnMenu, SectionMenu, TaskMenu } from './task-menus.tsx';

const NAMES: Partial<Record<PopupKind, string>> = {
  due: 'Due date',
  dependency: 'Blocked by',
  move: 'Move to',
  parent: 'Parent',
  task: 'Task',
  plans: 'Plans',
  more: 'More',
  columns: 'Group by',
};

export function Popup() {
  const open = popup.value;
  return open && <OpenPopup key={`${open.kind} ${open.tasks[0]?.id}`} open={open} />;
}

const GAP = 4;
const EDGE = 8;

function OpenPopup({ open }: { open: PopupState }) {
  const element = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = element.current;
    if (!dialog) return;
    const before = document.activeElement;
    dialog.showModal();
    dialog.querySelector<HTMLElement>('input, .opt')?.focus();
    const { anchor } = open;
    const { offsetWidth: width, offsetHeight: height } = dialog;
    const isBelow =
      anchor.bottom + GAP + height < innerHeight - EDGE || anchor.top < innerHeight / 2;
    const top = isBelow
      ? Math.min(anchor.bottom + GAP, innerHeight - height - EDGE)
      : anchor.top - GAP - height;
    dialog.style.setProperty(
      '--x',
      `${Math.max(EDGE, Math.min(anchor.left, innerWidth - width - EDGE))}px`,
    );
    dialog.style.setProperty('--y', `${Math.max(EDGE, top)}px`);
    return () => {
      dialog.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      class={`pop pop-${open.kind}`}
      aria-label={NAMES[open.kind] ?? labelOf(open.kind)}
      onCancel={(event) => {
        event.preventDefault();
        closePopup();
      }}
      onClick={(event) => {
        if (event.target === element.current) closePopup();
      }}
    >
      <div class="pop-in">
        <Content open={open} />
      </div>
    </dialog>
  );
}

function Content({ open }: { open: PopupState }) {
  const { kind, tasks } = open;
  switch (kind) {
    case 'status':
    case 'priority':
      return <Choices field={kind} tasks={tasks} />;
    case 'due':
      return <DueDate tasks={tasks} />;
    case 'assignee':
      return <People tasks={tasks} />;
    case 'tags':
      return <Tags tasks={tasks} />;
    case 'estimate':
    case 'type':
    case 'area':
      return <Words field={kind} tasks={tasks} />;
    case 'dependency':
      return <Dependency tasks={tasks} />;
    case 'move':
      return <NewPlace tasks={tasks} />;
    case 'parent':
      return <NewParent tasks={tasks} />;
    case 'task':
      return <TaskMenu tasks={tasks} />;
    case 'section':
      return <SectionMenu section={open.section ?? -1} />;
    case 'columns':
      return <ColumnMenu />;
    case 'plans':
      return <PlanMenu />;
    case 'filter':
      return <FilterFields />;
    case 'display':
      return <DisplayOptions />;
    case 'more':
      return <MoreMenu />;
  }
}
