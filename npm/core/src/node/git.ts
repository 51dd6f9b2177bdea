/**
 * The program `git`, for what it knows about files in a repository. It runs without a shell, without prompts, and not for
 * long. Where git is missing, or a directory is in no repository, it knows nothing.
 */
import { createRequire } from 'node:module';
import { MAX_FILE_BYTES } from './read-file.ts';

const TIMEOUT_MS = 10_000;

/** Loaded with the first use: it adds 3 ms to the start of a server, which rarely asks git. Any path will do. */
const childProcess = (): typeof import('node:child_process') =>
  createRequire(process.execPath)('node:child_process');

/**
 * By these a hook points the programs it starts at its repository, relative to its own directory. The repository is always
 * the one that contains the directory, so they are removed.
 */
const REPOSITORY_VARIABLES = ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_PREFIX'];

export interface GitOutput {
  code: number;
  stdout: Buffer;
  stderr: string;
}

/** Any exit code is a result. `undefined`: git is missing, or did not end in time. */
export function runGit(directory: string, args: readonly string[]): GitOutput | undefined {
  const removed = Object.fromEntries(REPOSITORY_VARIABLES.map((name) => [name, undefined]));
  const { status, stdout, stderr } = childProcess().spawnSync('git', args, {
    cwd: directory,
    // Some output is parsed, so it must be in English.
    env: { ...process.env, ...removed, LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: TIMEOUT_MS,
    maxBuffer: 2 * MAX_FILE_BYTES,
    windowsHide: true,
  });
  return status === null ? undefined : { code: status, stdout, stderr: stderr.toString() };
}

/** One line of output; `undefined` if git fails or has nothing to say. */
export function gitLine(directory: string, args: readonly string[]): string | undefined {
  const output = runGit(directory, args);
  const line = output?.code === 0 ? output.stdout.toString().replace(/\r?\n$/, '') : '';
  return line === '' ? undefined : line;
}

/**
 * The version of a file in a directory as a checkout would write it: at a revision such as `HEAD`, or in the index as `:1`.
 * `undefined` if git does not have it.
 */
export function gitVersion(directory: string, revision: string, name: string): Buffer | undefined {
  const output = runGit(directory, ['cat-file', '--filters', `${revision}:./${name}`]);
  return output?.code === 0 ? output.stdout : undefined;
}
