import { existsSync, readFileSync } from 'node:fs';
import { task } from '../progress.mjs';
import { which } from '../project.mjs';
import { mustRun } from '../run.mjs';

/**
 * Installs packages where that is plainly wanted: as root on Debian, which is what a container or a CI machine is.
 * Elsewhere nothing on the system is changed. That it failed is not fatal here: who needs the packages looks for them,
 * and says what their absence means.
 * @param {string} what for people
 * @param {string[]} packages
 */
export async function installOnDebian(what, packages) {
  if (!isRootOnDebian()) return;
  try {
    await task(`installing ${what}`, async (note) => {
      const options = { onLine: note, env: { DEBIAN_FRONTEND: 'noninteractive' } };
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
