/** A single file and what is in it, without tools: what the core says of its bytes. */

/** What is wrong with a file. Lines and columns count from 1, columns in UTF-16 units. */
export interface Finding {
  code: string;
  line: number;
  /** A finding about no particular place of its line has no columns. */
  column?: number;
  endColumn?: number;
  message: string;
}

export interface Findings {
  errors: Finding[];
  warnings: Finding[];
}

/** The whole of a plan. `parent` and `section` are numbers in the lists. */
export interface Outline {
  title?: string;
  body?: string;
  sections: OutlineSection[];
  tasks: OutlineTask[];
}

export interface OutlineSection {
  name: string;
  level: number;
  line: number;
  parent?: number;
}

export interface OutlineTask {
  id: string;
  title: string;
  status: string;
  line: number;
  /** Decoded, under the keys that the file has. */
  attributes: Record<string, string | string[]>;
  section?: number;
  parent?: number;
  body?: string;
}

/** One thing that differs between two versions of a plan. Without `taskId` it is about the plan itself. */
export interface TaskChange {
  taskId?: string;
  title: string;
  change: 'added' | 'deleted' | 'body' | 'field';
  field?: string;
  from?: string;
  to?: string;
}

/** How three versions of a file are merged. What is left out is as by default. */
export interface MergeOptions {
  /** What the sides are called in conflict markers: `ours`, `theirs`. */
  oursLabel?: string;
  theirsLabel?: string;
  /** Length of a conflict marker: 7. */
  markerSize?: number;
  /** Whether of two statuses that are both further than the one before, the further one wins: yes. */
  furtherStatusWins?: boolean;
}

/** Something that both sides changed differently. */
export interface MergeConflict {
  taskId?: string;
  /** `status`, `title`, an attribute's key, `body`, `task`, `heading`, `text` or `file`. */
  field: string;
  line: number;
  base?: string;
  ours?: string;
  theirs?: string;
  message: string;
}

export interface MergeResult {
  bytes: Uint8Array;
  /** What somebody has to decide; it stands between conflict markers. */
  conflicts: MergeConflict[];
  /** What a rule decided. */
  notes: MergeConflict[];
}
