/** Runs the program `git` in a repository, for commands that need it. */
import { type GitOutput, runGit } from 'long-term-plan-core/node';
import { Failure } from '../cli/exit-code.ts';

/** Any exit code is a result. It fails if git is missing. */
export function tryGit(directory: string, args: readonly string[]): GitOutput {
  const output = runGit(directory, args);
  if (!output) throw new Failure('git cannot be run, or does not end');
  return output;
}

/** It fails if git does. */
export function git(directory: string, args: readonly string[]): void {
  const { code, stderr } = tryGit(directory, args);
  if (code === 0) return;
  throw new Failure(`git ${args[0]} failed: ${stderr.trim() || `exit code ${code}`}`);
}

/** Why git does not work in a directory, in its own words unless there simply is no repository; then with what to do. */
export function noRepository(directory: string, missing: string): Failure {
  const words = tryGit(directory, ['rev-parse', '--git-dir']).stderr.trim();
  const isMissing = words === '' || /^fatal: not a git repository/.test(words);
  return new Failure(isMissing ? missing : `git does not work in ${directory}: ${words}`);
}
