#!/usr/bin/env node
/**
 * `node scripts/prose-lint.mjs [path …]`: looks for words that the glossary and the style replace by others, in code, help and
 * documentation. Rare right uses are listed in scripts/prose-allow.json, by file.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { inRoot, readText, root } from './lib/project.mjs';

/** What to avoid, as words separated by spaces, and what to write instead. */
const WORDS = {
  'is told|are told|was told|were told|told|tells': 'is reported, receives, says',
  'whoever|somebody|nobody|anybody': 'the client, another process, the user, someone, no one',
  beside: 'next to, together with, in addition to',
  'mend|mends|mended': 'fix, repair',
  'circle|circles': 'cycle',
  'as it was': 'unchanged',
  anew: 'again',
  'for ever': 'forever',
  'waits for|waited for': 'is blocked by, depends on',
  'is there|are there': 'exists',
  'of its own|of their own': 'its own, separate',
  'take back|takes back|taken back|took back': 'undo, undone',
};

/** Not prose of this project: other authors' texts, test data, and what is generated. */
const SKIPPED =
  /^(LICENSE|tests\/fixtures\/|core\/tests\/snapshots\/|core\/fuzz\/plan\.dict|docs\/bench\/|scripts\/prose-)|(^|\/)(Cargo|package-)lock|\.(png|svg|wasm|json)$/;

const ALLOWED_FILE = 'scripts/prose-allow.json';
/** @type {Record<string, string[]>} phrases by file */
const allowed = JSON.parse(readText(ALLOWED_FILE));
const unused = new Set(
  Object.entries(allowed).flatMap(([file, phrases]) => phrases.map((one) => `${file}: ${one}`)),
);

/** Words may be separated by the end of a line and the beginning of the next comment line. */
const patterns = Object.entries(WORDS).map(([words, instead]) => ({
  pattern: new RegExp(`\\b(${words.replaceAll(' ', '[\\s*/#>!]+')})\\b`, 'gi'),
  instead,
}));

// With new files, and without deleted ones, which git lists until the deletion is staged.
const listed = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...process.argv.slice(2)],
  { cwd: root, encoding: 'utf8' },
);
const files = listed
  .split('\n')
  .filter((file) => file !== '' && !SKIPPED.test(file) && existsSync(inRoot(file)));
let count = 0;
for (const file of files) {
  const text = readFileSync(inRoot(file), 'utf8');
  for (const { pattern, instead } of patterns) {
    for (const { 0: found, index } of text.matchAll(pattern)) {
      if (isAllowed(file, text, index)) continue;
      const line = text.slice(0, index).split('\n').length;
      console.log(`${file}:${line}: "${found.replace(/[\s*/#>!]+/g, ' ')}"; write: ${instead}`);
      count += 1;
    }
  }
}
if (process.argv.length === 2) {
  for (const entry of unused) console.log(`${ALLOWED_FILE} allows what does not occur: ${entry}`);
  count += unused.size;
}
if (count > 0) {
  console.log(`${count} to fix; list right uses in ${ALLOWED_FILE}`);
  process.exitCode = 1;
}

/**
 * Whether the position is inside an allowed phrase of the file.
 * @param {string} file
 * @param {string} text
 * @param {number} index
 */
function isAllowed(file, text, index) {
  const phrase = allowed[file]?.find((one) => {
    const near = text.lastIndexOf(one, index);
    return near >= 0 && index < near + one.length;
  });
  if (phrase !== undefined) unused.delete(`${file}: ${phrase}`);
  return phrase !== undefined;
}
