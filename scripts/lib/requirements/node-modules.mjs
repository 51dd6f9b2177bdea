import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { task } from '../progress.mjs';
import { inRoot, npmPackages, readText } from '../project.mjs';
import { mustRun, npm } from '../run.mjs';

const stamp = inRoot('node_modules', '.installed-from');

/** Packages contain programs for one platform, so a folder that was copied to another one is outdated. */
const wanted = () =>
  createHash('sha256')
    .update(`${process.platform} ${process.arch}\n${readText('package-lock.json')}`)
    .digest('hex');

export function hasNodeModules() {
  return (
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === wanted() &&
    npmPackages().every(({ bin }) => Object.keys(bin).every(isLinked))
  );
}

export async function ensureNodeModules() {
  if (hasNodeModules()) return;
  await task('installing npm packages', (onLine) =>
    // None of our packages needs its install script; skipping them is faster and safer.
    mustRun(...npm('ci', '--ignore-scripts', '--no-audit', '--no-fund'), {
      onLine,
      remedy:
        'if it reports that package.json and package-lock.json differ, run `npm install`; if it cannot reach the ' +
        'registry, check the network and the proxy settings of npm. Then run the same command again.',
    }),
  );
  writeFileSync(stamp, wanted());
}

/** @param {string} name a command of one of our packages, which `npx --no` must find */
function isLinked(name) {
  const link = inRoot('node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name);
  return existsSync(link);
}
