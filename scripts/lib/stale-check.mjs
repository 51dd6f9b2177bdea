import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { inRoot, toolsDir } from './project.mjs';

/*
 * Which parts have to be built again? A hash of a part's inputs is stored when its build has succeeded. Contents are hashed
 * instead of comparing times, because git changes times.
 */

/**
 * @typedef {object} Part
 * @property {string} name
 * @property {string[]} inputs files and folders, relative to the checkout; one that does not exist counts as empty
 * @property {string[]} outputs likewise
 */

/** Folders whose contents are never an input. */
const NEVER_INPUT = new Set(['node_modules', 'dist', 'test', 'target']);

/** @param {string[]} inputs */
export function inputHash(inputs) {
  const hash = createHash('sha256');
  for (const file of inputs.flatMap(filesUnder)) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(inRoot(file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/**
 * @param {string} path relative to the checkout
 * @returns {string[]} the file itself, or the files under the folder in a fixed order
 */
function filesUnder(path) {
  const found = statSync(inRoot(path), { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (found.isFile()) return [path];
  return readdirSync(inRoot(path), { withFileTypes: true })
    .filter((entry) => !NEVER_INPUT.has(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => filesUnder(`${path}/${entry.name}`));
}

/** @param {string} name */
const stampOf = (name) => join(toolsDir, 'stamps', name);

/** @param {Part} part */
export function isFresh({ name, inputs, outputs }) {
  return (
    existsSync(stampOf(name)) &&
    outputs.every((output) => existsSync(inRoot(output))) &&
    readFileSync(stampOf(name), 'utf8') === inputHash(inputs)
  );
}

/**
 * @param {Part} part
 * @param {() => Promise<void>} build
 */
export async function buildIfStale(part, build) {
  if (isFresh(part)) return;
  const stamp = stampOf(part.name);
  rmSync(stamp, { force: true });
  // Hashed before the build, so that a file edited during the build makes the part stale.
  const hash = inputHash(part.inputs);
  await build();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
}
