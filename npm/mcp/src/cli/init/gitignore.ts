import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { faultOf, Refusal } from '../../host/fault.ts';
import { Places } from '../../host/places.ts';
import type { Place } from '../../settings.ts';
import { Failure } from '../exit-code.ts';
import type { Step } from './step.ts';

const NAME = '.gitignore';
/** What changed when, and the lock: both belong to one machine. */
const IGNORED = '.history/';
const TEXT = `# The history and the lock of long-term-plan belong to this machine only.\n${IGNORED}\n`;

export function makeGitignore({ root, plansDir }: Place): Step {
  const path = `${plansDir}/${NAME}`;
  try {
    const file = join(new Places(root, plansDir).madePlans(), NAME);
    const found = made(file);
    if (found === undefined) return { path, isMade: true };
    const isNamed = found.split(/\r?\n/).some((line) => /^\/?\.history\/?\s*$/.test(line));
    return { path, isMade: false, ...(!isNamed && { advice: `Add the line ${IGNORED} to it.` }) };
  } catch (error) {
    const reason = error instanceof Refusal ? error.fault : faultOf(error).replace(/^io:/, '');
    throw new Failure(`${path} cannot be made: ${reason}`);
  }
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
