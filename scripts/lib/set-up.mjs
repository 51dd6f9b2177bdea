import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { ensureBrowser } from './needs/browser.mjs';
import { ensureBuildTools } from './needs/build-tools.mjs';
import { checkNode } from './needs/node.mjs';
import { ensureNodeModules } from './needs/node-modules.mjs';
import { ensureRust } from './needs/rust.mjs';
import { ensureShells } from './needs/shells.mjs';
import { ensureValgrind } from './needs/valgrind.mjs';
import { toolsDir } from './project.mjs';

/**
 * @typedef {object} Needs what of the needs may be missing
 * @property {import('./needs/browser.mjs').Browser} [browser]
 * @property {string[]} [missingShells]
 * @property {boolean} [hasValgrind]
 */

/**
 * Checks each need, gets what is missing into the project, and asks for what it cannot get.
 * @param {object} options
 * @param {boolean} options.forTests whether what only the tests need is wanted too
 * @param {() => Promise<void>} [options.meanwhile] work that needs nothing but Rust; it runs beside the slow needs
 * @returns {Promise<Needs>}
 */
export async function setUp({ forTests, meanwhile = async () => {} }) {
  checkNode();
  await ensureRust({ forTests });
  const installing = forTests ? ensureForTests() : undefined;
  try {
    await Promise.all([ensureNodeModules(), ensureBuildTools(), meanwhile()]);
  } finally {
    // A system's package manager is not to be stopped half-way because something else failed.
    await installing;
  }
  return (await installing) ?? {};
}

/**
 * One after the other: a system's package manager works for one caller at a time.
 * @returns {Promise<Needs>}
 */
async function ensureForTests() {
  const browser = await ensureBrowser();
  const missingShells = await ensureShells();
  return { ...(browser && { browser }), missingShells, hasValgrind: await ensureValgrind() };
}

/**
 * Two processes that set up or build the same checkout would break each other's files.
 * @template T
 * @param {() => Promise<T>} work
 */
export function whileOthersWait(work) {
  return withLock(join(toolsDir, 'lock'), work, () =>
    console.error('  waiting for another process that sets up or builds this checkout …'),
  );
}
