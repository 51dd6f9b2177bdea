import type { ToolError } from 'long-term-plan-core/slim';
import { ownCode } from './specification-codes.ts';

/** What scripts can distinguish without reading the message. */
export const ExitCode = { done: 0, failed: 1, wrongUsage: 2, conflict: 3, notFound: 4 } as const;

export function exitCodeOf({ code }: ToolError): number {
  const own = ownCode(code);
  if (own === 'INVALID_ARGUMENT') return ExitCode.wrongUsage;
  if (own === 'CONFLICT' || own === 'CANNOT_UNDO') return ExitCode.conflict;
  if (own.endsWith('NOT_FOUND')) return ExitCode.notFound;
  return ExitCode.failed;
}

/** Why a command failed. The message is for people. */
export class Failure extends Error {
  override name = 'Failure';
  readonly exitCode: number;

  constructor(message: string, exitCode: number = ExitCode.failed) {
    super(message);
    this.exitCode = exitCode;
  }

  static of(error: ToolError): Failure {
    return new Failure(error.message, exitCodeOf(error));
  }
}

/** A system error's message without the code and the path that Node adds. */
export function failureReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/^\w+: /, '').replace(/, \w+( '.*')?$/, '');
}
