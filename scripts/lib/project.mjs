import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** @param {string[]} parts a path relative to the checkout */
export const inRoot = (...parts) => join(root, ...parts);

/** What the scripts need for themselves: hashes of inputs and the build lock. Safe to delete. */
export const toolsDir = inRoot('.tools');

/** What cargo builds. Always passed to cargo, since its own configuration could name another folder. */
export const targetDir = resolve(root, process.env.CARGO_TARGET_DIR ?? 'target');

/** On a CI machine no step may be skipped, and no lock file updated. */
export const inCI = ![undefined, '', '0', 'false'].includes(process.env.CI);

/** CI builds exactly what the committed lock file says; elsewhere a changed manifest may update it. */
export const locked = () => (inCI ? ['--locked'] : []);

/** @param {string} path relative to the checkout */
export const readText = (path) => readFileSync(inRoot(path), 'utf8');

/**
 * @typedef {{ name: string, dir: string, bin: Record<string, string>, scripts: Record<string, string> }} NpmPackage
 * @returns {NpmPackage[]} the packages under npm/
 */
export function npmPackages() {
  /** @type {string[]} */
  const dirs = JSON.parse(readText('package.json')).workspaces;
  return dirs
    .filter((dir) => existsSync(inRoot(dir, 'package.json')))
    .map((dir) => {
      const { name, bin = {}, scripts = {} } = JSON.parse(readText(`${dir}/package.json`));
      return { name, dir, bin, scripts };
    });
}

/**
 * A value from a Cargo.toml. Our files are simple, so a line pattern replaces a TOML parser.
 * @param {string} path relative to the checkout
 * @param {RegExp} pattern with one group
 */
export function fromManifest(path, pattern) {
  const found = pattern.exec(readText(path))?.[1];
  if (found === undefined) throw new Error(`${path} has no line like ${pattern}`);
  return found;
}

const PATH_KEY = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';

/**
 * The folders in which programs are looked up: ours first, so that the pinned versions win, and rustup's last, because the
 * PATH of a client that starts us may be shorter than that of the user's shell.
 */
export function searchPath() {
  return [
    join(targetDir, 'tools'),
    inRoot('node_modules', '.bin'),
    ...(process.env[PATH_KEY] ?? '').split(delimiter),
    join(process.env.CARGO_HOME ?? join(homedir(), '.cargo'), 'bin'),
  ];
}

/**
 * What npx and npm pass on about the call (not settings of the user). A nested npm would use it as its own.
 */
const ABOUT_THE_CALLER = /^(INIT_CWD|npm_(command|lifecycle_.*|package_.*|config_local_prefix))$/;

/**
 * The environment of every program that the scripts start.
 * @param {Record<string, string>} [extra]
 * @returns {NodeJS.ProcessEnv}
 */
export function environment(extra = {}) {
  const own = Object.entries(process.env).filter(([key]) => !ABOUT_THE_CALLER.test(key));
  return { ...Object.fromEntries(own), [PATH_KEY]: searchPath().join(delimiter), ...extra };
}

/**
 * @param {string} program
 * @returns {string | undefined} the file of the program on the search path
 */
export function which(program) {
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', '.bat'] : [''];
  for (const folder of searchPath()) {
    for (const ending of endings) {
      const file = join(folder, program + ending);
      if (folder !== '' && existsSync(file)) return file;
    }
  }
  return undefined;
}
