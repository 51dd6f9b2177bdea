/** The command that starts our server, as a client's configuration names it. */

export interface ServerCommand {
  command: string;
  args: string[];
}

/** Where the running program comes from. */
export type Origin =
  /** Installed in the project: `bin` is the path of the server's program, relative to the root. */
  | { kind: 'project'; bin: string }
  /** The published package, at its release. */
  | { kind: 'published' }
  /** A build on this machine: `bin` is the absolute path of the server's program. */
  | { kind: 'build'; bin: string };

export const PACKAGE = 'long-term-plan-mcp';

export interface CommandOptions {
  platform: NodeJS.Platform;
  /** Flags that the server needs. */
  flags: string[];
}

/**
 * The published package is started by name only if this is it: as long as the name is not ours, `npx -y` would run whatever
 * someone registers under it.
 */
export function serverCommand(origin: Origin, { platform, flags }: CommandOptions): ServerCommand {
  switch (origin.kind) {
    case 'project':
      return { command: 'node', args: [origin.bin, ...flags] };
    case 'build':
      return { command: 'node', args: [origin.bin, ...flags] };
    case 'published': {
      const args = ['-y', PACKAGE, ...flags];
      // Windows does not start npx, which is a script there, without its shell.
      return platform === 'win32'
        ? { command: 'cmd', args: ['/c', 'npx', ...args] }
        : { command: 'npx', args };
    }
  }
}

/** Whether a configuration with this command works on other machines, too, and so may be committed. */
export const isPortable = (origin: Origin): boolean => origin.kind !== 'build';
