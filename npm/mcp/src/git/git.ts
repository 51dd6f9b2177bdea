/** Runs the program `git` in a repository. */
import { spawnSync } from 'node:child_process';
import { Failure } from '../cli/exit-code.ts';

export interface GitOutput {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Any exit code is a result. It fails if git is missing. */
export function tryGit(directory: string, args: readonly string[]): GitOutput {
  const { error, status, stdout, stderr } = spawnSync('git', ['-C', directory, ...args], {
    encoding: 'utf8',
    // The output is parsed, so it must be in English.
    env: { ...process.env, LC_ALL: 'C' },
  });
  if (error) throw new Failure(`git cannot be run: ${(error as NodeJS.ErrnoException).code}`);
  return { code: status, stdout, stderr };
}

/** The output without the final newline. It fails if git does. */
export function git(directory: string, args: readonly string[]): string {
  const { code, stdout, stderr } = tryGit(directory, args);
  if (code === 0) return stdout.replace(/\r?\n$/, '');
  throw new Failure(`git ${args[0]} failed: ${stderr.trim() || `exit code ${code}`}`);
}
