/** Real paths, also on drives for which Windows does not know them. */
import { lstatSync, realpathSync } from 'node:fs';

/**
 * The path with all links resolved. On RAM disks, encrypted containers and some network drives, Windows cannot say where a file
 * is; there Node resolves the links itself.
 */
export function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (process.platform !== 'win32' || !exists(path)) throw error;
    return realpathSync(path);
  }
}

/** `undefined` if nothing exists at the path. */
export function realPath(path: string): string | undefined {
  try {
    return realPathOf(path);
  } catch {
    return undefined;
  }
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
