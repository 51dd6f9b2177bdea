import { realPathOf } from 'long-term-plan-core/node';
import { UsageError } from './flags.ts';

/** The real path of an existing directory, against which all other paths are compared. */
export function realDirectory(directory: string): string {
  try {
    return realPathOf(directory);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? error;
    throw new UsageError(
      `${directory} cannot be used: the system does not say where it really is (${reason}); choose a directory on another drive`,
    );
  }
}
