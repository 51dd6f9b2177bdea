import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { faultOf, isAbsence, Refusal } from '../../host/fault.ts';
import { Places } from '../../host/places.ts';
import type { Place } from '../../settings.ts';
import { Failure } from '../exit-code.ts';
import type { Step } from './step.ts';

const NAME = '.gitignore';
/** What changed when, and the lock: both belong to one machine. */
const IGNORED = '.history/';
const TEXT = `# The history and the lock of long-term-plan belong to this machine only.\n${IGNORED}\n`;

export function makeGitignore({ root, plansDir }: Place, isPreview: boolean): Step {
  const path = `${plansDir}/${NAME}`;
  try {
    const found = isPreview ? textOf(join(root, path)) : made(madeFile(root, plansDir));
    if (found === undefined)
      return { path, isMade: true, ...(isPreview && { diff: diffOf(path) }) };
    const isNamed = found.split(/\r?\n/).some((line) => /^\/?\.history\/?\s*$/.test(line));
    return { path, isMade: false, ...(!isNamed && { advice: `Add the line ${IGNORED} to it.` }) };
  } catch (error) {
    const reason = error instanceof Refusal ? error.fault : faultOf(error).replace(/^io:/, '');
    throw new Failure(`${path} cannot be made: ${reason}`);
  }
}

function madeFile(root: string, plansDir: string): string {
  return join(new Places(root, plansDir).madePlans(), NAME);
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

function diffOf(path: string): string {
  const lines = TEXT.trimEnd().split('\n');
  const added = lines.map((line) => `+${line}\n`).join('');
  return `--- /dev/null\n+++ b/${path}\n@@ -0,0 +1,${lines.length} @@\n${added}`;
}

/** Makes it, unless it is there; then what is in it. */
function made(file: string): string | undefined {
  try {
    writeFileSync(file, TEXT, { flag: 'wx' });
    return undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return readFileSync(file, 'utf8');
  }
}
