/** The messages that cross the boundary. The types of plans, tools and results are rendered from the Rust contracts. */

import type {
  AppliedOps,
  AppliedRepairs,
  Diagnostics,
  Difference,
  MergeReport,
  Op,
  Outline,
  RepairAction,
  SearchHits,
  TaskChange,
} from '../generated/types.js';

/** What a host decides once, before the first call. What is left out is off. */
export interface Settings {
  /** The toolsets that are on. */
  toolsets: string[];
  /** The plans directory relative to the root, as replies show it. */
  plansDir: string;
  /** The only tools that are on. */
  tools?: string[];
  readOnly?: true;
  /** Every write must name the etag that it is based on. */
  requireIfMatch?: true;
  /** At most one task of a plan may be in progress. */
  oneDoing?: true;
  /** The plan for toolsets without a `planId`. */
  plan?: string;
  /** What a write does with a plan that has errors: by default, it is refused. */
  handEdits?: 'refuse' | 'adopt';
  /** The boxes of new plans. */
  markers?: 'plan' | 'gfm';
  /** How long a claim lasts without a sign of life. */
  leaseMinutes?: number;
  /** How tools are listed, for messages that name one. */
  toolNames?: 'underscored' | 'dotted';
}

/** A tool, the text of a resource or the list of all, a prompt, or the completion of an argument. */
export type CallKind = 'tool' | 'resource' | 'prompt' | 'complete';

export interface CallRequest {
  kind: CallKind;
  /** Name of the tool or prompt; URI of the resource, empty for the list of all. */
  name: string;
  /** The arguments as JSON text; empty for none. */
  args: string;
  actor: string;
  /** Milliseconds since 1970. */
  now: number;
  /** The local date as YYYY-MM-DD; by default the date in UTC. */
  today?: string;
  /** Ten random bytes. */
  entropy: Uint8Array;
  /** Stop before the commit, and return the result with a diff. */
  dryRun?: boolean;
}

export interface Begun {
  call: number;
  step: Step;
}

/** What a call wants next. */
export type Step =
  | { kind: 'lock'; /** Whether to make what locking needs on disk. */ create: boolean }
  | { kind: 'load'; needs: Need[] }
  | { kind: 'commit'; writes: Write[] }
  | { kind: 'done'; reply: Reply; followUps: Write[] };

export interface Need {
  /** Relative to the plans directory, with `/` between its parts; empty for the plans directory itself. */
  path: string;
  kind: 'file' | 'directory' | 'summary' | 'scan';
  /** Stamp of the file as the core knows it. If the file still has it, it need not be provided. */
  known?: string;
}

/** Why something could not be read or written. */
export type Fault =
  | 'denied'
  | 'notAFile'
  | 'notADirectory'
  | 'tooLarge'
  | 'outsideRoot'
  | 'noSpace'
  | 'readOnly'
  | 'busy'
  | 'inUse'
  | 'noRoot'
  | 'rootNotAllowed'
  | `io:${string}`;

/** What a host found at a path. */
export type FileState =
  | {
      kind: 'file';
      bytes: Uint8Array;
      /** Hexadecimal SHA-256 of the bytes; the core computes it if it is left out. */
      etag?: string;
      /** Changes whenever the file does; left out if the host cannot promise that. */
      stamp?: string;
      /** When it last changed, in milliseconds since 1970. */
      modified?: number;
    }
  | { kind: 'directory'; names: string[] }
  | { kind: 'absent' }
  | { kind: 'fault'; fault: Fault };

/** One file to write. */
export interface Write {
  path: string;
  op: 'put' | 'append' | 'delete';
  /** What the file must be before: anything, absent, or the one with this etag. */
  expect: 'anything' | 'absent' | { etag: string };
  bytes: Uint8Array;
}

/** What became of a call's last step. */
export type Event =
  | { kind: 'locked' }
  /** Nothing was ever written here, so there is nothing to lock yet. */
  | { kind: 'unlocked' }
  | { kind: 'loaded' }
  /** The etags of what was put and the stamps of what was appended to; '' for other writes, and if unknown. */
  | { kind: 'committed'; etags: string[]; stamps?: string[] }
  /** A file is not what the call saw. Nothing was written. */
  | { kind: 'stale' }
  /** The lock could not be taken, or the write with this index could not be done; those before it were. */
  | { kind: 'failed'; at: number; fault: Fault };

export interface ToolError {
  code: string | number;
  message: string;
  details?: Record<string, unknown>;
}

/** What a call returns. */
export type Reply =
  | {
      kind: 'result';
      /** The result as JSON text. */
      json: string;
      /** Of a dry run: what would be written, as a unified diff. */
      diff?: string;
    }
  | {
      kind: 'error';
      error: ToolError;
      /** The whole structured reply, where a toolset's specification has its own form for errors. */
      structured?: Record<string, unknown>;
    };

/** The merged bytes, the conflicts that a person has to resolve, and the notes on what a rule resolved. */
export interface MergeResult extends MergeReport {
  bytes: Uint8Array;
}

export interface MergeOptions {
  /** Names of the sides in conflict markers: `ours` and `theirs`. */
  oursLabel?: string;
  theirsLabel?: string;
  /** Name of the base in conflict markers, which then show what it says. */
  baseLabel?: string;
  /** Length of a conflict marker: 7. */
  markerSize?: number;
  /** Whether the further of two statuses wins if both are further than the one before: yes. */
  furtherStatusWins?: boolean;
}
