/**
 * On a file system that ignores case, as those of Windows and macOS usually do, a file answers to several names. Only the one in
 * its directory counts; otherwise one plan would have several ids, and a history for each of them.
 */
import { lstatSync, readdirSync } from 'node:fs';

/** How long a listing is used again, so that thousands of files are read with a few. */
const LISTING_MS = 20;

export class RealNames {
  readonly #ignoresCase = new Map<string, boolean>();
  #listing = { directory: '', names: new Set<string>(), until: 0 };

  /** Whether the file that this name leads to has this name. It has to exist. */
  isReal(directory: string, separator: string, name: string): boolean {
    const ignoresCase = this.#ignoresCase.get(directory) ?? isSameFile(directory + separator, name);
    this.#ignoresCase.set(directory, ignoresCase);
    return !ignoresCase || this.#lists(directory, name);
  }

  #lists(directory: string, name: string): boolean {
    const now = 1000 * process.uptime();
    const isRecent = directory === this.#listing.directory && now < this.#listing.until;
    // macOS may list another form of accented letters.
    const wanted = name.normalize();
    if (isRecent && this.#listing.names.has(wanted)) return true;
    const names = new Set(readdirSync(directory).map((one) => one.normalize()));
    this.#listing = { directory, names, until: now + LISTING_MS };
    return names.has(wanted);
  }
}

/** Whether a name in other letters leads to the same file. */
function isSameFile(prefix: string, name: string): boolean {
  const other = swapCase(name);
  if (other === name) return false;
  const [one, two] = [name, other].map((each) =>
    lstatSync(prefix + each, { throwIfNoEntry: false }),
  );
  return one !== undefined && one.ino === two?.ino && one.dev === two.dev;
}

function swapCase(name: string): string {
  return name.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}
