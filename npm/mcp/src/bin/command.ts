/** What the two commands have in common around their work. */
import manifest from '../../package.json' with { type: 'json' };
import { UsageError } from '../flags.ts';
import { note } from '../output.ts';

export const { version } = manifest;

/** Where the core lies: beside the bundle, which is CommonJS. */
export const coreFolder = __dirname;

const WRONG_USAGE = 2;

/** A wrong command line is told in one line, and is no crash. */
export async function orWrongUsage(
  command: string,
  work: () => void | Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    note(`${command}: ${error.message} (see ${command} --help)\n`);
    process.exitCode = WRONG_USAGE;
  }
}
