/** What can be done with several tasks at once. */
import type { ComponentChildren } from 'preact';
import { deleteTasks, tasksOf } from '../state/actions.ts';
import { openPopup } from '../state/popups.ts';
import { clearSelection } from '../state/selection.ts';
import { canEdit, type PopupKind, selection } from '../state/store.ts';
import { Disc, Icon, IconButton } from './parts.tsx';

export function SelectionBar() {
  const count = selection.value.size;
  if (count === 0 || !canEdit.value) return null;
  const button = (label: string, icon: ComponentChildren, kind: PopupKind) => (
    <button
      type="button"
      class="btn tiny ghost"
      aria-haspopup="dialog"
      onClick={(event) => openPopup(kind, tasksOf(selection.value), event.currentTarget)}
    >
      {icon}
      {label}
    </button>
  );
  return (
    <div class="selbar" role="toolbar" aria-label="Selected tasks">
      <b>{count} selected</b>
      {button('Status', <Disc kind="doing" />, 'status')}
      {button('Priority', <Icon name="high" class="pr-high" />, 'priority')}
      {button('Assign', <Icon name="person" />, 'assignee')}
      {button('Due', <Icon name="calendar" />, 'due')}
      {button('Move', <Icon name="section" />, 'move')}
      <button
        type="button"
        class="btn tiny ghost danger"
        onClick={() => void deleteTasks(tasksOf(selection.value))}
      >
        <Icon name="trash" />
        Delete
      </button>
      <IconButton class="sm" icon="close" label="Clear selection" onClick={clearSelection} />
    </div>
  );
}
