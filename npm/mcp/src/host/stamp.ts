import type { BigIntStats } from 'node:fs';

/**
 * Some file systems count time in steps of up to two seconds. A file changed so shortly ago may
 * change once more without its times showing it.
 */
const COARSEST_CLOCK_MS = 2000;

/** What changes whenever the file does, or '' while the file is too young for that to be sure. */
export function stampOf(stats: BigIntStats, now: number): string {
  const changed = Math.max(Number(stats.mtimeMs), Number(stats.ctimeMs));
  return now - changed < COARSEST_CLOCK_MS ? '' : fingerprintOf(stats);
}

/** What differs between two states of a file, but for those that follow each other too closely. */
export function fingerprintOf(stats: BigIntStats): string {
  return [stats.size, stats.mtimeNs, stats.ctimeNs, stats.ino].join('-');
}
