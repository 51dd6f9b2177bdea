import { writeSync } from 'node:fs';

/** Text for people and logs, on stderr. That nobody can read it any more must not stop the work. */
export function note(text: string): void {
  try {
    writeSync(2, text);
  } catch {
    // Nowhere is left to report it.
  }
}

/** What was asked for, on stdout. A reader that has seen enough, like `head`, is no error. */
export function print(text: string): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  process.stdout.write(text);
}
