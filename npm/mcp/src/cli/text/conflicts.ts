import type { MergeConflict } from 'long-term-plan-core/slim';
import type { Io } from '../../io.ts';
import { escapeControl } from './escape.ts';

/** A merge can have more conflicts than a person reads. */
const MAX_LINES = 20;

/** Prints the conflicts of a merge, and the notes on what a rule decided, to standard error. */
export function printConflicts(
  io: Io,
  path: string,
  conflicts: readonly MergeConflict[],
  notes: readonly MergeConflict[],
): void {
  const lines = [
    ...conflicts.map(({ line, message }) => `${path}:${line}: conflict: ${message}`),
    ...notes.map(({ line, message }) => `${path}:${line}: note: ${message}`),
  ];
  for (const line of lines.slice(0, MAX_LINES)) io.logLine(escapeControl(line));
  if (lines.length > MAX_LINES) io.logLine(`… and ${lines.length - MAX_LINES} more`);
}
