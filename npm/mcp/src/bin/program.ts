/** What both programs share. */
import manifest from '../../package.json' with { type: 'json' };
import { UsageError } from '../flags.ts';
import { logLine } from '../io.ts';

export const { version } = manifest;

/** The wasm is next to the bundle, which is CommonJS. */
export const wasmDir = __dirname;

const USAGE_ERROR = 2;

/** Reports a wrong command line in one line instead of a stack trace. */
export async function exitOnUsageError(
  program: string,
  work: () => void | Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    logLine(`${program}: ${error.message} (see ${program} --help)`);
    process.exitCode = USAGE_ERROR;
  }
}
