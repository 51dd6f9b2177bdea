/** Offers the plan as a file, where the page cannot write it itself. */
import { model } from '../state/store.ts';

const REVOKE_AFTER_MS = 10_000;

export function saveCopy(): void {
  const plan = model.value;
  if (!plan) return;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([plan.text], { type: 'text/markdown' }));
  link.download = `${plan.planId}.md`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_AFTER_MS);
}
