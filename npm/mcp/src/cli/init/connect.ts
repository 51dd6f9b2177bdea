/** The files that connect clients to our server, and how to disconnect them. Decides; writes nothing. */
import { join } from 'node:path';
import { CLIENTS, type Client, SERVER, type UserPlaces } from './clients.ts';
import type { FileChange } from './file-change.ts';
import { jsonEntry, UnreadableConfig, withJsonEntry, withoutJsonEntry } from './json-entry.ts';
import { isPortable, type Origin, type ServerCommand, serverCommand } from './server-command.ts';
import { tomlEntry, withoutTomlEntry, withTomlEntry } from './toml-entry.ts';

export interface Surroundings {
  root: string;
  platform: NodeJS.Platform;
  places: UserPlaces;
  origin: Origin;
  /** Flags that the server needs to find the plans; none for the default folder. */
  flags: string[];
  /** The text of a file; `undefined` if it does not exist. */
  read(file: string): string | undefined;
  /** Whether git tracks the file. */
  isTracked(file: string): boolean;
}

export interface Connections {
  changes: FileChange[];
  /** Files that must not be committed, relative to the root. */
  excluded: string[];
  /** Entries that the user has to write, with the reason. */
  manual: { client: Client; file: string; entry: string; reason: string }[];
}

/** Connects clients in their project files; with `user`, in their files for all projects. */
export function connect(
  clients: readonly Client[],
  around: Surroundings,
  { user }: { user: boolean },
): Connections {
  const connections: Connections = { changes: [], excluded: [], manual: [] };
  for (const client of clients) {
    const { file, path } = configOf(client, around, user);
    const entry = client.entry(commandFor(client, around, user));
    const byHand = (reason: string) =>
      connections.manual.push({ client, file: path, entry: entryText(client, entry), reason });
    if (client.projectFile === undefined && !user) {
      byHand(`${client.title} has no project file; --user writes it`);
      continue;
    }
    const isShared = !user && !isPortable(around.origin);
    if (isShared && around.isTracked(file)) {
      byHand(`git tracks ${path}, and the path of this build works on this machine only`);
      continue;
    }
    const before = around.read(file);
    try {
      const after = withEntry(client, before, entry);
      connections.changes.push({
        path,
        file,
        before,
        after,
        what: describe(client, before),
        client: client.id,
      });
      if (isShared) connections.excluded.push(path);
    } catch (error) {
      if (!(error instanceof UnreadableConfig)) throw error;
      byHand(`${path} cannot be changed: ${error.message}`);
    }
  }
  return connections;
}

/** Removes our entry from the files of all clients that have one. */
export function disconnect(
  around: Pick<Surroundings, 'root' | 'places' | 'read'>,
  { user }: { user: boolean },
): FileChange[] {
  return CLIENTS.flatMap((client) => {
    if (client.projectFile === undefined && !user) return [];
    const { file, path } = configOf(client, around, user);
    const before = around.read(file);
    if (before === undefined || !hasEntry(client, before)) return [];
    const { format, entryPath } = client;
    const after =
      format === 'toml'
        ? withoutTomlEntry(before, entryPath)
        : withoutJsonEntry(before, [...entryPath]);
    const rest = after === undefined ? ', then the empty file' : othersText(client, before, 'stay');
    return [{ path, file, before, after, what: `the entry ${SERVER}${rest}`, client: client.id }];
  });
}

/** Entries that differ only in what the client or the user added are ours, too. */
export function hasEntry({ format, entryPath }: Client, text: string): boolean {
  try {
    const entry = format === 'toml' ? tomlEntry(text, entryPath) : jsonEntry(text, [...entryPath]);
    return entry !== undefined;
  } catch (error) {
    if (error instanceof UnreadableConfig) return false;
    throw error;
  }
}

function configOf(
  { projectFile, userFile }: Client,
  { root, places }: Pick<Surroundings, 'root' | 'places'>,
  user: boolean,
) {
  if (projectFile !== undefined && !user) {
    return { file: join(root, projectFile), path: projectFile };
  }
  const file = userFile(places);
  const { home } = places;
  return { file, path: file.startsWith(home) ? `~${file.slice(home.length)}` : file };
}

/** Clients that start servers in the project need no root, and then a folder below it works, too. */
function commandFor(client: Client, around: Surroundings, user: boolean): ServerCommand {
  const { origin, platform, flags } = around;
  const { projectVariable } = client;
  const root = projectVariable !== undefined && !user ? ['--root', projectVariable] : [];
  return serverCommand(absolute(origin, around.root, projectVariable, user), {
    platform,
    flags: [...root, ...flags],
  });
}

/** A path in the project is relative only where the client starts in the project. */
function absolute(
  origin: Origin,
  root: string,
  projectVariable: string | undefined,
  user: boolean,
): Origin {
  if (origin.kind !== 'project') return origin;
  if (user) return { kind: 'build', bin: join(root, origin.bin) };
  if (projectVariable === undefined) return origin;
  return { kind: 'project', bin: `${projectVariable}/${origin.bin}` };
}

function withEntry({ format, entryPath }: Client, text: string | undefined, entry: object): string {
  return format === 'toml'
    ? withTomlEntry(text, entryPath, entry)
    : withJsonEntry(text, [...entryPath], entry);
}

/** A whole file with nothing but the entry. */
const entryText = (client: Client, entry: object) => withEntry(client, undefined, entry).trimEnd();

function describe(client: Client, before: string | undefined): string {
  return before === undefined
    ? client.title
    : `${client.title}${othersText(client, before, 'kept')}`;
}

function othersText({ format, entryPath }: Client, text: string, verb: string): string {
  const [name = ''] = entryPath.slice(-1);
  const parent = entryPath.slice(0, -1);
  const siblings = format === 'toml' ? tomlEntry(text, parent) : jsonEntry(text, [...parent]);
  const others = Object.keys(Object(siblings)).filter((key) => key !== name).length;
  if (others === 0) return '';
  return `; ${others} other ${others === 1 ? 'server' : 'servers'} ${verb === 'stay' && others === 1 ? 'stays' : verb}`;
}
