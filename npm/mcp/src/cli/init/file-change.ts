/** A change to one file, decided before anything is written, so that a dry run shows exactly what would happen. */

export interface FileChange {
  /** As people see it: relative to the root, or below `~`. */
  path: string;
  /** Absolute. */
  file: string;
  before: string | undefined;
  /** `undefined` if the file is deleted. */
  after: string | undefined;
  /** What it is for: a client, or what is in it. */
  what: string;
  /** The id of the client that it connects. */
  client?: string;
}

export type Action = 'new' | 'changed' | 'same' | 'removed';

export function actionOf({ before, after }: Pick<FileChange, 'before' | 'after'>): Action {
  if (before === after) return 'same';
  if (before === undefined) return 'new';
  return after === undefined ? 'removed' : 'changed';
}
