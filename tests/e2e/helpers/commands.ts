/** The commands as users run them: through the links that npm makes to the packages' bins. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

export const checkout = join(import.meta.dirname, '..', '..', '..');

const suffix = process.platform === 'win32' ? '.cmd' : '';
export const serverBin = join(checkout, 'node_modules', '.bin', `long-term-plan-mcp${suffix}`);
export const ltpBin = join(checkout, 'node_modules', '.bin', `ltp${suffix}`);

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a command to its end, with `input` as its standard input. */
export async function run(
  command: string,
  args: string[],
  { input = '', cwd = checkout, env = {} as NodeJS.ProcessEnv } = {},
): Promise<Finished> {
  const child = start(command, args, { cwd, env });
  // A program may end before it reads anything.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  return finished(child);
}

export function start(
  command: string,
  args: string[],
  { cwd = checkout, env = {} as NodeJS.ProcessEnv } = {},
): ChildProcessWithoutNullStreams {
  return spawn(command, args, { cwd, env: { ...process.env, ...env } });
}

export async function finished(child: ChildProcessWithoutNullStreams): Promise<Finished> {
  const exit = new Promise<number | null>((resolve, reject) => {
    child.once('close', resolve);
    child.once('error', reject);
  });
  const [code, stdout, stderr] = await Promise.all([exit, text(child.stdout), text(child.stderr)]);
  return { code, stdout, stderr };
}
