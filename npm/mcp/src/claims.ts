/** Where the claims of a project are, as its config.json asks and this clone allows. */
import { join } from 'node:path';
import { type ClaimOptions, gitLine } from 'long-term-plan-core/node';
import type { Policy, Project } from './settings.ts';

/** What kind of caller makes the claims. */
export type CallerKind = Pick<ClaimOptions, 'isServer' | 'isLasting' | 'isPerson'>;

/** The key with which a clone agrees that a remote decides about claims. */
export const AGREEMENT_KEY = 'long-term-plan.claims';

export interface ClaimPlace extends Pick<ClaimOptions, 'place' | 'remote'> {
  /** Why it differs from what config.json asks for. */
  note?: string;
}

/**
 * A config.json may come from anyone, so it causes no network traffic by itself: a remote decides about claims only if this clone agrees, and
 * only one that the clone already has, by its name.
 */
export function claimPlace({ claims, root, plansDir }: Policy & Project): ClaimPlace {
  if (claims === 'plans' || claims === 'repository') return { place: claims };
  const config = (args: string[]) => gitLine(root, ['config', ...args]);
  const isAgreed = config(['--local', '--get', AGREEMENT_KEY]) === claims;
  if (!isAgreed) {
    const how = `git config ${AGREEMENT_KEY} ${claims}`;
    const note = `${join(plansDir, 'config.json')} asks for claims on ${claims}; they stay in this repository until you agree: ${how}`;
    return { place: 'repository', note };
  }
  if (config(['--get', `remote.${claims}.url`]) === undefined) {
    return { place: 'repository', note: `there is no git remote ${claims} for claims` };
  }
  return { place: 'repository', remote: claims };
}
