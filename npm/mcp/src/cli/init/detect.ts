/** Which clients are used here, and which have our server already. */
import { join } from 'node:path';
import { CLIENTS, type Client, SERVER, type UserPlaces } from './clients.ts';

export interface Machine {
  root: string;
  places: UserPlaces;
  exists(path: string): boolean;
  /** Whether a program is on the PATH. */
  hasProgram(name: string): boolean;
  /** The text of a file, or the names in a folder, one per line; `undefined` if neither exists. */
  readOrList(path: string): string | undefined;
}

export interface DetectedClient {
  client: Client;
  /** Used in this project, or installed on this machine. */
  isFound: boolean;
  /** An extension or plugin of ours brings the server already. */
  hasPlugin: boolean;
}

/** The ones that were found come first; those of this project before those of this machine. */
export function detectClients(machine: Machine): DetectedClient[] {
  const { root, places, exists, hasProgram } = machine;
  const ranked = CLIENTS.map((client) => {
    const isInProject = client.projectSigns.some((sign) => exists(join(root, sign)));
    const isInstalled = client.userSigns(places).some(exists) || client.programs.some(hasProgram);
    const rank = isInProject ? 0 : isInstalled ? 1 : 2;
    return { client, isFound: rank < 2, hasPlugin: hasPlugin(client, machine), rank };
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ rank: _, ...detected }) => detected);
}

function hasPlugin({ plugin }: Client, { root, places, readOrList }: Machine): boolean {
  if (plugin === undefined) return false;
  const { project = [], home = [] } = plugin;
  const files = [
    ...project.map((path) => join(root, path)),
    ...home.map((path) => join(places.home, path)),
  ];
  return files.some((file) => namesPlugin(readOrList(file) ?? ''));
}

/** A folder of an extension (`publisher.long-term-plan-1.2.0`), or an enabled plugin in settings (`"long-term-plan@market"`). */
function namesPlugin(text: string): boolean {
  const folder = new RegExp(`^(?:[\\w-]+\\.)?${SERVER}(?:-[\\d.]+.*)?$`, 'm');
  const enabled = new RegExp(`"${SERVER}@[^"]+"(?:\\s*:\\s*true|\\]\\s*enabled\\s*=\\s*true)`);
  return folder.test(text) || enabled.test(text);
}
