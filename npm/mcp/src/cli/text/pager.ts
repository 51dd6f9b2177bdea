/** Shows long text on a terminal through the user's pager. */
import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Io } from '../../io.ts';

/** Exit if the text fits on the screen, keep colors, leave the text on the screen. */
const DEFAULT_PAGER = 'less';
const DEFAULT_OPTIONS = 'FRX';
/** For a terminal that does not know its height. */
const DEFAULT_ROWS = 24;
/** A shell's exit codes for a missing command and for one that cannot be run. `cmd` has others. */
const NOT_RUN = process.platform === 'win32' ? [1, 9009] : [126, 127];

export async function page(text: string, io: Io): Promise<void> {
  const pager = pagerOf(io.env);
  const isPaged = pager !== undefined && !fits(text, io);
  if (!isPaged || NOT_RUN.includes((await pipe(text, pager, io.env)) ?? 0)) io.print(text);
}

function pagerOf(env: NodeJS.ProcessEnv): string | undefined {
  const wanted = env.PAGER;
  if (wanted !== undefined) return ['', 'cat'].includes(wanted.trim()) ? undefined : wanted;
  if (env.TERM === 'dumb') return undefined;
  return isOnPath(DEFAULT_PAGER, env) ? DEFAULT_PAGER : undefined;
}

function fits(text: string, { terminal }: Io): boolean {
  return text.split('\n').length <= (terminal?.rows || DEFAULT_ROWS);
}

/** Quitting the pager before it has read everything is not an error. */
function pipe(text: string, pager: string, env: NodeJS.ProcessEnv): Promise<number | null> {
  return new Promise((resolve) => {
    const child = spawn(pager, {
      shell: true,
      stdio: ['pipe', 'inherit', 'inherit'],
      env: { ...env, LESS: env.LESS ?? DEFAULT_OPTIONS, LV: env.LV ?? '-c' },
    });
    // Control-C is for the pager, which returns to its prompt; `ltp` ends after the pager.
    const ignore = () => {};
    process.on('SIGINT', ignore);
    child.stdin.on('error', ignore);
    child.on('error', () => resolve(NOT_RUN[0] ?? null));
    child.on('close', (code) => {
      process.off('SIGINT', ignore);
      resolve(code);
    });
    child.stdin.end(text);
  });
}

function isOnPath(program: string, { PATH = '' }: NodeJS.ProcessEnv): boolean {
  const name = process.platform === 'win32' ? `${program}.exe` : program;
  return PATH.split(delimiter).some((directory) => {
    try {
      accessSync(join(directory, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
