/**
 * Reports changes of files in the plans directory. Events of the system only say that something happened, because their
 * details differ between systems and may be lost; a comparison with the files' former states finds what changed.
 */
import { type FSWatcher, lstatSync, readdirSync, statSync, watch } from 'node:fs';
import { dirname, join } from 'node:path';
import { isClaim } from '../host.ts';
import { leaseNames, parseLeaseName } from './lease-files.ts';
import { isInside, PlanPaths } from './paths.ts';
import { realPathOf } from './real-path.ts';

export interface FileChanges {
  /** Paths of files that are new, changed or deleted. */
  files: string[];
  /** Whether files were created or deleted. */
  isListChanged: boolean;
}

export interface PlansWatch {
  close(): void;
}

interface Options {
  /** Real path. */
  root: string;
  /** Relative to the root; it need not exist yet. */
  plansDir: string;
  /** Folders of the plans directory whose files are watched; '' is the plans directory itself. */
  folders?: string[];
  /** Folders of claims, wherever they are. A change of a claim is reported as `claims:PLAN/TASK`. */
  claimFolders?: () => string[];
  isWatched(path: string): boolean;
  onChange(changes: FileChanges): void;
}

/** A write causes several events; those within this time are reported as one change. */
const SETTLE_MS = 50;
/** How often to compare where the system sends no events. */
const POLL_MS = 2000;
/** macOS can lose changes right after a watcher is opened, and some later. So files are also compared at these times. */
const AFTER_OPENING_MS = [250, 1000];
const POLL_ON_MACOS_MS = 5000;

/** Every change after the return is reported. Watchers and timers do not keep the process alive. */
export function watchPlans({
  root,
  plansDir,
  folders = [''],
  claimFolders = () => [],
  isWatched,
  onChange,
}: Options): PlansWatch {
  const paths = new PlanPaths(root, plansDir);
  let settling: NodeJS.Timeout | undefined;
  const directories = new DirectoryWatchers(() => {
    settling ??= setTimeout(compare, SETTLE_MS).unref();
  });
  const readStates = (): FileStates => {
    // Watch first, then read: a change in between causes another comparison.
    const claims = claimFolders();
    directories.follow([
      ...directoriesTo(root, plansDir),
      ...existingFolders(paths, folders),
      ...claims.flatMap(nearestDirectory),
    ]);
    return new Map([
      ...folders.flatMap((folder) => statesIn(paths, folder, isWatched)),
      ...claims.flatMap(claimStates),
    ]);
  };

  let states = readStates();
  function compare(): void {
    settling = undefined;
    const before = states;
    states = readStates();
    const changes = difference(before, states);
    if (changes.files.length > 0) onChange(changes);
  }
  return {
    close: () => {
      clearTimeout(settling);
      directories.close();
    },
  };
}

/**
 * The directories from the root down to the plans, as far as they exist. Each can be moved away or appear, and only its
 * parent has an event for that.
 */
function directoriesTo(root: string, plansDir: string): string[] {
  const found = [root];
  for (const part of plansDir.split('/')) {
    const next = orUndefined(() => realPathOf(join(found.at(-1) ?? root, part)));
    if (next === undefined || !isInside(root, next)) break;
    found.push(next);
  }
  return found;
}

function existingFolders(paths: PlanPaths, folders: string[]): string[] {
  const named = folders.filter((folder) => folder !== '');
  return named.flatMap((folder) => orUndefined(() => paths.existing(folder)) ?? []);
}

class DirectoryWatchers {
  readonly #onEvent: () => void;
  readonly #watchers = new Map<string, { identity: string; watcher: FSWatcher }>();
  #polling: NodeJS.Timeout | undefined;
  #lookingAgain: NodeJS.Timeout[] = [];

  constructor(onEvent: () => void) {
    this.#onEvent = onEvent;
  }

  /** Watches these directories and no others. A directory that was replaced is watched again. */
  follow(paths: string[]): void {
    for (const path of this.#watchers.keys()) if (!paths.includes(path)) this.#drop(path);
    for (const path of paths) {
      const identity = orUndefined(() => identityOf(path));
      if (identity === this.#watchers.get(path)?.identity) continue;
      this.#drop(path);
      if (identity !== undefined) this.#watch(path, identity);
    }
  }

  close(): void {
    clearInterval(this.#polling);
    for (const timer of this.#lookingAgain) clearTimeout(timer);
    for (const path of this.#watchers.keys()) this.#drop(path);
  }

  #watch(path: string, identity: string): void {
    try {
      const watcher = watch(path, { persistent: false }, this.#onEvent);
      watcher.on('error', () => {
        this.#drop(path);
        this.#onEvent();
      });
      this.#watchers.set(path, { identity, watcher });
      if (process.platform === 'darwin') this.#lookAgain();
    } catch {
      // Systems limit the number of watchers, and some file systems send no events.
      this.#polling ??= setInterval(this.#onEvent, POLL_MS).unref();
    }
  }

  #lookAgain(): void {
    for (const timer of this.#lookingAgain) clearTimeout(timer);
    this.#lookingAgain = AFTER_OPENING_MS.map((ms) => setTimeout(this.#onEvent, ms).unref());
    this.#polling ??= setInterval(this.#onEvent, POLL_ON_MACOS_MS).unref();
  }

  #drop(path: string): void {
    this.#watchers.get(path)?.watcher.close();
    this.#watchers.delete(path);
  }
}

/** Identifies the version of each file, by path. */
type FileStates = Map<string, string>;

function statesIn(
  paths: PlanPaths,
  folder: string,
  isWatched: (path: string) => boolean,
): [string, string][] {
  const directory = orUndefined(() => paths.existing(folder));
  const names = (directory && orUndefined(() => readdirSync(directory))) ?? [];
  const found: [string, string][] = [];
  for (const name of names) {
    const path = folder === '' ? name : `${folder}/${name}`;
    const state = isWatched(path)
      ? orUndefined(() => stateIn(paths, directory ?? '', name, path))
      : undefined;
    if (state !== undefined) found.push([path, state]);
  }
  return found;
}

/** There may be thousands of files, so only links are resolved. */
function stateIn(paths: PlanPaths, directory: string, name: string, path: string): string {
  const named = join(directory, name);
  return lstatSync(named).isSymbolicLink() ? stateOf(paths.existing(path)) : stateOf(named);
}

/** The folder itself, or the directory in which it will appear. */
function nearestDirectory(folder: string): string[] {
  const found = [folder, dirname(folder), dirname(dirname(folder))].find((path) =>
    orUndefined(() => lstatSync(path).isDirectory()),
  );
  return found === undefined ? [] : [found];
}

/** A lease that is only renewed has not changed. */
function claimStates(folder: string): [string, string][] {
  return leaseNames(folder).flatMap((name) => {
    const ids = name.endsWith('.json') ? parseLeaseName(name) : undefined;
    const identity = ids && orUndefined(() => identityOf(join(folder, name)));
    return identity === undefined ? [] : [[`claims:${ids?.planId}/${ids?.taskId}`, identity]];
  });
}

function difference(before: FileStates, after: FileStates): FileChanges {
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return {
    files: names.filter((name) => before.get(name) !== after.get(name)),
    isListChanged: names.some((name) => !isClaim(name) && before.has(name) !== after.has(name)),
  };
}

function identityOf(path: string): string {
  const { dev, ino } = statSync(path, { bigint: true });
  return `${dev}:${ino}`;
}

function stateOf(path: string): string {
  const { dev, ino, size, mtimeNs } = statSync(path, { bigint: true });
  return `${dev}:${ino}:${size}:${mtimeNs}`;
}

/** To a watcher, a file that cannot be read does not exist. */
function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
