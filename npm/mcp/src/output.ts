import { writeSync } from 'node:fs';

/** Text for people and logs, on stderr. That nobody can read it any more must not stop the work. */
export function note(text: string): void {
  try {
    writeSync(2, text);
  } catch {
    // Nowhere is left to report it.
  }
}

/**
 * What was asked for, on stdout. A reader that has seen enough, like `head`, is no error; the answer
 * says whether there is still one.
 *
 * Node's own stream is used only where it has to be: it costs a tenth of the start of a small command.
 */
export function print(text: string): boolean {
  let rest = Buffer.from(text);
  // The console of Windows takes bytes for another character set; and what waits must stay in order.
  if (process.platform === 'win32' || isWaiting) return printLater(rest);
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(1, rest));
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EPIPE') return false;
    // Somebody made the pipe one that does not block, and it is full.
    if (code !== 'EAGAIN') throw error;
    return printLater(rest);
  }
}

let isWaiting = false;
let isGone = false;

function printLater(bytes: Uint8Array): boolean {
  isWaiting = true;
  if (process.stdout.listenerCount('error') === 0) {
    process.stdout.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      isGone = true;
    });
  }
  process.stdout.write(bytes);
  return !isGone;
}
