/** The host of a server that has found no project: every call is told so by the core. */
import type { AsyncHost, Failed } from 'long-term-plan-core/slim';

const noRoot: Failed = { kind: 'fault', fault: 'noRoot' };

export const rootlessHost: AsyncHost = {
  list: () => noRoot,
  load: () => noRoot,
  lock: () => noRoot,
};
