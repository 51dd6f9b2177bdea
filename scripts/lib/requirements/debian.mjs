import { existsSync, readFileSync } from 'node:fs';
import { task } from '../progress.mjs';
import { which } from '../project.mjs';
import { mustRun } from '../run.mjs';

/**
 * Installs packages as root on Debian, as in a container or on a CI machine. On other systems nothing is changed. A failure is
 * not fatal here: the caller looks for the programs and reports what is missing.
 * @param {string} what for messages
 * @param {string[]} packages
 */
export async function installOnDebian(what, packages) {
  if (!isRootOnDebian()) return;
  try {
    await task(`installing ${what}`, async (onLine) => {
      const options = { onLine, env: { DEBIAN_FRONTEND: 'noninteractive' } };
      await mustRun('apt-get', ['update'], options);
      const install = ['install', '--yes', '--no-install-recommends', ...packages];
      await mustRun('apt-get', install, options);
    });
  } catch (error) {
    console.error(`  ${error instanceof Error ? error.message : error}`);
  }
}

function isRootOnDebian() {
  return (
    process.getuid?.() === 0 &&
    which('apt-get') !== undefined &&
    existsSync('/etc/os-release') &&
    /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
  );
}
