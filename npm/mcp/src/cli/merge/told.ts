import type { MergeConflict } from 'long-term-plan-core/slim';
import { note } from '../../output.ts';
import { printable } from '../text/printable.ts';

/** A merge could leave more than anybody reads. */
const MOST = 20;

/** What a merge left open and what it decided by a rule, a line each, on stderr. */
export function tellConflicts(
  path: string,
  conflicts: readonly MergeConflict[],
  notes: readonly MergeConflict[],
): void {
  const told = [
    ...conflicts.map(({ line, message }) => `${path}:${line}: conflict: ${message}`),
    ...notes.map(({ line, message }) => `${path}:${line}: note: ${message}`),
  ];
  for (const line of told.slice(0, MOST)) note(`${printable(line)}\n`);
  if (told.length > MOST) note(`… and ${told.length - MOST} more\n`);
}
