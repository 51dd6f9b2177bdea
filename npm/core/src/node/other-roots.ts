/**
 * The plans of other projects that the command line allows to be read. The core names their files `root:DIR/…`. They are
 * never locked or written.
 */
import { resolve } from 'node:path';
import type { Failed, Host } from '../host.ts';
import { realPath } from './real-path.ts';

interface PathInRoot {
  rootDir: string;
  path: string;
}

const notAllowed: Failed = { kind: 'fault', fault: 'rootNotAllowed' };

/**
 * A host that also reads other roots, which are given by their real paths; `open` returns the host of one. The project's
 * own `root` can be named as well.
 */
export function withOtherRoots(
  own: Host,
  root: string,
  otherRoots: readonly string[],
  open: (otherRoot: string) => Host,
): Host {
  const hosts = new Map(otherRoots.map((other) => [other, open(other)])).set(root, own);
  const hostOf = ({ rootDir }: PathInRoot): Host | undefined => {
    // A root that does not exist is refused like one that is not allowed.
    const real = realPath(resolve(root, rootDir));
    return real === undefined ? undefined : hosts.get(real);
  };
  return {
    ...own,
    list: (directory) => {
      const other = pathInRoot(directory);
      return other ? (hostOf(other)?.list(other.path) ?? notAllowed) : own.list(directory);
    },
    read: (path, options) => {
      const other = pathInRoot(path);
      return other
        ? (hostOf(other)?.read(other.path, options) ?? notAllowed)
        : own.read(path, options);
    },
  };
}

function pathInRoot(path: string): PathInRoot | undefined {
  const [, encoded, rest] = /^root:([^/]*)\/(.*)$/s.exec(path) ?? [];
  if (encoded === undefined || rest === undefined) return undefined;
  return { rootDir: decodeURIComponent(encoded), path: rest };
}
