/**
 * Lease files: one for each claim, `<plan>.<task>.json` in a folder of claims. The core decides what is in them; here they are read,
 * written and, to show that their holders are active, touched.
 */
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { faultOf, isAbsence, Refusal } from './faults.ts';
import type { HeldLock } from './lock.ts';
import { livenessOf } from './lock-owner.ts';
import {
  lstatIfExists,
  makeDirectory,
  removeFile,
  touchFile,
  writeUnsynced,
} from './write-file.ts';

/** A larger file is not a lease. */
const MAX_LEASE_BYTES = 16 * 1024;

/** What the host itself reads in a lease. */
export interface Lease {
  holder?: string;
  process?: string;
  leaseMinutes?: number;
  dead?: unknown;
}

export interface LeaseFile {
  planId: string;
  taskId: string;
  path: string;
  text: string;
  lease: Lease;
  /** When its holder was last seen, in milliseconds since 1970. */
  lastSeen: number;
}

/** The plan and the task of a lease, from its file's name or from its path as the core spells it. */
export function parseLeaseName(name: string): { planId: string; taskId: string } | undefined {
  const [, planId, taskId] =
    /^(?:claims:)?([\w-]{1,128})[./]([\w-]{1,128})(?:\.json)?$/.exec(name) ?? [];
  return planId === undefined || taskId === undefined ? undefined : { planId, taskId };
}

/** The leases in a folder, of one plan or of all. A folder that does not exist has none. */
export function leasesIn(folder: string, planId?: string): LeaseFile[] {
  return leaseNames(folder).flatMap((name) => {
    const ids = name.endsWith('.json') ? parseLeaseName(name) : undefined;
    if (ids === undefined || (planId !== undefined && ids.planId !== planId)) return [];
    return leaseAt(join(folder, name), ids) ?? [];
  });
}

/** Names of the files in a folder of claims. A link leads out of it. */
export function leaseNames(folder: string): string[] {
  try {
    return lstatSync(folder).isDirectory() ? readdirSync(folder) : [];
  } catch {
    return [];
  }
}

function leaseAt(path: string, ids: { planId: string; taskId: string }): LeaseFile | undefined {
  try {
    const stats = lstatSync(path);
    if (!stats.isFile() || stats.size > MAX_LEASE_BYTES) return undefined;
    const text = readFileSync(path, 'utf8');
    const lease: unknown = JSON.parse(text);
    if (typeof lease !== 'object' || lease === null) return undefined;
    return { ...ids, path, text, lease, lastSeen: Math.floor(stats.mtimeMs) };
  } catch {
    // It has just ended, or is not a lease.
    return undefined;
  }
}

/** Whether the process behind a lease is known to be dead. */
export function isDead({ lease }: LeaseFile): boolean {
  return typeof lease.process === 'string' && livenessOf(lease.process) === 'dead';
}

/** Whether the holder of a lease is this caller or one of its sub-agents. */
export function belongsTo({ lease }: LeaseFile, name: string): boolean {
  return lease.holder === name || (lease.holder?.startsWith(`${name}/`) ?? false);
}

/** Writes a lease, or removes it if there is no content. Only the owner of `lock` can. Leases need not survive a power loss. */
export function writeLease(
  folder: string,
  { planId, taskId }: { planId: string; taskId: string },
  content: string | Uint8Array | undefined,
  lock: HeldLock,
): void {
  const target = join(folder, `${planId}.${taskId}.json`);
  if (lstatIfExists(folder)?.isSymbolicLink()) throw new Refusal('outsideRoot');
  if (content === undefined) {
    removeFile(target);
    return;
  }
  const stagingPath = lock.stagingPath();
  try {
    writeUnsynced(content, { target, stagingPath });
  } catch (error) {
    if (!isAbsence(error) || !lock.renew()) throw error;
    makeDirectory(folder);
    writeUnsynced(content, { target, stagingPath: lock.stagingPath() });
  }
}

/** Shows that the holder of a lease is active. */
export function touchLease({ path }: LeaseFile): void {
  try {
    touchFile(path);
  } catch (error) {
    // It has just ended, or belongs to another user, who renews it.
    if (!isAbsence(error) && faultOf(error) !== 'denied') throw error;
  }
}
