import { join } from 'node:path';
import { installPinned } from '../lib/install-pinned.mjs';
import { readText, toolsDir } from '../lib/project.mjs';

/** What the benchmarks install and build. */
export const benchDir = join(toolsDir, 'bench');

/** @returns {Record<string, string>} name and pinned version of each peer */
export const peerVersions = () =>
  JSON.parse(readText('scripts/bench/peers/package.json')).dependencies;

/** @param {string} name of a peer, with or without its scope */
export const peerVersion = (name) =>
  Object.entries(peerVersions()).find(([peer]) => peer.endsWith(name))?.[1] ?? '';

/**
 * Installs the peers at their pinned versions, unless they are installed.
 * @returns {Promise<string>} their folder
 */
export async function installPeers() {
  const folder = join(benchDir, 'peers');
  await installPinned('the peers', 'scripts/bench/peers', folder);
  return folder;
}
