/** Changes of the address, which the browser's Back undoes. */
import { type Filters, NO_FILTERS } from '../plan/filters.ts';
import { type Address, HOME, readAddress, type View, writeAddress } from './address.ts';
import { address, rail, selection } from './store.ts';

/** Shows another address; `replace` if Back should not lead here. */
export function go(changes: Partial<Address>, { replace = false } = {}): void {
  const next = { ...address.value, ...changes };
  const [old, target] = [writeAddress(address.value), writeAddress(next)];
  address.value = next;
  if (old === target) return;
  const url = `${location.pathname}${location.search}${target}`;
  if (replace) history.replaceState(null, '', url);
  else history.pushState(null, '', url);
}

export const goHome = (): void => go(HOME);
export const showPlan = (planId: string): void => go({ ...HOME, planId });
export const showView = (view: View): void => go({ view, line: 0 });
export const showLine = (line: number): void => go({ view: 'text', line });

/** Opens a task in the rail. */
export function openTaskById(taskId: string): void {
  go({ taskId }, { replace: address.value.taskId !== '' });
}

export function setFilters(changes: Partial<Filters>, options = { replace: false }): void {
  go({ filters: { ...address.value.filters, ...changes } }, options);
}

export const clearFilters = (): void => go({ filters: NO_FILTERS });

/** The address of a task that can be sent to someone. */
export const linkTo = (taskId: string): string =>
  `${location.href.split('#', 1)[0]}${writeAddress({ ...HOME, planId: address.value.planId, taskId })}`;

export function followAddress(): void {
  address.value = readAddress(location.hash);
  addEventListener('popstate', () => {
    const next = readAddress(location.hash);
    if (next.planId !== address.value.planId) selection.value = new Set();
    address.value = next;
  });
}

const RAIL_KEY = 'ltp-rail';

/** What is in the rail is remembered for each view: Now in the outline, nothing elsewhere. */
export function railOf(view: View): 'now' | '' {
  const kept = localStorage.getItem(`${RAIL_KEY}-${view}`);
  return kept === null
    ? view === 'outline' && innerWidth > 1100
      ? 'now'
      : ''
    : (kept as 'now' | '');
}

export function showRail(content: typeof rail.value): void {
  rail.value = content;
  if (content === '' || content === 'now')
    localStorage.setItem(`${RAIL_KEY}-${address.value.view}`, content);
}

/** Closes the task, then the rail itself. */
export function closeRail(): void {
  if (address.value.taskId !== '') go({ taskId: '' });
  else showRail('');
}
