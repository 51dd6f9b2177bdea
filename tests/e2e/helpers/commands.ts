/** The commands of the checkout, in their own processes. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';

export const checkout = resolve(import.meta.dirname, '..', '..', '..');

const bin = join(checkout, 'npm', 'mcp', 'bin');
export const serverBin = join(bin, 'long-term-plan-mcp.cjs');
export const ltpBin = join(bin, 'ltp.cjs');

/** How to start a server on any system: Windows cannot run scripts by their path. */
export function serverWith(...args: string[]): { command: string; args: string[] } {
  return { command: process.execPath, args: [serverBin, ...args] };
}

/**
 * npm and npx, by the scripts of the npm that runs the tests: Windows starts the files of these names only through its shell.
 */
export const [npm = 'npm', npx = 'npx'] = ['npm', 'npx'].map((name) => {
  const script = join(dirname(process.env.npm_execpath ?? ''), `${name}-cli.js`);
  return existsSync(script) ? script : name;
});

/** How to start a program, which may be a script of Node. */
export function commandOf(program: string, args: string[]): { command: string; args: string[] } {
  return /\.c?js$/.test(program)
    ? { command: process.execPath, args: [program, ...args] }
    : { command: program, args };
}

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
  program: string,
  programArgs: string[],
  { cwd = checkout, env = {} as NodeJS.ProcessEnv } = {},
): ChildProcessWithoutNullStreams {
  const { command, args } = commandOf(program, programArgs);
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
