import { getSystemErrorMap } from 'node:util';
import type { Fault } from '../../wasm/bindings.js';
import type { Absent, Failed } from '../host.ts';

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

/** A part of the path does not exist, or is a file. */
const ABSENT = ['ENOENT', 'ENOTDIR'];

/** An operation that this host refuses; it becomes the fault of a reply. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(fault);
    this.fault = fault;
  }
}

/** Maps an error of a read to what the core expects. */
export function failure(error: unknown): Absent | Failed {
  return isAbsence(error) ? { kind: 'absent' } : { kind: 'fault', fault: faultOf(error) };
}

export function faultOf(error: unknown): Fault {
  if (error instanceof Refusal) return error.fault;
  const code = codeOf(error);
  // The error's own message contains the absolute path, which no reply may show.
  return FAULTS[code] ?? `io:${systemMessage(error) ?? (code || 'unknown error')}`;
}

export function isAbsence(error: unknown): boolean {
  return ABSENT.includes(codeOf(error));
}

/** The system's error code, such as `ENOENT`; empty if the error has none. */
export function codeOf(error: unknown): string {
  return (error instanceof Error && (error as NodeJS.ErrnoException).code) || '';
}

/** A fault as part of a sentence: `config.json cannot be read: permission denied`. */
export function faultMessage(fault: Fault): string {
  return MESSAGES[fault] ?? fault.replace(/^io:/, '');
}

const MESSAGES: Partial<Record<Fault, string>> = {
  denied: 'permission denied',
  notAFile: 'it is not a regular file',
  notADirectory: 'a part of its path is not a directory',
  tooLarge: 'it is larger than 32 MB',
  outsideRoot: 'it is a link that leads out of the plans directory',
  noSpace: 'no space is left on the device',
  readOnly: 'it is read-only',
  busy: 'another process is writing',
  inUse: 'another program has it open',
};

function systemMessage(error: unknown): string | undefined {
  const { errno = 0 } = error as NodeJS.ErrnoException;
  return getSystemErrorMap().get(errno)?.[1];
}
