/**
 * Where files really are. Every path is checked by its real location before it is used: links are
 * judged by where they lead.
 */
import { lstatSync, mkdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { isAbsence, Refusal } from './fault.ts';
import { syncDirectory } from './sync-directory.ts';

export interface Destination {
  /** What the path names, in its real directory. */
  named: string;
  /** The file itself, where a link of that name leads. */
  target: string;
}

export class Places {
  readonly #root: string;
  readonly #plansDir: string;

  /** `root` is a real path; `plansDir` is relative to it and need not exist yet. */
  constructor(root: string, plansDir: string) {
    this.#root = root;
    this.#plansDir = plansDir;
  }

  /** The real path of the plans directory. */
  plans(): string {
    return within(this.#root, realpathSync.native(join(this.#root, this.#plansDir)));
  }

  /** The same of one that is made if need be. */
  madePlans(): string {
    return madeDirectory(this.#root, this.#plansDir);
  }

  /** The real path of a file or directory that is there to be read. */
  existing(path: string): string {
    const plans = this.plans();
    return within(plans, realpathSync.native(join(plans, path)));
  }

  /** Where a file is to be written, in a directory that is made if need be. */
  destination(path: string): Destination {
    const plans = this.plans();
    const parent = madeDirectory(plans, dirname(path));
    const named = within(plans, join(parent, basename(path)));
    const found = lstatIfThere(named);
    if (found === undefined || found.isFile()) return { named, target: named };
    if (!found.isSymbolicLink()) throw new Refusal('notAFile');
    const target = within(plans, targetOf(named));
    if (!statSync(target).isFile()) throw new Refusal('notAFile');
    return { named, target };
  }
}

/** A link that leads nowhere: to write there would replace it, or make a file wherever it says. */
function targetOf(link: string): string {
  try {
    return realpathSync.native(link);
  } catch (error) {
    throw isAbsence(error) ? new Refusal('notAFile') : error;
  }
}

/** The real path of a directory below `base`, itself a real path. What is missing of it is made. */
function madeDirectory(base: string, path: string): string {
  const wanted = join(base, path);
  let existing = wanted;
  while (lstatIfThere(existing) === undefined) existing = dirname(existing);
  within(base, realpathSync.native(existing));
  if (existing !== wanted) {
    mkdirSync(wanted, { recursive: true });
    // Or else a loss of power takes the directories away with all that is in them.
    for (let made = wanted; made !== existing; made = dirname(made)) syncDirectory(dirname(made));
  }
  return within(base, realpathSync.native(wanted));
}

export function lstatIfThere(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}

function within(directory: string, path: string): string {
  if (!isInside(directory, path)) throw new Refusal('outsideRoot');
  return path;
}

/** Whether a real path is that directory or lies in it. */
export function isInside(directory: string, path: string): boolean {
  const prefix = directory.endsWith(sep) ? directory : directory + sep;
  return path === directory || path.startsWith(prefix);
}
