/** The files of an import: one, those of a folder, or standard input. */
import { type Dirent, readdirSync, statSync } from 'node:fs';
import { basename, join, posix, sep } from 'node:path';
import type { Source } from 'long-term-plan-core/node';
import type { CommandContext } from './command.ts';
import { ExitCode, Failure, failureReason } from './exit-code.ts';

/** The extensions of all formats. */
const EXTENSIONS = /\.(md|markdown|txt|json|jsonl|ya?ml)$/i;
/** Folders with many generated files. */
const SKIPPED_FOLDERS = new Set(['node_modules', '.git', 'target', 'dist', '.history']);
const MAX_FILES = 20_000;
const MAX_FILE_BYTES = 32 * 1024 * 1024;

export interface Import {
  /** What the plan is called if the files do not name it. */
  name: string;
  files: Source[];
}

export function readImport(context: CommandContext, path: string): Import {
  if (path === '-') {
    return { name: 'imported', files: [{ path: 'stdin', bytes: context.readInput() }] };
  }
  const found = statSync(context.path(path), { throwIfNoEntry: false });
  if (found === undefined) throw new Failure(`${path} does not exist`, ExitCode.notFound);
  const paths = found.isDirectory() ? filesUnder(context, path) : [path];
  const files = paths.map((file) => ({
    path: file.split(sep).join(posix.sep),
    bytes: readFile(context, file),
  }));
  return { name: basename(context.path(path)), files };
}

function readFile(context: CommandContext, file: string): Uint8Array {
  if (statSync(context.path(file)).size > MAX_FILE_BYTES) {
    throw new Failure(`${file} is larger than 32 MB`);
  }
  return context.readFile(file);
}

/** In a fixed order. Links are not followed: they can lead anywhere, and form cycles. */
function filesUnder(context: CommandContext, folder: string): string[] {
  const files: string[] = [];
  const pending = [folder];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const entry of entriesOf(context, next)) {
      const path = join(next, entry.name);
      if (entry.isDirectory() && !SKIPPED_FOLDERS.has(entry.name)) pending.push(path);
      else if (entry.isFile() && EXTENSIONS.test(entry.name)) files.push(path);
    }
    if (files.length > MAX_FILES) {
      throw new Failure(`${folder} contains more than ${MAX_FILES} files; name a smaller folder`);
    }
  }
  return files.sort();
}

function entriesOf(context: CommandContext, folder: string): Dirent[] {
  try {
    return readdirSync(context.path(folder), { withFileTypes: true });
  } catch (error) {
    throw new Failure(`${folder} cannot be read: ${failureReason(error)}`);
  }
}
