/** The files that are to be checked. */
import { readdirSync, type Stats, statSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { faultOf } from '../../host/fault.ts';
import { Places } from '../../host/places.ts';
import { readWhole } from '../../host/read.ts';
import { ExitCode, Failure } from '../exit-code.ts';
import type { Invocation } from '../invocation.ts';
import { listedPlans } from '../plans.ts';
import { standardInput } from '../tools/source.ts';

export type Source = { file: string } & ({ bytes: Uint8Array } | { unreadable: string });

export async function checkedSources(invocation: Invocation, stdinName: string): Promise<Source[]> {
  if (invocation.words.length === 0) return allPlans(invocation);
  return invocation.words.flatMap((word) => {
    if (word === '-') return [{ file: stdinName, bytes: standardInput() }];
    const plan = planFile(invocation, word);
    return plan === undefined ? filesAt(word) : [source(plan.name, plan.path)];
  });
}

async function allPlans(invocation: Invocation): Promise<Source[]> {
  const { root, plansDir } = invocation.place;
  const places = new Places(root, plansDir);
  const plans = await listedPlans(invocation, invocation.session('plan'));
  return plans.map(({ path }) => source(join(root, path), () => places.existing(basename(path))));
}

interface PlanFile {
  name: string;
  path: () => string;
}

/** The file of a plan, if the word is the id of one. */
function planFile(invocation: Invocation, word: string): PlanFile | undefined {
  if (/[\\/]|\.md$/i.test(word)) return undefined;
  const { root, plansDir } = invocation.place;
  const places = new Places(root, plansDir);
  const path = () => places.existing(`${word}.md`);
  try {
    path();
  } catch {
    return undefined;
  }
  return { name: join(root, plansDir, `${word}.md`), path };
}

/** A file, or the Markdown files of a directory. */
function filesAt(word: string): Source[] {
  const stats = statsOf(word);
  if (stats === undefined) {
    throw new Failure(`There is neither a plan nor a file "${word}"`, ExitCode.notFound);
  }
  if (!stats.isDirectory()) return [source(word, () => word)];
  const names = readdirSync(word).filter((name) => name.endsWith('.md'));
  return names.sort().map((name) => source(join(word, name), () => join(word, name)));
}

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

function source(path: string, target: () => string): Source {
  const file = relative(process.cwd(), path).split(sep).join('/');
  try {
    return { file, bytes: readWhole(target()).bytes };
  } catch (error) {
    return { file, unreadable: `The file cannot be read: ${faultWords(faultOf(error))}` };
  }
}

function faultWords(fault: string): string {
  const known: Record<string, string> = {
    denied: 'permission denied',
    notAFile: 'it is not a regular file',
    tooLarge: 'it is larger than 32 MB',
    outsideRoot: 'it is a link that leads out of the plans directory',
  };
  return known[fault] ?? fault.replace(/^io:/, '');
}
