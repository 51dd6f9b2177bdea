/** Opens the small dialogs next to a control. */
import type { Task } from 'long-term-plan-core/slim';
import { canEdit, type PopupKind, popup } from './store.ts';

/** Kinds that change nothing, and open in a read-only plan too. */
const READING: readonly PopupKind[] = ['plans', 'filter', 'display', 'more', 'columns'];

export function openPopup(
  kind: PopupKind,
  tasks: Task[] = [],
  near: Element | null = document.activeElement,
  section?: number,
): void {
  if (!canEdit.value && !READING.includes(kind)) return;
  const element = near === document.body ? null : near;
  const middle = { left: innerWidth / 2 - 120, right: innerWidth / 2 + 120, top: 120, bottom: 120 };
  const { left, right, top, bottom } = element?.getBoundingClientRect() ?? middle;
  popup.value = {
    kind,
    tasks,
    anchor: { left, right, top, bottom },
    ...(section !== undefined && { section }),
  };
}

export const closePopup = (): void => {
  popup.value = undefined;
};
