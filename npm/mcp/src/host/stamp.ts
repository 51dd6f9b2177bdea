import type { Stats } from 'node:fs';

/**
 * Some file systems count time in steps of up to two seconds. A file changed so shortly ago may
 * change once more without its times showing it.
 */
const COARSEST_CLOCK_MS = 2000;

/** What changes whenever the file does, or '' while the file is too young for that to be sure. */
export function stampOf(stats: Stats, now: number): string {
  const changed = Math.max(stats.mtimeMs, stats.ctimeMs);
  return now - changed < COARSEST_CLOCK_MS ? '' : fingerprintOf(stats);
}

/**
 * What differs between two states of a file, but for those that follow each other too closely. Times
 * to the nanosecond would say no more, and take twice as long to ask for.
 */
export function fingerprintOf({ size, mtimeMs, ctimeMs, ino }: Stats): string {
  return `${size}-${mtimeMs}-${ctimeMs}-${ino}`;
}
