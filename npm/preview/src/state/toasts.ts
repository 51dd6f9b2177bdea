/** Short messages at the edge of the page. */
import { type Toast, toasts } from './store.ts';

const MOST = 3;
let lastId = 0;

export function addToast(toast: Omit<Toast, 'id'>): void {
  lastId++;
  const others = toasts.value.filter(({ text }) => text !== toast.text);
  toasts.value = [...others, { ...toast, id: lastId }].slice(-MOST);
}

export function removeToast(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}

export const showError = (error: unknown): void =>
  addToast({ kind: 'error', text: error instanceof Error ? error.message : String(error) });
