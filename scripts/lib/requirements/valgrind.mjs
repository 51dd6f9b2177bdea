import { which } from '../project.mjs';
import { installOnDebian } from './debian.mjs';

export const VALGRIND_REMEDY =
  'install valgrind so that it is on the PATH. Debian: `sudo apt-get install valgrind`. ' +
  'Where there is none, as on Windows and on newer Macs, a container or CI counts.';

export const hasValgrind = () => which('valgrind') !== undefined;

/** @returns {Promise<boolean>} whether it is there now */
export async function ensureValgrind() {
  if (!hasValgrind()) await installOnDebian('valgrind', ['valgrind']);
  return hasValgrind();
}
