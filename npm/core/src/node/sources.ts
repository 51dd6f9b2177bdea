/** Files to import, which a command has read already. The core asks for them as the directory `source:`. */
import type { Found, Host, Listed } from '../host.ts';

/** A file to import, wherever it comes from. */
export interface Source {
  /** As messages name it. */
  path: string;
  bytes: Uint8Array;
}

const SOURCE = 'source:';

/** A host that also has these files. */
export function withSources(host: Host, sources: readonly Source[]): Host {
  const files = new Map(sources.map(({ path, bytes }) => [SOURCE + path, bytes]));
  const listed: Listed = { kind: 'directory', names: sources.map(({ path }) => path) };
  const read = (path: string): Found => {
    const bytes = files.get(path);
    return bytes ? { kind: 'file', bytes } : { kind: 'absent' };
  };
  return {
    ...host,
    list: (directory) => (directory === SOURCE ? listed : host.list(directory)),
    read: (path, options) => (path.startsWith(SOURCE) ? read(path) : host.read(path, options)),
  };
}
