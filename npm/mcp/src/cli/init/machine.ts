/** What `ltp init` knows about this machine. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { gitLine } from 'long-term-plan-core/node';
import type { UserPlaces } from './clients.ts';
import type { Machine } from './detect.ts';

export function userPlaces(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): UserPlaces {
  const home = env.HOME ?? env.USERPROFILE ?? homedir();
  switch (platform) {
    case 'win32':
      return { home, settings: env.APPDATA ?? join(home, 'AppData', 'Roaming') };
    case 'darwin':
      return { home, settings: join(home, 'Library', 'Application Support') };
    default:
      return { home, settings: env.XDG_CONFIG_HOME ?? join(home, '.config') };
  }
}

export function thisMachine(
  root: string,
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
): Machine {
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  const endings = platform === 'win32' ? ['.exe', '.cmd', '.bat'] : [''];
  return {
    root,
    places: userPlaces(env, platform),
    exists: existsSync,
    hasProgram: (name) =>
      folders.some((folder) => endings.some((ending) => existsSync(join(folder, name + ending)))),
    readOrList,
  };
}

function readOrList(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  return stats.isDirectory() ? readdirSync(path).join('\n') : readText(path);
}

/** The text of a file; `undefined` if it does not exist. */
export function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}

export const isTracked = (root: string, file: string): boolean =>
  gitLine(root, ['ls-files', '--', file]) !== undefined;

/** The path of `info/exclude`; `undefined` outside of a repository. */
export const excludeFile = (root: string): string | undefined =>
  gitLine(root, ['rev-parse', '--path-format=absolute', '--git-path', 'info/exclude']);
