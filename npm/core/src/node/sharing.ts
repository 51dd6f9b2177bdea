/**
 * Windows refuses to rename, open or remove a file while another program has it open: an editor, a virus scanner, an indexer, or
 * a reader of ours. That usually lasts milliseconds, so the operation is repeated. Other systems have no such faults.
 */
import { codeOf, Refusal } from './faults.ts';

const SHARING_FAULTS = ['EPERM', 'EACCES', 'EBUSY'];

const LONGEST_WAIT_MS = 2000;
/** A reader fails only while a file is being replaced. A file that may not be read at all should not take longer. */
export const READER_WAIT_MS = 100;
const SHORTEST_PAUSE_MS = 1;
const LONGEST_PAUSE_MS = 50;

export function isSharingFault(error: unknown): boolean {
  return process.platform === 'win32' && SHARING_FAULTS.includes(codeOf(error));
}

export interface RetryOptions {
  /** How long to repeat; about two seconds by default. */
  waitMs?: number;
  /** Called before each pause. A writer renews its lock with it. */
  onPause?: (() => void) | undefined;
}

/** Repeats an operation that fails because another program has the file open. */
export function untilShared<T>(
  operation: () => T,
  { waitMs = LONGEST_WAIT_MS, onPause }: RetryOptions = {},
): T {
  let waited = 0;
  for (let pauseMs = SHORTEST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return operation();
    } catch (error) {
      if (!isSharingFault(error)) throw error;
      if (waited >= waitMs) throw new Refusal('inUse');
    }
    onPause?.();
    pause(pauseMs);
    waited += pauseMs;
  }
}

const never = new Int32Array(new SharedArrayBuffer(4));

/** A commit is synchronous, so that no other call of this process comes between its steps. */
export function pause(ms: number): void {
  Atomics.wait(never, 0, 0, ms);
}
