/**
 * What the core asks of the world around it. Paths are relative to the plans directory with `/`
 * between their parts; the empty path is the plans directory itself. A path that starts with
 * `root:DIR/`, DIR being percent-encoded, is in the plans directory of another root: it is only read,
 * and a host may refuse it.
 */

/** Why something could not be read or written; the core makes the sentence. */
export type Fault =
  | 'denied'
  | 'notAFile'
  | 'notADirectory'
  | 'tooLarge'
  | 'outsideRoot'
  | 'noSpace'
  | 'readOnly'
  | 'busy'
  | 'noRoot'
  | 'rootNotAllowed'
  | `io:${string}`;

export type Failed = { kind: 'fault'; fault: Fault };
export type Absent = { kind: 'absent' };

/** A directory's entries, in any order. */
export type Listed = { kind: 'names'; names: string[] } | Absent | Failed;

/**
 * A file's bytes. `etag` is the hexadecimal SHA-256 of them. `stamp` changes whenever the file does;
 * it is empty when the host cannot promise that, and then the file is read again the next time.
 * `modified` is when it last changed, in milliseconds since 1970, if the host knows.
 */
export type Loaded =
  | { kind: 'bytes'; bytes: Uint8Array; etag: string; stamp: string; modified?: number }
  | { kind: 'same' }
  | Absent
  | Failed;

/** A file's bytes, for one that is only looked through; with its stamp, if that was asked for. */
export type Seen =
  | { kind: 'bytes'; bytes: Uint8Array; stamp?: string }
  | { kind: 'same' }
  | Absent
  | Failed;

/** One file to be changed. A `delete` has no bytes. */
export interface Write {
  path: string;
  op: 'put' | 'append' | 'delete';
  /** The etag that the file must still have; `null` when there must be none. Any file if left out. */
  expect?: string | null;
  bytes: Uint8Array;
}

/**
 * How a commit ended. `stamps` are those of files that were added to, as far as the host knows them;
 * that of any other is empty. `stale`: a file is not what the call saw, and nothing was written. `failed`:
 * the write with that number could not be done; those before it were, those after it were not.
 */
export type Committed =
  | { kind: 'committed'; etags: string[]; stamps?: string[] }
  | { kind: 'stale' }
  | { kind: 'failed'; at: number; fault: Fault };

/** The right to write, held from before a call's first look at a file until its end. */
export interface Lock {
  /**
   * Reads a file and keeps in mind what it was. Only a file with the stamp `unless` is not read, and
   * nothing else is promised of it than that its length and its times are the same.
   */
  load(path: string, unless?: string): Loaded;
  /**
   * Writes in the given order. A file that is not as `expect` says, or changed since this lock
   * loaded it, makes the commit stale. The etag of what was not put is empty.
   */
  commit(writes: Write[]): Committed;
  /** Lets the next writer in. What is left to do for it is not waited for. */
  release(): void;
}

/** The same of a host that takes its time. */
export interface AsyncLock {
  load(path: string, unless?: string): Loaded | Promise<Loaded>;
  commit(writes: Write[]): Committed | Promise<Committed>;
  release(): void;
}

/** `absent`: nothing was ever written here, so that there is nothing yet that could be locked. */
export type Locked<L> = { kind: 'locked'; lock: L } | Absent | Failed;

/** A host whose answers are there at once. It never throws: what goes wrong is an answer too. */
export interface Host {
  list(dir: string): Listed;
  /**
   * Answers `same` when the file's stamp is still `unless`; an empty `unless` always reads. The bytes of a file, however
   * it is read, are used before anything else is asked for, so that all may be read into the same place.
   */
  load(path: string, unless: string): Loaded;
  /**
   * Reads one of thousands of files that are looked through. With `unless`, which is as in `load`, it
   * says the stamp too. A host without it is asked to load.
   */
  look?(path: string, unless?: string): Seen;
  /** `create` makes what locking needs on disk, and so never answers `absent`. */
  lock(create: boolean): Locked<Lock>;
}

/**
 * A host of which any answer may take its time. It never throws or rejects either. What it answers
 * at once is used at once, so that one which waits for locks alone lets no two calls mingle.
 */
export interface AsyncHost {
  list(dir: string): Listed | Promise<Listed>;
  load(path: string, unless: string): Loaded | Promise<Loaded>;
  look?(path: string, unless?: string): Seen | Promise<Seen>;
  lock(create: boolean): Locked<AsyncLock> | Promise<Locked<AsyncLock>>;
}
