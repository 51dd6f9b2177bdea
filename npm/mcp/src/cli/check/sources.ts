/** The files that are to be checked. */
import { readdirSync, type Stats, statSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { faultMessage, type NodeHost, nodeHost, readRegularFile } from 'long-term-plan-core/node';
import { ExitCode, Failure } from '../exit-code.ts';
import type { Invocation } from '../invocation.ts';
import { listedPlans } from '../plans.ts';
import { standardInput } from '../tools/source.ts';

export type Source = { file: string } & ({ bytes: Uint8Array } | { unreadable: string });

export async function checkedSources(invocation: Invocation, stdinName: string): Promise<Source[]> {
  const { words, place } = invocation;
  if (words.length === 0) return allPlans(invocation);
  const host = nodeHost(place.root, place.plansDir);
  return words.flatMap((word) => {
    if (word === '-') return [{ file: stdinName, bytes: standardInput() }];
    return planSource(word, host, join(place.root, place.plansDir)) ?? filesAt(word);
  });
}

async function allPlans(invocation: Invocation): Promise<Source[]> {
  const { root, plansDir } = invocation.place;
  const host = nodeHost(root, plansDir);
  const plans = await listedPlans(invocation, invocation.session('plan'));
  return plans.map(({ path }) => source(join(root, path), host.look(basename(path))));
}

/** The file of a plan, if the word is the id of one. */
function planSource(word: string, host: NodeHost, plans: string): Source | undefined {
  if (/[\\/]|\.md$/i.test(word)) return undefined;
  const found = host.look(`${word}.md`);
  const isElsewhere = found.kind === 'fault' && statsOf(word) !== undefined;
  if (found.kind === 'absent' || isElsewhere) return undefined;
  return source(join(plans, `${word}.md`), found);
}

/** A file, or the Markdown files of a directory. */
function filesAt(word: string): Source[] {
  const stats = statsOf(word);
  if (stats === undefined) {
    throw new Failure(`There is neither a plan nor a file "${word}"`, ExitCode.notFound);
  }
  if (!stats.isDirectory()) return [source(word, readRegularFile(word))];
  const names = readdirSync(word).filter((name) => name.endsWith('.md'));
  return names.sort().map((name) => source(join(word, name), readRegularFile(join(word, name))));
}

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

function source(path: string, found: ReturnType<NodeHost['look']>): Source {
  const file = relative(process.cwd(), path).split(sep).join('/');
  // The host reads the next file into the same buffer.
  if (found.kind === 'bytes') return { file, bytes: new Uint8Array(found.bytes) };
  const reason = found.kind === 'fault' ? faultMessage(found.fault) : 'no such file or directory';
  return { file, unreadable: `The file cannot be read: ${reason}` };
}
