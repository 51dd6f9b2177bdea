/** The command by which git starts `ltp`: its name if it is in PATH, else its path. */
import { accessSync, constants, realpathSync } from 'node:fs';
import { delimiter, join, sep } from 'node:path';

export interface DriverCommand {
  /** For git's shell. */
  command: string;
  /** A warning for the user. */
  advice?: string;
}

export function driverCommand(
  env: NodeJS.ProcessEnv,
  bin: string = realpathSync(process.argv[1] ?? ''),
): DriverCommand {
  if (isOnPath('ltp', env)) return { command: 'ltp' };
  const command = [process.execPath, bin].map(quoted).join(' ');
  if (!bin.split(sep).includes('_npx')) return { command };
  const advice = `ltp was run by npx from its cache, which can be cleared: install long-term-plan-mcp and run this again to be safe.`;
  return { command, advice };
}

/** Directories that npm adds for one command do not count: git would not find them later. */
function isOnPath(name: string, env: NodeJS.ProcessEnv): boolean {
  const names = process.platform === 'win32' ? [`${name}.cmd`, `${name}.exe`, name] : [name];
  const directories = (env.PATH ?? '').split(delimiter).filter((directory) => {
    const parts = directory.split(/[\\/]/);
    return directory !== '' && !(parts.includes('node_modules') || parts.includes('_npx'));
  });
  return directories.some((directory) => names.some((one) => isRunnable(join(directory, one))));
}

function isRunnable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** One word for the shell, which would take the separators of Windows for escapes. */
function quoted(word: string): string {
  const plain = process.platform === 'win32' ? word.replaceAll('\\', '/') : word;
  return /^[\w@%+=:,./-]+$/.test(plain) ? plain : `'${plain.replaceAll("'", "'\\''")}'`;
}
