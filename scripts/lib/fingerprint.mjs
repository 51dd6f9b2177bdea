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
 * What has to be built again? A part remembers a hash over its inputs, written only when it was built whole. Contents
 * are hashed, not times, because git sets times as it likes.
 */

/** Folders whose contents never are an input. */
const NEVER_INPUT = new Set(['node_modules', 'dist', 'test', 'target']);

/**
 * @param {string[]} inputs files and folders, relative to the checkout; one that does not exist counts as empty
 * @returns {string}
 */
export function fingerprint(inputs) {
  const hash = createHash('sha256');
  for (const input of inputs) {
    for (const file of filesUnder(input)) {
      hash
        .update(`${file}\0`)
        .update(readFileSync(inRoot(file)))
        .update('\0');
    }
  }
  return hash.digest('hex');
}

/**
 * @param {string} path relative to the checkout
 * @returns {string[]} the file itself, or the files under the folder in a fixed order
 */
export function filesUnder(path) {
  const found = statSync(inRoot(path), { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (found.isFile()) return [path];
  return readdirSync(inRoot(path), { withFileTypes: true })
    .filter((entry) => !NEVER_INPUT.has(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => filesUnder(`${path}/${entry.name}`));
}

/** @param {string} part */
const stampOf = (part) => join(toolsDir, 'stamps', part);

/**
 * @param {{ name: string, inputs: string[], outputs: string[] }} part
 * @returns {boolean} whether its outputs are there and made from its inputs as they are now
 */
export function isFresh({ name, inputs, outputs }) {
  return (
    existsSync(stampOf(name)) &&
    outputs.every((output) => existsSync(inRoot(output))) &&
    readFileSync(stampOf(name), 'utf8') === fingerprint(inputs)
  );
}

/**
 * Builds a part unless it is fresh.
 * @param {{ name: string, inputs: string[], outputs: string[] }} part
 * @param {() => Promise<void>} build
 */
export async function unlessFresh(part, build) {
  if (isFresh(part)) return;
  const stamp = stampOf(part.name);
  rmSync(stamp, { force: true });
  // Hashed before the work: a file that is edited meanwhile makes the part stale, as it should.
  const made = fingerprint(part.inputs);
  await build();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, made);
}
