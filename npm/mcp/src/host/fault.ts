import { getSystemErrorMap } from 'node:util';
import type { Absent, Failed, Fault } from 'long-term-plan-core/slim';

/** The system's error codes that the core has words for. */
const FAULTS: Record<string, Fault> = {
  EACCES: 'denied',
  EPERM: 'denied',
  EISDIR: 'notAFile',
  ENXIO: 'notAFile',
  ENOTDIR: 'notADirectory',
  EFBIG: 'tooLarge',
  ENOSPC: 'noSpace',
  EDQUOT: 'noSpace',
  EROFS: 'readOnly',
};

/** A part of the path that does not exist, or is a file, means that there is nothing there. */
const ABSENT = ['ENOENT', 'ENOTDIR'];

/** What we refuse ourselves, thrown to where it becomes an answer. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(fault);
    this.fault = fault;
  }
}

/** What a failed attempt to read means to the core. */
export function failure(error: unknown): Absent | Failed {
  return isAbsence(error) ? { kind: 'absent' } : { kind: 'fault', fault: faultOf(error) };
}

/** The core's word for what went wrong. */
export function faultOf(error: unknown): Fault {
  if (error instanceof Refusal) return error.fault;
  const code = codeOf(error);
  // Not the error's own message: it carries the absolute path, which no reply may show.
  return FAULTS[code] ?? `io:${systemWords(error) ?? (code || 'unknown error')}`;
}

export function isAbsence(error: unknown): boolean {
  return ABSENT.includes(codeOf(error));
}

/** `ENOENT` and the like; empty for what the system did not say. */
export function codeOf(error: unknown): string {
  return (error instanceof Error && (error as NodeJS.ErrnoException).code) || '';
}

function systemWords(error: unknown): string | undefined {
  const { errno = 0 } = error as NodeJS.ErrnoException;
  return getSystemErrorMap().get(errno)?.[1];
}
