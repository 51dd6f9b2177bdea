/** A session that also tells when resources change on disk. */
import { setFlagsFromString } from 'node:v8';
import { watchPlans } from 'long-term-plan-core/node';
import { openSession, type Session } from '../session.ts';
import type { Settings } from '../settings.ts';
import type { OnChange } from './change-feed.ts';

export interface WatchedSession extends Session {
  watch(tell: OnChange): void;
}

/** `folders` are those in which resources are, relative to the plans directory. */
export function openWatchedSession(
  settings: Settings,
  folders: string[],
  coreFolder: string,
): WatchedSession {
  keepNurserySmall();
  const session = openSession(settings, coreFolder);
  const { root, plansDir } = settings;
  const watch = (tell: OnChange) => {
    watchPlans({
      root,
      plansDir,
      folders,
      isWatched: (name) => session.urisOf(name).length > 0,
      onChange: ({ files, isListChanged }) =>
        tell({ uris: files.flatMap(session.urisOf), ofList: isListChanged }),
    });
  };
  return { ...session, watch };
}

/**
 * V8 lets the part of memory in which objects are born grow to some 30 MB, and never gives them back. Calls make few objects
 * that live long, and cost no more without: `npm run bench -- soak`.
 */
function keepNurserySmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}
