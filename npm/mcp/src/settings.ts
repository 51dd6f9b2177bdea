/** Where the plans are and which tools work on them: from the command line, then the environment. */
import { realpathSync, statSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { type CommandLine, type Flag, lastValue, UsageError } from './flags.ts';
import { nearest } from './nearest.ts';

export interface Settings {
  /** The real path of the directory outside of which nothing is touched. */
  root: string;
  /** Relative to the root, with `/` between its parts. */
  plansDir: string;
  toolsets: string[];
}

export const PLACE_FLAGS: Flag[] = [
  {
    name: 'root',
    value: 'DIR',
    help: 'the project (default: $LONG_TERM_PLAN_ROOT, $CLAUDE_PROJECT_DIR, the working directory)',
  },
  { name: 'plans', value: 'DIR', help: 'the plans, inside the root (default: .long-term-plan)' },
];

export const HELP_FLAG: Flag = { name: 'help', help: 'show this help' };
export const VERSION_FLAG: Flag = { name: 'version', help: 'show the version' };

const ROOT_VARIABLES = ['LONG_TERM_PLAN_ROOT', 'CLAUDE_PROJECT_DIR'];
const DEFAULT_PLANS = '.long-term-plan';
const DEFAULT_TOOLSETS = ['plan'];

export function readPlace(
  line: CommandLine,
  env: NodeJS.ProcessEnv,
  cwd: string,
): Pick<Settings, 'root' | 'plansDir'> {
  const root = realRoot(line, env, cwd);
  const plans = lastValue(line, 'plans') ?? DEFAULT_PLANS;
  const plansDir = relative(root, resolve(root, plans));
  if (plansDir === '' || isAbsolute(plansDir) || plansDir.split(sep)[0] === '..') {
    throw new UsageError(`--plans must be a directory inside the root: ${plans}`);
  }
  return { root, plansDir: plansDir.split(sep).join('/') };
}

/** The toolsets named by `--toolsets a,b`, each of them one of `known`. */
export function readToolsets(line: CommandLine, known: readonly string[]): string[] {
  const given = lastValue(line, 'toolsets');
  if (given === undefined) return DEFAULT_TOOLSETS;
  const names = given.split(',').map((name) => name.trim());
  for (const name of names) {
    if (known.includes(name)) continue;
    const meant = nearest(name, known);
    const hint = meant ? `did you mean ${meant}?` : `there are ${known.join(', ')}`;
    throw new UsageError(`Unknown toolset "${name}" in --toolsets; ${hint}`);
  }
  return [...new Set(names)];
}

function realRoot(line: CommandLine, env: NodeJS.ProcessEnv, cwd: string): string {
  const variable = ROOT_VARIABLES.find((name) => env[name]);
  const flag = lastValue(line, 'root');
  const given = flag ?? (variable && env[variable]) ?? cwd;
  const source = flag === undefined && variable ? variable : '--root';
  if (given === '' || !isDirectory(resolve(cwd, given))) {
    throw new UsageError(`${source} is not a directory: ${given}`);
  }
  return realpathSync.native(resolve(cwd, given));
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
