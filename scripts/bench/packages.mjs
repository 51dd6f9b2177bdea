/** Packages as npm packs and installs them. */

import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { mustRun, npm } from '../lib/run.mjs';
import { folderIn } from './folders.mjs';

/** Without anything that npm does in addition to installing. */
export const QUIETLY = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier'];

/**
 * @typedef {object} Packed
 * @property {string} name
 * @property {string} tarball
 * @property {number} size
 * @property {number} unpackedSize
 * @property {number} dependencies at run time
 * @property {{ path: string, size: number, gzipped: number }[]} files the largest first
 * @property {string} folder of the unpacked package
 */

/**
 * Packs a package as npm would publish it.
 * @param {string} folder for the tarball
 * @param {string} source
 * @returns {Promise<Packed>}
 */
export async function pack(folder, source) {
  const [program, args] = npm('pack', '--json', '--pack-destination', folder, source);
  const [packed] = JSON.parse(await mustRun(program, args));
  const tarball = join(folder, packed.filename);
  const unpacked = folderIn(folder, `unpacked-${packed.name}`);
  await mustRun('tar', ['-xzf', tarball, '-C', unpacked]);
  const root = join(unpacked, 'package');
  const { dependencies = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  /** @type {{ path: string, size: number }[]} */
  const files = packed.files;
  return {
    name: packed.name,
    tarball,
    size: packed.size,
    unpackedSize: packed.unpackedSize,
    dependencies: Object.keys(dependencies).length,
    files: files
      .toSorted((a, b) => b.size - a.size)
      .map(({ path, size }) => ({ path, size, gzipped: gzipped(join(root, path)) })),
    folder: root,
  };
}

/** @param {string} file */
const gzipped = (file) => gzipSync(readFileSync(file), { level: 9 }).length;

/**
 * Installs a package alone.
 * @param {string} home an empty folder
 * @param {string} from a tarball, or name and version
 * @returns {Promise<{ packages: number, bytes: number }>} of the package and its dependencies
 */
export async function installAlone(home, from) {
  writeFileSync(join(home, 'package.json'), '{ "private": true }\n');
  await mustRun(...npm('install', from, ...QUIETLY), { cwd: home });
  const lock = JSON.parse(readFileSync(join(home, 'node_modules/.package-lock.json'), 'utf8'));
  const packages = Object.keys(lock.packages).length;
  return { packages, bytes: bytesUnder(join(home, 'node_modules')) };
}

/**
 * @param {string} folder
 * @returns {number}
 */
function bytesUnder(folder) {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sum + bytesUnder(path);
    return sum + (entry.isFile() ? statSync(path).size : 0);
  }, 0);
}
