/**
 * Says when files in the plans directory change, whoever changed them. The system tells that something
 * happened; what it was is found by looking, since what systems tell of it differs and may be lost.
 */
import { type FSWatcher, lstatSync, readdirSync, realpathSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';
import { isInside, Places } from './places.ts';

export interface FileChanges {
  /** Paths of files that are new, gone, or not what they were. */
  files: string[];
  /** Whether any came or went. */
  cameOrWent: boolean;
}

export interface PlansWatch {
  close(): void;
}

interface Options {
  /** Real path. */
  root: string;
  /** Relative to the root; it need not exist yet. */
  plansDir: string;
  /** Folders of the plans directory whose files are watched; the empty one is that itself. */
  folders?: string[];
  /** Which paths matter. */
  isWatched(path: string): boolean;
  tell(changes: FileChanges): void;
}

/** A write is several events; what comes within this time is told as one. */
const SETTLE_MS = 50;
/** How often to look where the system refuses to tell. */
const LOOK_MS = 2000;

/** From the return of this on, every change is told. Neither it nor its timers keep the process alive. */
export function watchPlans({
  root,
  plansDir,
  folders = [''],
  isWatched,
  tell,
}: Options): PlansWatch {
  const places = new Places(root, plansDir);
  let settling: NodeJS.Timeout | undefined;
  const directories = new DirectoryWatchers(() => {
    settling ??= setTimeout(look, SETTLE_MS).unref();
  });
  const seen = (): Files => {
    // First watched, then read: what changes in between is looked at once more.
    const way = chain(root, plansDir);
    directories.follow([...way, ...insides(places, folders)]);
    return new Map(folders.flatMap((folder) => filesIn(places, folder, isWatched)));
  };

  let files = seen();
  function look(): void {
    settling = undefined;
    const before = files;
    files = seen();
    const changes = difference(before, files);
    if (changes.files.length > 0) tell(changes);
  }
  return {
    close: () => {
      clearTimeout(settling);
      directories.close();
    },
  };
}

/**
 * The directories from the root down to the plans, as far as they exist. Each can be moved away or
 * appear, and only the one above it tells.
 */
function chain(root: string, plansDir: string): string[] {
  const found = [root];
  for (const part of plansDir.split('/')) {
    const next = orUndefined(() => realpathSync.native(join(found.at(-1) ?? root, part)));
    if (next === undefined || !isInside(root, next)) break;
    found.push(next);
  }
  return found;
}

/** The real paths of the folders that are there. */
function insides(places: Places, folders: string[]): string[] {
  const inside = folders.filter((folder) => folder !== '');
  return inside.flatMap((folder) => orUndefined(() => places.existing(folder)) ?? []);
}

class DirectoryWatchers {
  readonly #onEvent: () => void;
  readonly #watchers = new Map<string, { identity: string; watcher: FSWatcher }>();
  #looking: NodeJS.Timeout | undefined;

  constructor(onEvent: () => void) {
    this.#onEvent = onEvent;
  }

  /** Watches these directories and no others. One that was replaced is another one. */
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
    clearInterval(this.#looking);
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
    } catch {
      // Systems have a limit, and some file systems tell nothing.
      this.#looking ??= setInterval(this.#onEvent, LOOK_MS).unref();
    }
  }

  #drop(path: string): void {
    this.#watchers.get(path)?.watcher.close();
    this.#watchers.delete(path);
  }
}

/** What tells the states of files apart, by name. */
type Files = Map<string, string>;

function filesIn(
  places: Places,
  folder: string,
  isWatched: (path: string) => boolean,
): [string, string][] {
  const directory = orUndefined(() => places.existing(folder));
  const names = (directory && orUndefined(() => readdirSync(directory))) ?? [];
  const found: [string, string][] = [];
  for (const name of names) {
    const path = folder === '' ? name : `${folder}/${name}`;
    const state = isWatched(path)
      ? orUndefined(() => stateIn(places, directory ?? '', name, path))
      : undefined;
    if (state !== undefined) found.push([path, state]);
  }
  return found;
}

/** There may be thousands: only a link is worth the look at where it really is. */
function stateIn(places: Places, directory: string, name: string, path: string): string {
  const named = join(directory, name);
  return lstatSync(named).isSymbolicLink() ? stateOf(places.existing(path)) : stateOf(named);
}

function difference(before: Files, after: Files): FileChanges {
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return {
    files: names.filter((name) => before.get(name) !== after.get(name)),
    cameOrWent: names.some((name) => before.has(name) !== after.has(name)),
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

/** Whatever cannot be looked at is, to a watcher, not there. */
function orUndefined<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
