/** The keyboard. Single letters work only while no field has the focus, and can be switched off. */
import { isRailOpen, leaveRail } from '../ui/rail.tsx';
import { COMMANDS, canRun } from './commands.ts';
import { clearFilters } from './navigation.ts';
import { clearSelection, currentTasks } from './selection.ts';
import { address, conflict, dialog, display, popup, selection } from './store.ts';

const SEQUENCE_MS = 1200;
let pressed = { key: '', at: 0 };

/** `Mod+Shift+Z`, `Alt+ArrowUp`, `N`, `?`. */
export function keyName(event: KeyboardEvent): string {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  const isLetter = /^[a-z]$/i.test(key);
  const name = key === ' ' ? 'Space' : isLetter ? key.toUpperCase() : key;
  const isNamed = isLetter || key.length > 1;
  return [(ctrlKey || metaKey) && 'Mod', altKey && 'Alt', shiftKey && isNamed && 'Shift', name]
    .filter(Boolean)
    .join('+');
}

export function followKeys(): void {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    const target = event.target as Element;
    const isTyping = target.matches(
      'input:not([type=checkbox]), textarea, select, [contenteditable]',
    );
    const name = keyName(event);
    const isOverlay =
      popup.value !== undefined || dialog.value !== '' || conflict.value !== undefined;
    if (isOverlay || (isTyping && name !== 'Mod+K' && name !== 'F6')) return;
    if (name === 'Escape') {
      if (closeOrClear(target)) event.preventDefault();
      return;
    }
    if (run(name, target)) event.preventDefault();
  });
}

function run(name: string, target: Element): boolean {
  const isSequence = pressed.key !== '' && performance.now() - pressed.at < SEQUENCE_MS;
  const wanted = isSequence ? `${pressed.key} ${name}` : name;
  pressed = { key: '', at: 0 };
  const isSingle = !name.includes('+') && name.length === 1;
  if (isSingle && !display.value.letterKeys) return false;
  // Controls have their own meaning for these.
  const isControl =
    target.matches('button, a, summary, [role=option]') && target.closest('.card') === null;
  if (isControl && (name === 'Space' || name === 'Enter')) return false;
  const isRow = target.closest('[data-task]') !== null;
  const tasks = currentTasks();
  for (const command of COMMANDS) {
    if (!command.keys.includes(wanted) || !canRun(command, tasks)) continue;
    // Browsers go back with Alt and an arrow; only a row or card takes it.
    if (name.startsWith('Alt+') && !isRow) continue;
    command.run(tasks);
    return true;
  }
  if (wanted === 'G') {
    pressed = { key: 'G', at: performance.now() };
    return true;
  }
  return runInView(wanted, target);
}

/** Keys of a view or the rail. */
function runInView(name: string, target: Element): boolean {
  const click = (selector: string) => {
    const button = document.querySelector<HTMLElement>(selector);
    button?.click();
    return button !== null;
  };
  if (name === 'T' && address.value.view === 'timeline') return click('[data-today]');
  if (address.value.taskId !== '' && target.closest('.rail')) {
    if (name === 'J') return click('.rail [aria-label="Next task"]');
    if (name === 'K') return click('.rail [aria-label="Previous task"]');
  }
  return false;
}

/** Closes the rail, clears the selection, clears the search, in this order. */
function closeOrClear(target: Element): boolean {
  const { filters, taskId } = address.value;
  if (taskId !== '' || (isRailOpen() && target.closest('.rail') !== null)) leaveRail();
  else if (selection.value.size > 0) clearSelection();
  else if (Object.values(filters).some((value) => value !== '')) clearFilters();
  else return false;
  return true;
}
