/** Finds the project that a folder belongs to. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { realPathOf } from 'long-term-plan-core/node';

export interface Search {
  /** The plans directory as `--plans` names it: relative to a root, or absolute. */
  plans: string;
  /** The real path of the user's home folder. */
  home: string;
}

/** Folders that programs fill with copies of packages and plugins; a project of the user is never inside one. */
const CACHES = ['node_modules', '_npx', '.codex', '.claude', '.cache'];

/**
 * The nearest directory, from `start` upwards, that contains a plans directory. The search ends at the top of the repository,
 * so that a worktree keeps its own plans, and before the home folder. `start` is a real path.
 */
export function nearestPlans(start: string, { plans, home }: Search): string | undefined {
  for (const directory of upwards(start)) {
    if (directory === home) return undefined;
    if (hasPlans(directory, plans) && isSuitable(directory, home)) return directory;
    if (isRepositoryTop(directory)) return undefined;
  }
  return undefined;
}

/** Where new plans belong: the top of the repository, else the directory itself. `start` is a real path. */
export function placeForPlans(start: string, home: string): string | undefined {
  const places = [repositoryTop(start), start];
  return places.find((place) => place !== undefined && isSuitable(place, home));
}

/** The project among the roots that an MCP client names: the first with plans, else the first that can have some. */
export function projectInRoots(uris: readonly string[], search: Search): string | undefined {
  const roots = uris.flatMap((uri) => directoryOf(uri) ?? []);
  for (const root of roots) {
    const found = nearestPlans(root, search);
    if (found !== undefined) return found;
  }
  return roots.find((root) => isSuitable(root, search.home));
}

/** The nearest directory with a `.git`, which is a file in a worktree and in a submodule. */
export function repositoryTop(start: string): string | undefined {
  for (const directory of upwards(start)) if (isRepositoryTop(directory)) return directory;
  return undefined;
}

/** The nearest directory, from `start` upwards, that is a repository or contains plans, however unsuitable. */
export function repositoryOrPlans(start: string, plans: string): string | undefined {
  for (const directory of upwards(start)) {
    if (isRepositoryTop(directory) || hasPlans(directory, plans)) return directory;
  }
  return undefined;
}

/** Whether plans may be created here without being asked to. */
export function isSuitable(directory: string, home: string): boolean {
  if (directory === home || dirname(directory) === directory) return false;
  // Some clients create worktrees in their own folder: `.claude/worktrees/NAME`.
  const top = repositoryTop(directory);
  const isInWorktree = top !== undefined && isLinkedWorktree(top);
  const checked = isInWorktree ? relative(top, directory) : directory;
  return !checked.split(sep).some((name) => CACHES.includes(name));
}

/** The real path of the home folder. A variable that is empty counts as not set. */
export function homeFolder(env: NodeJS.ProcessEnv): string {
  const named = process.platform === 'win32' ? env.USERPROFILE : env.HOME;
  return realPath(named || homedir());
}

export function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function* upwards(start: string): Generator<string> {
  let directory = start;
  for (;;) {
    yield directory;
    const parent = dirname(directory);
    if (parent === directory) return;
    directory = parent;
  }
}

function hasPlans(directory: string, plans: string): boolean {
  const path = resolve(directory, plans);
  const inside = relative(directory, path);
  const isInside = inside !== '' && !isAbsolute(inside) && inside.split(sep)[0] !== '..';
  return isInside && isDirectory(path);
}

const isRepositoryTop = (directory: string): boolean => existsSync(join(directory, '.git'));

/** Its `.git` is a file that names a folder in the `worktrees` of the repository; that of a submodule names another one. */
function isLinkedWorktree(top: string): boolean {
  try {
    const [, gitDirectory = ''] =
      /^gitdir: (.+)/.exec(readFileSync(join(top, '.git'), 'utf8')) ?? [];
    return basename(dirname(gitDirectory)) === 'worktrees';
  } catch {
    return false;
  }
}

/** The real path of the directory that a root names. Clients can name other things, and what is not there. */
function directoryOf(uri: string): string | undefined {
  try {
    const path = realPath(fileURLToPath(uri));
    return isDirectory(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

function realPath(path: string): string {
  try {
    return realPathOf(path);
  } catch {
    return resolve(path);
  }
}
