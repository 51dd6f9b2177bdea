import type { ToolError } from 'long-term-plan-core/slim';
import { ownCode } from './specification-codes.ts';

/** What scripts can distinguish without reading the message. */
export const ExitCode = {
  done: 0,
  failed: 1,
  wrongUsage: 2,
  conflict: 3,
  notFound: 4,
  interrupted: 130,
} as const;

const WRONG_USAGE = ['INVALID_ARGUMENT', 'AMBIGUOUS', 'USAGE'];
const CONFLICTS = ['CONFLICT', 'CANNOT_UNDO'];

export function exitCodeOf(code: string | number): number {
  const word = ownCode(code);
  if (WRONG_USAGE.includes(word)) return ExitCode.wrongUsage;
  if (CONFLICTS.includes(word)) return ExitCode.conflict;
  return word.endsWith('NOT_FOUND') ? ExitCode.notFound : ExitCode.failed;
}

export interface FailureOptions {
  /** For programs, and the source of the exit code. */
  code?: string;
  exitCode?: number;
  details?: Record<string, unknown>;
  /** Lines below the message. */
  lines?: readonly string[];
  /** Commands that help. */
  hints?: readonly string[];
}

/** Why a command failed. The message is for people. */
export class Failure extends Error {
  override name = 'Failure';
  readonly code: string;
  readonly exitCode: number;
  readonly details: Record<string, unknown>;
  readonly lines: readonly string[];
  readonly hints: readonly string[];

  constructor(message: string, options: FailureOptions | number = {}) {
    super(message);
    const { code, exitCode, details, lines, hints } =
      typeof options === 'number' ? ({ exitCode: options } as FailureOptions) : options;
    this.code = code ?? CODES[exitCode ?? ExitCode.failed] ?? 'FAILED';
    this.exitCode = exitCode ?? exitCodeOf(this.code);
    this.details = details ?? {};
    this.lines = lines ?? [];
    this.hints = hints ?? [];
  }

  static of({ code, message, details }: ToolError): Failure {
    return new Failure(message, {
      code: String(code),
      ...(details && { details: details as Record<string, unknown> }),
    });
  }

  /** The same failure with other words or more lines. */
  with(changes: FailureOptions & { message?: string }): Failure {
    const { code, exitCode, details, lines, hints } = this;
    const { message = this.message, ...options } = changes;
    return new Failure(message, { code, exitCode, details, lines, hints, ...options });
  }
}

/** What programs read about a failure that only has an exit code. */
const CODES: Record<number, string> = {
  [ExitCode.failed]: 'FAILED',
  [ExitCode.wrongUsage]: 'USAGE',
  [ExitCode.conflict]: 'CONFLICT',
  [ExitCode.notFound]: 'NOT_FOUND',
};

/** A system error's message without the code and the path that Node adds. */
export function failureReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/^\w+: /, '').replace(/, \w+( '.*')?$/, '');
}
