/**
 * What the core asks of the world around it. Paths are relative to the plans directory with `/`
 * between their parts; the empty path is the plans directory itself.
 */

/** Why something could not be read; the core makes the sentence. */
export type Fault =
  | 'denied'
  | 'notAFile'
  | 'notADirectory'
  | 'tooLarge'
  | 'outsideRoot'
  | `io:${string}`;

export type Failed = { kind: 'fault'; fault: Fault };
export type Absent = { kind: 'absent' };

/** A directory's entries, in any order. */
export type Listed = { kind: 'names'; names: string[] } | Absent | Failed;

/**
 * A file's bytes. `etag` is the hexadecimal SHA-256 of them. `stamp` changes whenever the file does;
 * it is empty when the host cannot promise that, and then the file is read again the next time.
 */
export type Loaded =
  | { kind: 'bytes'; bytes: Uint8Array; etag: string; stamp: string }
  | { kind: 'same' }
  | Absent
  | Failed;

/** A host whose answers are there at once. It never throws: what goes wrong is an answer too. */
export interface Host {
  list(dir: string): Listed;
  /** Answers `same` when the file's stamp is still `unless`; an empty `unless` always reads. */
  load(path: string, unless: string): Loaded;
}

/** A host whose answers may take their time. It never throws or rejects either. */
export interface AsyncHost {
  list(dir: string): Listed | Promise<Listed>;
  load(path: string, unless: string): Loaded | Promise<Loaded>;
}
