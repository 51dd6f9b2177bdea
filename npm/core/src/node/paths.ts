/** Real paths of files. Links are resolved before they are judged, and nothing outside the root is used. */
import { statSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { isAbsence, Refusal } from './faults.ts';
import { lockDirectory } from './lock-directory.ts';
import { RealNames } from './real-names.ts';
import { realPath, realPathOf } from './real-path.ts';
import { createDirectories, lstatIfExists } from './write-file.ts';

export interface Destination {
  /** The path in its real directory; it may be a link. */
  named: string;
  /** The file itself, with the link resolved. */
  target: string;
}

/** How long the check of a directory is valid, so that thousands of files are read with one check. */
const DIRECTORY_CHECK_MS = 20;

export class PlanPaths {
  readonly #root: string;
  readonly #plansDir: string;
  #checked = { folder: '', directory: '', until: 0 };
  readonly #names = new RealNames();

  /** `root` is a real path; `plansDir` is relative to it and need not exist yet. */
  constructor(root: string, plansDir: string) {
    this.#root = root;
    this.#plansDir = plansDir;
  }

  /** The real path of the plans directory. */
  plans(): string {
    return within(this.#root, realPathOf(join(this.#root, this.#plansDir)));
  }

  /** The real path of the plans directory, which is created if it is missing. */
  createPlans(): string {
    return createDirectory(this.#root, this.#plansDir);
  }

  /** The real path of an existing file or directory. */
  existing(path: string): string {
    const plans = this.plans();
    return within(plans, realPathOf(join(plans, path)));
  }

  /** A file's path in its real directory; it may be a link. */
  named(path: string): string {
    const [, folder = '', name = ''] = /^(?:(.*)\/)?([^/]*)$/s.exec(path) ?? [];
    // Not `performance.now()`, which makes Node load a module: 1 of 34 ms of a server's start.
    const now = 1000 * process.uptime();
    if (folder !== this.#checked.folder || now > this.#checked.until) {
      const directory = this.existing(folder);
      this.#checked = { folder, directory, until: now + DIRECTORY_CHECK_MS };
    }
    return `${this.#checked.directory}${sep}${name}`;
  }

  /** Whether an existing file has exactly the name in this path. */
  isRealName(path: string): boolean {
    const named = this.named(path);
    const end = named.lastIndexOf(sep);
    return this.#names.isReal(named.slice(0, end), sep, named.slice(end + 1));
  }

  /** Where a file is to be written. Its directory is created if it is missing. */
  destination(path: string): Destination {
    const plans = this.plans();
    const parent = createDirectory(plans, dirname(path));
    const named = within(plans, join(parent, basename(path)));
    const found = lstatIfExists(named);
    if (found === undefined || found.isFile()) return { named, target: named };
    if (!found.isSymbolicLink()) throw new Refusal('notAFile');
    const target = within(plans, linkTarget(named));
    if (!statSync(target).isFile()) throw new Refusal('notAFile');
    return { named, target };
  }
}

export interface PlanLocation {
  /** Real paths. */
  root: string;
  plansDir: string;
  /** The name of the plan's file. */
  name: string;
}

/**
 * The project of a file, if the file is a plan: a Markdown file, or a link to one, directly in a plans directory. That is
 * any directory with a lock, or one of those in `plansDirs`. The file need not exist yet.
 */
export function planLocation(path: string, plansDirs: string[] = []): PlanLocation | undefined {
  const file = realFile(path);
  if (file === undefined || !file.endsWith('.md')) return undefined;
  const directory = dirname(file);
  if (!hasLock(directory) && !plansDirs.map(realPath).includes(directory)) return undefined;
  return { root: dirname(directory), plansDir: basename(directory), name: basename(file) };
}

function hasLock(directory: string): boolean {
  try {
    return lockDirectory(directory) !== undefined;
  } catch {
    return false;
  }
}

function realFile(path: string): string | undefined {
  const directory = realPath(dirname(resolve(path)));
  return realPath(path) ?? (directory && join(directory, basename(path)));
}

/** Refuses a dangling link: a write would replace it, or create a file wherever it points. */
function linkTarget(link: string): string {
  try {
    return realPathOf(link);
  } catch (error) {
    throw isAbsence(error) ? new Refusal('notAFile') : error;
  }
}

/** The real path of a directory below `base`, which is a real path itself. Missing parts are created. */
function createDirectory(base: string, path: string): string {
  const wanted = join(base, path);
  let existing = wanted;
  while (lstatIfExists(existing) === undefined) existing = dirname(existing);
  within(base, realPathOf(existing));
  createDirectories(existing, wanted);
  return within(base, realPathOf(wanted));
}

function within(directory: string, path: string): string {
  if (!isInside(directory, path)) throw new Refusal('outsideRoot');
  return path;
}

/** Whether a real path is that directory or is located in it. */
export function isInside(directory: string, path: string): boolean {
  const prefix = directory.endsWith(sep) ? directory : directory + sep;
  return path === directory || path.startsWith(prefix);
}
