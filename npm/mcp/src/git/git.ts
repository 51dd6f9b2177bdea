/** The program `git`, asked about one repository. */
import { spawnSync } from 'node:child_process';
import { Failure } from '../cli/exit-code.ts';

export interface Answer {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs git in a directory. That there is no git is a failure; any exit code is an answer. */
export function askGit(directory: string, args: readonly string[]): Answer {
  const { error, status, stdout, stderr } = spawnSync('git', ['-C', directory, ...args], {
    encoding: 'utf8',
    // What git says is read here, so it has to be in the language that is known.
    env: { ...process.env, LC_ALL: 'C' },
  });
  if (error) throw new Failure(`git cannot be run: ${(error as NodeJS.ErrnoException).code}`);
  return { code: status, stdout, stderr };
}

/** What git prints when it succeeds, without the last line end. */
export function git(directory: string, args: readonly string[]): string {
  const { code, stdout, stderr } = askGit(directory, args);
  if (code === 0) return stdout.replace(/\r?\n$/, '');
  throw new Failure(`git ${args[0]} failed: ${stderr.trim() || `exit code ${code}`}`);
}
