import type { CallError } from 'long-term-plan-core/slim';

/** What scripts can tell apart without reading the message. */
export const ExitCode = { done: 0, failed: 1, wrongUsage: 2, conflict: 3, notFound: 4 } as const;

export function exitCodeOf({ code }: CallError): number {
  if (code === 'INVALID_ARGUMENT') return ExitCode.wrongUsage;
  if (code === 'CONFLICT') return ExitCode.conflict;
  if (String(code).endsWith('NOT_FOUND')) return ExitCode.notFound;
  return ExitCode.failed;
}

/** Why a command could not do what it was asked for. The message is for people. */
export class Failure extends Error {
  override name = 'Failure';
  readonly exitCode: number;

  constructor(message: string, exitCode: number = ExitCode.failed) {
    super(message);
    this.exitCode = exitCode;
  }

  static of(error: CallError): Failure {
    return new Failure(error.message, exitCodeOf(error));
  }
}
