/** What was last seen of the claims on a remote: one small file for each, written by any process of this clone. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClaimId } from './claim-refs.ts';
import { leaseNames, parseLeaseName } from './lease-files.ts';
import { makeDirectory, removeFile, writeUnsynced } from './write-file.ts';

export interface Sighting extends ClaimId {
  /** The value of the ref. */
  value: string;
  /** When this value was first seen, in milliseconds since 1970. */
  firstSeen: number;
  /** Whether this clone made the claim. */
  isOwn: boolean;
  /** The lease. */
  text: string;
}

export class Sightings {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Those of a plan, or of all plans. */
  of(planId?: string): Sighting[] {
    return leaseNames(this.#folder).flatMap((name) => {
      const ids = name.endsWith('.json') ? parseLeaseName(name) : undefined;
      if (ids === undefined || (planId !== undefined && ids.planId !== planId)) return [];
      return this.get(ids) ?? [];
    });
  }

  get(ids: ClaimId): Sighting | undefined {
    try {
      const found: Sighting = JSON.parse(readFileSync(this.#path(ids), 'utf8'));
      const { value, firstSeen, isOwn, text } = found;
      const { planId, taskId } = ids;
      const isWhole = [value, text].every((part) => typeof part === 'string') && firstSeen > 0;
      return isWhole
        ? { planId, taskId, value, firstSeen, isOwn: isOwn === true, text }
        : undefined;
    } catch {
      return undefined;
    }
  }

  put(sighting: Sighting): void {
    const { value, firstSeen, isOwn, text } = sighting;
    makeDirectory(this.#folder);
    const target = this.#path(sighting);
    const stagingPath = `${target}.${randomBytes(6).toString('hex')}`;
    writeUnsynced(JSON.stringify({ value, firstSeen, isOwn, text }), { target, stagingPath });
  }

  remove(ids: ClaimId): void {
    removeFile(this.#path(ids));
  }

  #path({ planId, taskId }: ClaimId): string {
    return join(this.#folder, `${planId}.${taskId}.json`);
  }
}
