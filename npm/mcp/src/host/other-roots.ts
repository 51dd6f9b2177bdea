/**
 * The plans of other projects, as far as the command line allows them to be read. The core names
 * their files `root:DIR/…`. Nothing of them is ever locked or written.
 */
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { AsyncHost, Failed } from 'long-term-plan-core/slim';

/** Which path of which root a name means. */
interface Named {
  rootDir: string;
  path: string;
}

const notAllowed: Failed = { kind: 'fault', fault: 'rootNotAllowed' };

/**
 * A host that also knows other roots, by their real paths; `open` gives the host of one. The project's
 * own `root` may be named as well.
 */
export function withOtherRoots(
  own: AsyncHost,
  root: string,
  otherRoots: readonly string[],
  open: (otherRoot: string) => AsyncHost,
): AsyncHost {
  const hosts = new Map(otherRoots.map((other) => [other, open(other)])).set(root, own);
  const hostOf = ({ rootDir }: Named): AsyncHost | undefined => {
    const real = realPath(resolve(root, rootDir));
    return real === undefined ? undefined : hosts.get(real);
  };
  return {
    ...own,
    list: (dir) => {
      const named = nameOf(dir);
      return named ? (hostOf(named)?.list(named.path) ?? notAllowed) : own.list(dir);
    },
    load: (path, unless) => {
      const named = nameOf(path);
      return named
        ? (hostOf(named)?.load(named.path, unless) ?? notAllowed)
        : own.load(path, unless);
    },
  };
}

function nameOf(path: string): Named | undefined {
  const [, encoded, rest] = /^root:([^/]*)\/(.*)$/s.exec(path) ?? [];
  if (encoded === undefined || rest === undefined) return undefined;
  return { rootDir: decodeURIComponent(encoded), path: rest };
}

/** What does not exist is refused like any other root that was not allowed. */
function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}
