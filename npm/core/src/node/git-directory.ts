/** Where git keeps what all worktrees of a repository share, found without starting git. */
import { readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { realPath } from './real-path.ts';
import { lstatIfExists } from './write-file.ts';

export interface GitDirectory {
  /** The top directory of the worktree. */
  worktree: string;
  /** What git calls the worktree, wherever it is mounted; `main` for the one that `git init` or `git clone` made. */
  checkout: string;
  /** The directory of this worktree's HEAD. */
  own: string;
  /** The directory that all worktrees share. */
  common: string;
}

/** The repository that contains a directory, which is a real path. */
export function gitDirectory(directory: string): GitDirectory | undefined {
  for (let worktree = directory; ; worktree = dirname(worktree)) {
    const own = gitDirectoryOf(worktree);
    if (own !== undefined) return { worktree, own, ...commonDirectory(own) };
    if (dirname(worktree) === worktree) return undefined;
  }
}

/** The branch that is checked out, or the start of the commit's id. */
export function currentBranch({ own }: GitDirectory): string | undefined {
  const head = textAt(join(own, 'HEAD'));
  return head === undefined
    ? undefined
    : (/^ref: refs\/heads\/(.+)$/.exec(head)?.[1] ?? head.slice(0, 10));
}

/** Where a directory is in the repository: the same in all its worktrees, and the name of one file. */
export function positionIn({ worktree }: GitDirectory, directory: string): string {
  return encodeURIComponent(relative(worktree, directory).split(sep).join('/')) || '.';
}

/** `.git` is the directory itself, or in linked worktrees and submodules a file that names it. */
function gitDirectoryOf(worktree: string): string | undefined {
  const path = join(worktree, '.git');
  const found = lstatIfExists(path);
  if (found === undefined) return undefined;
  const named = found.isFile() ? /^gitdir: (.+)$/.exec(textAt(path) ?? '')?.[1] : path;
  const own = named === undefined ? undefined : realPath(resolve(worktree, named));
  return own !== undefined && textAt(join(own, 'HEAD')) !== undefined ? own : undefined;
}

function commonDirectory(own: string): Pick<GitDirectory, 'checkout' | 'common'> {
  const named = textAt(join(own, 'commondir'));
  const common = named === undefined ? undefined : realPath(resolve(own, named));
  return common === undefined
    ? { checkout: 'main', common: own }
    : { checkout: basename(own), common };
}

/** The first line of a small file. */
function textAt(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').split(/\r?\n/, 1)[0];
  } catch {
    return undefined;
  }
}
