import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { task } from '../lib/progress.mjs';
import { readText, toolsDir } from '../lib/project.mjs';
import { mustRun, npm } from '../lib/run.mjs';

const MANIFESTS = ['package.json', 'package-lock.json'].map(
  (file) => `scripts/bench/peers/${file}`,
);

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
  const stamp = join(folder, 'installed-from');
  const wanted = createHash('sha256').update(MANIFESTS.map(readText).join('\n')).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return folder;
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  mkdirSync(folder, { recursive: true });
  for (const file of MANIFESTS)
    cpSync(join(toolsDir, '..', file), join(folder, file.split('/').pop() ?? ''));
  await task('installing the peers', (onLine) =>
    // Not `npm ci`, which requires backlog.md's programs for all systems in the lock file; some of them are not published.
    mustRun(...npm('install', '--ignore-scripts', '--no-audit', '--no-fund'), {
      cwd: folder,
      onLine,
      remedy: 'check that npm can reach its registry.',
    }),
  );
  writeFileSync(stamp, wanted);
  return folder;
}
