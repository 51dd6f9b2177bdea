/** A real terminal, made by `script` of Linux and macOS. */
import { finished, start } from './commands.ts';

export interface OnTerminal {
  columns?: number;
  rows?: number;
  env?: NodeJS.ProcessEnv;
  cwd: string;
  /** Input that is typed from the start. */
  input?: string;
}

/** Runs a shell command on a terminal, and returns what the terminal received, with plain line endings. */
export async function onTerminal(
  commandLine: string,
  options: OnTerminal,
): Promise<{ code: number | null; screen: string }> {
  const child = startOnTerminal(commandLine, options);
  if (options.input !== undefined) child.stdin.write(options.input);
  const { code, stdout } = await finished(child);
  return { code, screen: stdout.replaceAll('\r\n', '\n') };
}

export function startOnTerminal(
  commandLine: string,
  { columns = 80, rows = 24, env = {}, cwd }: OnTerminal,
) {
  const sized = `stty cols ${columns} rows ${rows} -echo; ${commandLine}`;
  const args =
    process.platform === 'linux'
      ? ['-q', '-e', '-c', sized, '/dev/null']
      : ['-q', '/dev/null', 'sh', '-c', sized];
  return start('script', args, { cwd, env: { ...PLAIN, ...env } });
}

/** Keeps the environment of the tests from changing the output. */
const PLAIN: NodeJS.ProcessEnv = {
  TERM: 'xterm-256color',
  NO_COLOR: undefined,
  FORCE_COLOR: undefined,
  PAGER: undefined,
  LESS: undefined,
  COLUMNS: undefined,
};
