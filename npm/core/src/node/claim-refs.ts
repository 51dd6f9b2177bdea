/**
 * Claims as refs of a git remote: `refs/long-term-plan/claims/PLAN/TASK`, whose value is a blob with the lease. A ref is created, replaced
 * and deleted only if it still has the value that was seen, so the remote lets one of several clones win.
 *
 * In the repository itself nothing is written: objects are in a separate folder, which exists as long as the operation.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type GitOptions, type GitOutput, runGitInBackground } from './git.ts';
import { makeDirectory, withTemporaryFolder } from './write-file.ts';

const REFS = 'refs/long-term-plan/claims/';

/** How long to wait for the remote. */
const TIMEOUT_MS = 10_000;

/** How often to push before a remote counts as refusing, and about how long the first of the growing pauses is. */
const MAX_PUSHES = 4;
const PAUSE_MS = 100;

/** Neither hooks nor signatures, tags or submodules have to do with claims. */
const PUSH = ['push', '--porcelain', '--no-verify', '--no-follow-tags', '--no-signed'];
const FETCH = ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--no-auto-maintenance'];
const UNATTENDED = ['-c', 'core.askPass=', '-c', 'credential.interactive=false'];

export interface ClaimId {
  planId: string;
  taskId: string;
}

export interface RemoteOptions {
  /** The name of the remote. */
  name: string;
  /** A directory in the worktree. */
  directory: string;
  /** The objects of the repository. */
  objects: string;
  /** Where temporary folders may be made. */
  temporary: string;
  timeoutMs?: number;
}

/** What became of a push. */
export type Pushed =
  | { kind: 'pushed'; value: string }
  /** The ref has another value than expected; none if it does not exist. */
  | { kind: 'lost'; value: string | undefined }
  | { kind: 'refused' }
  | { kind: 'unreachable' };

export class ClaimRefs {
  readonly #options: RemoteOptions;
  #unattended: Promise<NodeJS.ProcessEnv> | undefined;

  constructor(options: RemoteOptions) {
    this.#options = options;
  }

  /** The values of all claims, by the names of their files; `undefined` if the remote cannot be reached. */
  async list(pattern = '*'): Promise<Map<string, ClaimId & { value: string }> | undefined> {
    const { name } = this.#options;
    const output = await this.#git(['ls-remote', '--quiet', name, `${REFS}${pattern}`]);
    if (output?.code !== 0) return undefined;
    const lines = output.stdout.toString().split('\n');
    const found = lines.flatMap((line) => {
      const [, value, planId, taskId] =
        /^([0-9a-f]{40,64})\trefs\/long-term-plan\/claims\/([\w-]+)\/([\w-]+)$/.exec(line) ?? [];
      if (value === undefined || planId === undefined || taskId === undefined) return [];
      return [[`${planId}.${taskId}`, { planId, taskId, value }]] as const;
    });
    return new Map(found);
  }

  /** The texts of these claims, in order; `undefined` for one that could not be fetched, such as one that has just ended. */
  async texts(claims: (ClaimId & { value: string })[]): Promise<(string | undefined)[]> {
    if (claims.length === 0) return [];
    return this.#withObjects(async (env) => {
      const { name } = this.#options;
      const fetched = await this.#git([...FETCH, name, ...claims.map(refOf)], { env });
      if (fetched?.code !== 0 && claims.length > 1) {
        const each: (string | undefined)[] = [];
        for (const claim of claims) each.push(...(await this.texts([claim])));
        return each;
      }
      return Promise.all(
        claims.map(async ({ value }) => {
          const output = await this.#git(['cat-file', 'blob', value], { env });
          return output?.code === 0 ? output.stdout.toString() : undefined;
        }),
      );
    });
  }

  /** Sets a claim whose value is `expected`, `undefined` if there is none. */
  async set(claim: ClaimId, text: string, expected: string | undefined): Promise<Pushed> {
    return this.#withObjects(async (env) => {
      const input = { env, input: text };
      const hashed = await this.#git(['hash-object', '-w', '--stdin'], input);
      const value = hashed?.code === 0 ? hashed.stdout.toString().trim() : '';
      if (value === '') return { kind: 'unreachable' };
      return this.#push(claim, value, expected, env);
    });
  }

  /** Deletes a claim that has this value. */
  async remove(claim: ClaimId, expected: string): Promise<Pushed> {
    return this.#withObjects((env) => this.#push(claim, '', expected, env));
  }

  async #push(
    claim: ClaimId,
    value: string,
    expected: string | undefined,
    env: NodeJS.ProcessEnv,
  ): Promise<Pushed> {
    const ref = refOf(claim);
    const lease = `--force-with-lease=${ref}:${expected ?? ''}`;
    const args = [...PUSH, lease, this.#options.name, `${value}:${ref}`];
    for (let attempt = 1; ; attempt++) {
      const output = await this.#git(args, { env });
      if (output?.code === 0) return { kind: 'pushed', value };
      if (output === undefined) return { kind: 'unreachable' };
      // The messages of servers differ; what the ref is now shows what happened.
      const listed = await this.list(`${claim.planId}/${claim.taskId}`);
      if (listed === undefined) return { kind: 'unreachable' };
      const current = listed.get(`${claim.planId}.${claim.taskId}`)?.value;
      if (current === (value || undefined)) return { kind: 'pushed', value };
      if (current !== expected) return { kind: 'lost', value: current };
      // Either the remote never takes it, or another push has locked the ref and not set it yet.
      if (attempt === MAX_PUSHES) return { kind: 'refused' };
      await sleep(attempt * PAUSE_MS * (0.5 + Math.random()));
    }
  }

  async #withObjects<T>(work: (env: NodeJS.ProcessEnv) => Promise<T>): Promise<T> {
    const { temporary, objects } = this.#options;
    return withTemporaryFolder(temporary, (folder) => {
      makeDirectory(join(folder, 'pack'));
      return work({
        GIT_OBJECT_DIRECTORY: folder,
        GIT_ALTERNATE_OBJECT_DIRECTORIES: objects,
      });
    });
  }

  async #git(args: string[], options: Partial<GitOptions> = {}): Promise<GitOutput | undefined> {
    const { directory, timeoutMs = TIMEOUT_MS } = this.#options;
    this.#unattended ??= unattended(directory, timeoutMs);
    const env = { ...(await this.#unattended), ...options.env };
    return runGitInBackground(directory, [...UNATTENDED, ...args], { timeoutMs, ...options, env });
  }
}

const refOf = ({ planId, taskId }: ClaimId): string => `${REFS}${planId}/${taskId}`;

/** No program may ask for a password. A configured ssh is used unchanged: it knows what it needs. */
async function unattended(directory: string, timeoutMs: number): Promise<NodeJS.ProcessEnv> {
  const noPrompts = { GIT_ASKPASS: '', SSH_ASKPASS: '' };
  const { GIT_SSH, GIT_SSH_COMMAND } = process.env;
  if (GIT_SSH !== undefined || GIT_SSH_COMMAND !== undefined) return noPrompts;
  const args = ['config', '--get', 'core.sshCommand'];
  const configured = await runGitInBackground(directory, args, { timeoutMs });
  return configured?.code === 0
    ? noPrompts
    : { ...noPrompts, GIT_SSH_COMMAND: 'ssh -o BatchMode=yes' };
}
