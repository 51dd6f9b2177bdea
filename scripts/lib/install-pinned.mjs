import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { task } from './progress.mjs';
import { inRoot, readText } from './project.mjs';
import { mustRun, npm } from './run.mjs';

const MANIFESTS = ['package.json', 'package-lock.json'];

/**
 * Installs npm packages at their pinned versions, unless they are installed. Install scripts are not run.
 * @param {string} what for the progress
 * @param {string} source the folder with the manifest and its lock file, relative to the checkout
 * @param {string} folder where to
 */
export async function installPinned(what, source, folder) {
  const stamp = join(folder, 'installed-from');
  const texts = MANIFESTS.map((file) => readText(`${source}/${file}`));
  const wanted = createHash('sha256').update(texts.join('\n')).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const file of MANIFESTS) copyFileSync(inRoot(source, file), join(folder, file));
  await task(`installing ${what}`, (onLine) =>
    // Not `npm ci`, which requires programs for all systems in the lock file; some of them are not published.
    mustRun(...npm('install', '--ignore-scripts', '--no-audit', '--no-fund'), {
      cwd: folder,
      onLine,
      remedy: 'check that npm can reach its registry.',
    }),
  );
  writeFileSync(stamp, wanted);
}
