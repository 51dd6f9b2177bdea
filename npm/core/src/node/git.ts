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
  const { status, stdout, stderr } = childProcess().spawnSync('git', args, {
    cwd: directory,
    env: environment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: TIMEOUT_MS,
    maxBuffer: 2 * MAX_FILE_BYTES,
    windowsHide: true,
  });
  return status === null ? undefined : { code: status, stdout, stderr: stderr.toString() };
}

export interface GitOptions {
  env?: NodeJS.ProcessEnv;
  /** For its standard input. */
  input?: string;
  timeoutMs: number;
}

/** The same without blocking. A git that is not done in time is ended with all that it started, such as ssh. */
export function runGitInBackground(
  directory: string,
  args: readonly string[],
  { env, input = '', timeoutMs }: GitOptions,
): Promise<GitOutput | undefined> {
  return new Promise((resolve) => {
    const hasGroups = process.platform !== 'win32';
    const child = childProcess().spawn('git', args, {
      cwd: directory,
      env: { ...environment(), ...env },
      stdio: 'pipe',
      detached: hasGroups,
      windowsHide: true,
    });
    const chunks: Buffer[] = [];
    let stderr = '';
    const timer = setTimeout(() => {
      try {
        if (hasGroups && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
        else child.kill('SIGKILL');
      } catch {
        // It has just ended.
      }
      end(undefined);
    }, timeoutMs);
    const end = (output: GitOutput | undefined) => {
      clearTimeout(timer);
      // What it started may have inherited the pipes, and must not keep this process alive.
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
      resolve(output);
    };
    child.on('error', () => end(undefined));
    child.stdin.on('error', () => {});
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk;
    });
    child.on('close', (code) =>
      end(code === null ? undefined : { code, stdout: Buffer.concat(chunks), stderr }),
    );
    child.stdin.end(input);
  });
}

function environment(): NodeJS.ProcessEnv {
  const removed = Object.fromEntries(REPOSITORY_VARIABLES.map((name) => [name, undefined]));
  // Some output is parsed, so it must be in English.
  return { ...process.env, ...removed, LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0' };
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
