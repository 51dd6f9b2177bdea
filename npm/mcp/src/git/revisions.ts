/** Two sides of a comparison, named as git names them, and the plans that each has. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gitLine, gitVersion, runGit } from 'long-term-plan-core/node';
import { Failure } from '../cli/exit-code.ts';
import { noRepository } from './git.ts';

/** A commit, the index, or the working tree. */
export type Side = { commit: string } | 'index' | 'working tree';

export interface Comparison {
  from: Side;
  to: Side;
}

const RANGE = /^(.*?)(\.\.\.?)(.*)$/s;

/** Whether a word names commits: a revision, `A..B` or `A...B`. An empty end of a range is HEAD. */
export function isRevision(directory: string, word: string): boolean {
  const [, from, , to] = RANGE.exec(word) ?? [];
  if (from === undefined || to === undefined) return commitOf(directory, word) !== undefined;
  return word.length > 3 && [from, to].every((end) => commitOf(directory, end || 'HEAD'));
}

/** As `git diff` understands revisions; `isCached` compares with the index. */
export function comparisonOf(
  directory: string,
  revisions: readonly string[],
  isCached: boolean,
): Comparison {
  const commit = (revision: string): Side => {
    const found = commitOf(directory, revision || 'HEAD');
    if (found === undefined) throw new Failure(`"${revision}" is not a revision of git`);
    return { commit: found };
  };
  if (gitLine(directory, ['rev-parse', '--git-dir']) === undefined) {
    throw noRepository(
      directory,
      `${directory} is not in a repository of git; name two files to compare`,
    );
  }
  const [first, second] = revisions;
  if (isCached) return { from: commit(first ?? 'HEAD'), to: 'index' };
  if (first === undefined) return { from: 'index', to: 'working tree' };
  if (second !== undefined) return { from: commit(first), to: commit(second) };
  const [, from, dots, to] = RANGE.exec(first) ?? [];
  if (from === undefined || to === undefined) return { from: commit(first), to: 'working tree' };
  if (dots === '..') return { from: commit(from), to: commit(to) };
  const base = gitLine(directory, ['merge-base', from || 'HEAD', to || 'HEAD']);
  if (base === undefined) throw new Failure(`"${first}": there is no common commit`);
  return { from: { commit: base }, to: commit(to) };
}

/** How messages call a side. */
export function sideName(side: Side): string {
  return typeof side === 'string' ? side : side.commit.slice(0, 7);
}

/** The names of the Markdown files that a side has in a directory. */
export function markdownNames(directory: string, side: Side): string[] {
  if (side === 'working tree') return readNames(directory).filter(isMarkdown);
  const list =
    side === 'index'
      ? ['ls-files', '-z', '--', '.']
      : ['ls-tree', '-z', '--name-only', side.commit];
  const output = runGit(directory, list);
  if (output?.code !== 0) return [];
  return output.stdout.toString().split('\0').filter(isMarkdown);
}

/** The bytes of a file in a directory, as a checkout would write them; nothing if the side does not have it. */
export function bytesOf(directory: string, side: Side, name: string): Uint8Array {
  if (side === 'working tree') {
    const has = readNames(directory).includes(name);
    return has ? readFileSync(join(directory, name)) : new Uint8Array();
  }
  const revision = side === 'index' ? ':0' : side.commit;
  return gitVersion(directory, revision, name) ?? new Uint8Array();
}

/** When a commit was made, in milliseconds since 1970. */
export function commitTime(directory: string, commit: string): number | undefined {
  const seconds = gitLine(directory, ['show', '-s', '--format=%ct', commit]);
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}

function commitOf(directory: string, revision: string): string | undefined {
  if (revision.startsWith('-')) return undefined;
  return gitLine(directory, ['rev-parse', '--verify', '--quiet', `${revision}^{commit}`]);
}

const isMarkdown = (name: string) => name.endsWith('.md') && !name.includes('/');

function readNames(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
