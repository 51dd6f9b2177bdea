import { which } from '../project.mjs';
import { installOnDebian } from './debian.mjs';

export const VALGRIND_REMEDY =
  'install valgrind so that it is on the PATH. Debian: `sudo apt-get install valgrind`. ' +
  'It does not exist for Windows and newer Macs; use a container or CI there.';

export const hasValgrind = () => which('valgrind') !== undefined;

export async function ensureValgrind() {
  if (!hasValgrind()) await installOnDebian('valgrind', ['valgrind']);
  return hasValgrind();
}
