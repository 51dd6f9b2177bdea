/** Long text on a terminal goes through the pager that the user likes. */
import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { print } from '../../output.ts';

/** Ends when all fits on the screen, passes colours on, leaves the text on the screen. */
const DEFAULT_PAGER = 'less';
const DEFAULT_OPTIONS = 'FRX';
/** Of a terminal that does not say how high it is. */
const USUAL_ROWS = 24;
/** What a shell says of a command that is not there. */
const NOT_FOUND = 127;

export async function page(text: string, env: NodeJS.ProcessEnv): Promise<void> {
  const pager = pagerOf(env);
  const isPaged = pager !== undefined && !fits(text);
  if (!isPaged || (await pipe(text, pager, env)) === NOT_FOUND) print(text);
}

function pagerOf(env: NodeJS.ProcessEnv): string | undefined {
  const wanted = env.PAGER;
  if (wanted !== undefined) return ['', 'cat'].includes(wanted.trim()) ? undefined : wanted;
  if (env.TERM === 'dumb') return undefined;
  return isOnPath(DEFAULT_PAGER, env) ? DEFAULT_PAGER : undefined;
}

function fits(text: string): boolean {
  return text.split('\n').length <= (process.stdout.rows || USUAL_ROWS);
}

/** The text is handed over; a pager that is quit before it has read all is no error. */
function pipe(text: string, pager: string, env: NodeJS.ProcessEnv): Promise<number | null> {
  return new Promise((resolve) => {
    const child = spawn(pager, {
      shell: true,
      stdio: ['pipe', 'inherit', 'inherit'],
      env: { ...env, LESS: env.LESS ?? DEFAULT_OPTIONS, LV: env.LV ?? '-c' },
    });
    // Control-C is for the pager: it goes back to its prompt, and `ltp` waits for its end.
    const ignore = () => {};
    process.on('SIGINT', ignore);
    child.stdin.on('error', ignore);
    child.on('error', () => resolve(NOT_FOUND));
    child.on('close', (code) => {
      process.off('SIGINT', ignore);
      resolve(code);
    });
    child.stdin.end(text);
  });
}

function isOnPath(program: string, { PATH = '' }: NodeJS.ProcessEnv): boolean {
  return PATH.split(delimiter).some((directory) => {
    try {
      accessSync(join(directory, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
