import { getSystemErrorMap } from 'node:util';
import type { Absent, Failed, Fault } from 'long-term-plan-core/slim';

/** The system's error codes that the core has words for. */
const FAULTS: Record<string, Fault> = {
  EACCES: 'denied',
  EPERM: 'denied',
  EISDIR: 'notAFile',
  ENXIO: 'notAFile',
};

/** A part of the path that does not exist, or is a file, means that there is nothing there. */
const ABSENT = ['ENOENT', 'ENOTDIR'];

/** What a failed file operation means to the core. */
export function failure(error: unknown): Absent | Failed {
  const { code = '', errno = 0 } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  if (ABSENT.includes(code)) return { kind: 'absent' };
  // Not the error's own message: it carries the absolute path, which no reply may show.
  const [, words] = getSystemErrorMap().get(errno) ?? [code, code || 'unknown error'];
  return { kind: 'fault', fault: FAULTS[code] ?? `io:${words}` };
}
