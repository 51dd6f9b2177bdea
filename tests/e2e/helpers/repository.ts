/** A real repository with a plan. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { TestContext } from 'node:test';
import { BASE } from '../../../npm/mcp/test/cli/helpers/versions.ts';
import { type Finished, ltpBin } from './commands.ts';
import { makeProject } from './project.ts';

/** Keeps the user's own git configuration out of the tests. */
const OWN: NodeJS.ProcessEnv = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_AUTHOR_NAME: 'Ana',
  GIT_AUTHOR_EMAIL: 'ana@example.org',
  GIT_COMMITTER_NAME: 'Ana',
  GIT_COMMITTER_EMAIL: 'ana@example.org',
  GIT_EDITOR: 'true',
};

export const PLAN = '.long-term-plan/demo.md';

const directories = (process.env.PATH ?? '').split(delimiter);
/** A PATH on which no `ltp` is, so that git finds it only where the driver says. */
export const PATH_WITHOUT_LTP = directories
  .filter((directory) => !existsSync(join(directory, 'ltp')))
  .join(delimiter);

export class Repository {
  readonly root: string;
  /** For everything that runs in it. */
  env: NodeJS.ProcessEnv = { PATH: PATH_WITHOUT_LTP };

  private constructor(root: string) {
    this.root = root;
  }

  /** A repository with one commit on `main`, the driver installed. */
  static async make(context: TestContext, name = 'a project'): Promise<Repository> {
    const repository = new Repository(makeProject(context, name));
    await repository.git('init', '-q', '-b', 'main');
    await repository.ltp('init', 'demo', '--git');
    await repository.commit(BASE);
    return repository;
  }

  /** The same as a new clone has it: the attribute, but no driver. */
  static async withoutDriver(context: TestContext): Promise<Repository> {
    const repository = await Repository.make(context);
    await repository.git('config', '--remove-section', 'merge.long-term-plan');
    return repository;
  }

  git(...args: string[]): Promise<string> {
    return this.#done('git', args);
  }

  /** Runs git and ignores its exit code. */
  tryGit(...args: string[]): Promise<Finished> {
    return this.#run('git', args);
  }

  /** The same for `ltp`. */
  tryLtp(...args: string[]): Promise<Finished> {
    return this.#run(ltpBin, args);
  }

  /** The command of the merge driver. */
  async driver(): Promise<string> {
    return (await this.git('config', '--get', 'merge.long-term-plan.driver')).trimEnd();
  }

  /** Changes the command of the merge driver, as a move or an upgrade would. */
  async changeDriver(change: (command: string) => string): Promise<void> {
    await this.git('config', 'merge.long-term-plan.driver', change(await this.driver()));
  }

  ltp(...args: string[]): Promise<string> {
    return this.#done(ltpBin, args);
  }

  get plan(): string {
    return readFileSync(join(this.root, PLAN), 'utf8');
  }

  set plan(text: string) {
    writeFileSync(join(this.root, PLAN), text);
  }

  async commit(text: string): Promise<void> {
    this.plan = text;
    await this.git('add', '-A');
    await this.git('commit', '-q', '-m', 'A change');
  }

  /** Starts a branch at `main`, or switches to an existing one. */
  async on(branch: string, from = 'main'): Promise<void> {
    const { code } = await this.tryGit('checkout', '-q', branch);
    if (code !== 0) await this.git('checkout', '-q', '-b', branch, from);
  }

  /** Asserts that the plan has no errors and that nothing is left to merge. */
  async isWhole(): Promise<void> {
    await this.ltp('check');
    assert.equal(await this.git('diff', '--name-only', '--diff-filter=U'), '');
  }

  async #done(command: string, args: string[]): Promise<string> {
    const { code, stdout, stderr } = await this.#run(command, args);
    assert.equal(code, 0, `${command} ${args.join(' ')}: ${stdout}${stderr}`);
    return stdout;
  }

  /** Git reads no input, and may end before any is written. */
  #run(command: string, args: string[]): Promise<Finished> {
    return new Promise((resolve) => {
      const env = { ...process.env, ...OWN, ...this.env };
      execFile(command, args, { cwd: this.root, env }, (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
      });
    });
  }
}
