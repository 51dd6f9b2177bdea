/** The files that an import is made of: one, those of a folder, or standard input. */
import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join, posix, resolve, sep } from 'node:path';
import { ExitCode, Failure } from '../cli/exit-code.ts';
import { fileBytes, standardInput } from '../cli/tools/source.ts';
import type { Source } from './converter.ts';

/** What any of the formats is written in. */
const EXTENSIONS = /\.(md|markdown|txt|json|jsonl|ya?ml)$/i;
/** Folders with many files that nobody wrote. */
const PASSED_OVER = new Set(['node_modules', '.git', 'target', 'dist', '.history']);
const MOST_FILES = 20_000;
const LARGEST_FILE = 32 * 1024 * 1024;

export interface Sources {
  /** What a plan of them is called, if they do not say it themselves. */
  name: string;
  files: Source[];
}

export function readSources(path: string): Sources {
  if (path === '-') return { name: 'imported', files: [{ path: 'stdin', bytes: standardInput() }] };
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new Failure(`${path} does not exist`, ExitCode.notFound);
  const name = resolve(path).split(sep).at(-1) ?? '';
  const paths = found.isDirectory() ? filesUnder(path) : [path];
  return { name, files: paths.map((file) => ({ path: shown(file), bytes: bytesOf(file) })) };
}

function bytesOf(file: string): Uint8Array {
  if (statSync(file).size > LARGEST_FILE) throw new Failure(`${file} is larger than 32 MB`);
  return fileBytes(file);
}

/** In a fixed order. Links are not followed: they may lead anywhere, and in circles. */
function filesUnder(folder: string): string[] {
  const files: string[] = [];
  const open = [folder];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const entry of entriesOf(next)) {
      const path = join(next, entry.name);
      if (entry.isDirectory() && !PASSED_OVER.has(entry.name)) open.push(path);
      else if (entry.isFile() && EXTENSIONS.test(entry.name)) files.push(path);
    }
    if (files.length > MOST_FILES) {
      throw new Failure(`${folder} holds more than ${MOST_FILES} files; name a smaller folder`);
    }
  }
  return files.sort();
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    throw new Failure(`${folder} cannot be read: ${(error as NodeJS.ErrnoException).code}`);
  }
}

function shown(path: string): string {
  return path.split(sep).join(posix.sep);
}
