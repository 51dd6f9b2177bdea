/** The files to check. */
import { readdirSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import {
  faultMessage,
  type NodeHost,
  nodeHost,
  readRegularFile,
  realPath,
} from 'long-term-plan-core/node';
import type { CommandContext } from '../command.ts';
import { ExitCode, Failure } from '../exit-code.ts';
import { listFiles } from '../plans.ts';

export type CheckedFile = { file: string } & (
  | { bytes: Uint8Array /** Why tools do not read it as a plan. */; ignored?: string }
  | { unreadable: string }
);

export async function readFiles(
  context: CommandContext,
  stdinName: string,
): Promise<CheckedFile[]> {
  const { words, project } = context;
  if (words.length === 0) return allPlans(context);
  const host = nodeHost(project.root, project.plansDir);
  return words.flatMap((word) => {
    if (word === '-') return [{ file: stdinName, bytes: context.readInput() }];
    return planFile(context, host, word) ?? filesAt(context, word);
  });
}

async function allPlans(context: CommandContext): Promise<CheckedFile[]> {
  const { root, plansDir } = context.project;
  const host = nodeHost(root, plansDir);
  const { plans, unreadable } = await listFiles(context, context.session('plan'));
  const checked = (path: string) => {
    const found = host.read(relative(plansDir, path), { hash: false });
    return checkedFile(context, join(root, path), found);
  };
  const ignored = unreadable.map(({ path, error }): CheckedFile => {
    const file = checked(path);
    return 'bytes' in file ? { ...file, ignored: error } : { ...file, unreadable: error };
  });
  const files = [...plans.map(({ path }) => checked(path)), ...ignored];
  return files.sort((one, other) => (one.file < other.file ? -1 : 1));
}

/** The file of a plan, if the word is the id of one. */
function planFile(context: CommandContext, host: NodeHost, word: string): CheckedFile | undefined {
  if (/[\\/]|\.md$/i.test(word)) return undefined;
  const found = host.read(`${word}.md`, { hash: false });
  const isElsewhere = found.kind === 'fault' && statsOf(context.path(word)) !== undefined;
  if (found.kind === 'absent' || isElsewhere) return undefined;
  return checkedFile(context, join(context.plansPath, `${word}.md`), found);
}

/** A file, or the Markdown files of a directory. */
function filesAt(context: CommandContext, word: string): CheckedFile[] {
  const path = context.path(word);
  const stats = statsOf(path);
  if (stats === undefined) {
    throw new Failure(`There is neither a plan nor a file "${word}"`, ExitCode.notFound);
  }
  const files = stats.isDirectory()
    ? readdirSync(path)
        .filter((name) => name.endsWith('.md'))
        .sort()
        .map((name) => join(path, name))
    : [path];
  return files.map((file) => checkedFile(context, file, readRegularFile(file)));
}

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

function checkedFile(
  { io }: CommandContext,
  path: string,
  found: ReturnType<NodeHost['read']>,
): CheckedFile {
  const file = relative(realPath(io.cwd) ?? io.cwd, inRealDirectory(path))
    .split(sep)
    .join('/');
  // The host reads the next file into the same buffer.
  if (found.kind === 'file') return { file, bytes: new Uint8Array(found.bytes) };
  const reason = found.kind === 'fault' ? faultMessage(found.fault) : 'no such file or directory';
  return { file, unreadable: `The file cannot be read: ${reason}` };
}

/** Two paths can be compared only if both are real. The file itself may be a link. */
function inRealDirectory(path: string): string {
  const directory = realPath(dirname(path));
  return directory === undefined ? path : join(directory, basename(path));
}
