import { ensureBrowser } from './requirements/browser.mjs';
import { checkNode } from './requirements/node.mjs';
import { ensureNodeModules } from './requirements/node-modules.mjs';
import { checkRust, ensureRustParts } from './requirements/rust.mjs';
import { ensureShells } from './requirements/shells.mjs';
import { ensureValgrind } from './requirements/valgrind.mjs';
import { ensureWasmTools } from './requirements/wasm-tools.mjs';
import { ensureWine } from './requirements/wine.mjs';

/**
 * What only tests require.
 * @typedef {'lints' | 'wasm-pack' | 'browser' | 'shells' | 'valgrind' | 'wine'} TestRequirement
 *
 * @typedef {object} Available which of them were found; tests without theirs are skipped
 * @property {import('./requirements/browser.mjs').Browser} [browser]
 * @property {string[]} [missingShells]
 * @property {boolean} [hasValgrind]
 * @property {Record<string, string>} [windowsNodes] the programs of Node for Windows by major version, run by Wine
 */

/** @type {TestRequirement[]} */
export const TEST_REQUIREMENTS = ['lints', 'wasm-pack', 'browser', 'shells', 'valgrind', 'wine'];

/**
 * Checks each requirement, gets what is missing into the project, and reports what it cannot get.
 * @param {readonly TestRequirement[]} required in addition to what every build requires
 * @param {() => Promise<void>} [meanwhile] work that needs only Rust, done at the same time
 * @returns {Promise<Available>}
 */
export async function setUp(required, meanwhile = async () => {}) {
  checkNode();
  const sysroot = await checkRust();
  const installing = installForTests(required);
  try {
    await Promise.all([
      ensureRustParts(sysroot, { lints: required.includes('lints') }).then(meanwhile),
      ensureWasmTools({ wasmPack: required.includes('wasm-pack') }),
      ensureNodeModules(),
    ]);
  } finally {
    // The system's package manager must not be stopped halfway because something else failed.
    await installing;
  }
  return installing;
}

/**
 * One after the other: the system's package manager serves one caller at a time.
 * @param {readonly TestRequirement[]} required
 * @returns {Promise<Available>}
 */
async function installForTests(required) {
  const browser = required.includes('browser') ? await ensureBrowser() : undefined;
  return {
    ...(browser && { browser }),
    ...(required.includes('shells') && { missingShells: await ensureShells() }),
    ...(required.includes('valgrind') && { hasValgrind: await ensureValgrind() }),
    ...(required.includes('wine') && { windowsNodes: await ensureWine() }),
  };
}
