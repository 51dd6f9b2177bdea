import { which } from '../project.mjs';
import { installOnDebian } from './debian.mjs';

/** The shells for which ltp has completions and that are not installed everywhere. */
const SHELLS = ['zsh', 'fish'];

export const SHELLS_REMEDY =
  'install zsh and fish so that both are on the PATH. Debian: `sudo apt-get install zsh fish`; ' +
  'macOS: `brew install fish`.';

/** @returns {string[]} */
export function missingShells() {
  return SHELLS.filter((shell) => which(shell) === undefined);
}

/** @returns {Promise<string[]>} the missing ones */
export async function ensureShells() {
  const missing = missingShells();
  if (missing.length > 0) await installOnDebian(missing.join(' and '), missing);
  return missingShells();
}
