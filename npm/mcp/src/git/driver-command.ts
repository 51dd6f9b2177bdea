/** How git starts `ltp`: by its name where the shell finds it, else by its place. */
import { accessSync, constants, realpathSync } from 'node:fs';
import { delimiter, join, sep } from 'node:path';

export interface DriverCommand {
  /** For the shell that git runs it with. */
  command: string;
  /** What to know about it. */
  advice?: string;
}

export function driverCommand(
  bin: string = realpathSync(process.argv[1] ?? ''),
  env: NodeJS.ProcessEnv = process.env,
): DriverCommand {
  if (isOnPath('ltp', env)) return { command: 'ltp' };
  const command = [process.execPath, bin].map(quoted).join(' ');
  if (!bin.split(sep).includes('_npx')) return { command };
  const advice = `ltp was run by npx from its cache, which can be cleared: install long-term-plan-mcp and run this again to be safe.`;
  return { command, advice };
}

/** Directories that npm puts there for one command only do not count: git would not find them later. */
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

/** One word for the shell. Windows' separators would be taken for escapes. */
function quoted(word: string): string {
  const plain = process.platform === 'win32' ? word.replaceAll('\\', '/') : word;
  return /^[\w@%+=:,./-]+$/.test(plain) ? plain : `'${plain.replaceAll("'", "'\\''")}'`;
}
