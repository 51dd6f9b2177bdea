/**
 * The versions that git has of a plan. The core asks for those of a plan in conflict as `merge:base/NAME`, `merge:ours/…` and
 * `merge:theirs/…`, and for that of the last commit as `head:NAME`. `merge:strict-status/…` is an empty file if the merge driver was
 * installed with that option.
 */
import { type Found, type Host, isInGit } from '../host.ts';
import { gitLine, gitVersion, runGit } from './git.ts';
import { realPath } from './real-path.ts';

const NOTHING = new Uint8Array();

/** The stages of the index, by the core's names. */
const STAGES: Record<string, string> = { base: ':1', ours: ':2', theirs: ':3' };

/** What an interrupted operation applies, and what that was made from. */
const OPERATIONS: [head: string, base: string][] = [
  ['REVERT_HEAD', 'REVERT_HEAD'],
  ['CHERRY_PICK_HEAD', 'CHERRY_PICK_HEAD^'],
  ['REBASE_HEAD', 'REBASE_HEAD^'],
];

/** A host that also has these versions. `plans` is the path of the plans directory. */
export function withGitVersions(host: Host, plans: string): Host {
  return {
    ...host,
    read: (path, options) => {
      if (!isInGit(path)) return host.read(path, options);
      const [, committed] = /^head:([^/]+)$/.exec(path) ?? [];
      if (committed !== undefined) return found(committedVersion(realPath(plans), committed));
      const [, version = '', name = ''] = /^merge:([\w-]+)\/([^/]+)$/.exec(path) ?? [];
      return found(mergeVersion(realPath(plans), version, name));
    },
  };
}

function found(bytes: Uint8Array | undefined): Found {
  return bytes ? { kind: 'file', bytes } : { kind: 'absent' };
}

function committedVersion(directory: string | undefined, name: string): Uint8Array | undefined {
  return directory === undefined ? undefined : gitVersion(directory, 'HEAD', name);
}

function mergeVersion(
  directory: string | undefined,
  version: string,
  name: string,
): Uint8Array | undefined {
  if (directory === undefined || name === '') return undefined;
  if (version === 'strict-status') return hasStrictStatus(directory) ? NOTHING : undefined;
  const stage = STAGES[version];
  if (stage === undefined) return undefined;
  const staged = gitVersion(directory, stage, name);
  if (staged || version !== 'base' || isUnmerged(directory, name)) return staged;
  const commit = baseCommit(directory);
  return commit === undefined ? undefined : gitVersion(directory, commit, name);
}

function hasStrictStatus(directory: string): boolean {
  const driver = gitLine(directory, ['config', '--get', 'merge.long-term-plan.driver']);
  return driver?.includes(' --no-further-status-wins ') ?? false;
}

/** A file that both sides added is in conflict without a base. */
function isUnmerged(directory: string, name: string): boolean {
  return gitLine(directory, ['ls-files', '--unmerged', '--', `./${name}`]) !== undefined;
}

/** What both sides come from, if the file was added to the index, or even committed, with its conflict markers. */
function baseCommit(directory: string): string | undefined {
  const isCommit = (name: string) =>
    runGit(directory, ['rev-parse', '--quiet', '--verify', `${name}^{commit}`])?.code === 0;
  const mergeBase = (one: string, other: string) =>
    isCommit(other) ? gitLine(directory, ['merge-base', one, other]) : undefined;
  const operation = OPERATIONS.find(([head]) => isCommit(head));
  return mergeBase('HEAD', 'MERGE_HEAD') ?? operation?.[1] ?? mergeBase('HEAD^1', 'HEAD^2');
}
