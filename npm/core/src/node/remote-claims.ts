/**
 * The claims that a git remote decides about, for all clones of a repository.
 *
 * What was last seen of each claim is kept in a folder next to the leases, with the time when that value was first seen: a claim expires if it
 * does not change for the length of its lease, as seen from here. The clock of another machine does not matter.
 */
import { basename } from 'node:path';
import type { Write } from '../../wasm/bindings.js';
import type { Reserved } from '../host.ts';
import { type ClaimId, ClaimRefs, type Pushed, type RemoteOptions } from './claim-refs.ts';
import { type LeaseFile, parseLeaseName } from './lease-files.ts';
import { type Sighting, Sightings } from './sightings.ts';

/** How old the list of claims may be for a call that reads it, and for one that is about to claim. */
const MAX_AGE_MS = 10_000;
const MAX_AGE_FOR_CLAIM_MS = 2000;
/** How long a remote that cannot be reached is not asked again. */
const PAUSE_MS = 30_000;
/** How often a claim is tried again whose ref has just been deleted. */
const MAX_ATTEMPTS = 3;
const DEFAULT_LEASE_MINUTES = 30;
/** How long after its reservation a claim is written, unless the caller has ended. */
const RESERVATION_MS = 20_000;

export interface RemoteClaimsOptions extends RemoteOptions {
  now: () => number;
}

export class RemoteClaims {
  readonly #name: string;
  readonly #refs: ClaimRefs;
  readonly #sightings: Sightings;
  readonly #now: () => number;
  /** Why the claims of the remote are not known. */
  problem: string | undefined;
  #refreshed = Number.NEGATIVE_INFINITY;
  #failed = Number.NEGATIVE_INFINITY;
  #refreshing: Promise<void> | undefined;
  /** When each of the caller's claims was last sent. */
  readonly #sent = new Map<string, number>();
  /** What runs in the background, one after the other. */
  #background: Promise<void> = Promise.resolve();

  constructor({ now, ...options }: RemoteClaimsOptions) {
    this.#name = options.name;
    this.#refs = new ClaimRefs(options);
    this.#sightings = new Sightings(options.temporary);
    this.#now = now;
  }

  /**
   * The claims of other clones on a plan, as they were last seen; and those that another call of this clone is about to make. `here` are the
   * leases of this clone.
   */
  leases(planId: string, here: LeaseFile[]): LeaseFile[] {
    const nonces = new Set(here.map(({ text }) => nonceOf(text)));
    const isLeased = ({ taskId }: Sighting) => here.some((lease) => lease.taskId === taskId);
    const isAbout = (seen: Sighting) =>
      !isLeased(seen) && this.#now() - seen.firstSeen < RESERVATION_MS;
    const shown = this.#sightings
      .of(planId)
      .filter((seen) => (seen.isOwn ? isAbout(seen) : !nonces.has(nonceOf(seen.text))));
    return shown.map(({ taskId, text, firstSeen }) => {
      return { planId, taskId, path: '', text, lease: {}, lastSeen: firstSeen };
    });
  }

  /** Looks which claims the remote has, unless that was done recently. */
  async refresh(maxAge = MAX_AGE_MS): Promise<void> {
    const now = this.#now();
    if (now - this.#refreshed < maxAge || now - this.#failed < PAUSE_MS) return;
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = undefined;
    });
    await this.#refreshing;
  }

  async #refresh(): Promise<void> {
    const listed = await this.#refs.list();
    if (listed === undefined) return this.#isUnreachable();
    this.#refreshed = this.#now();
    this.problem = undefined;
    for (const seen of this.#sightings.of()) {
      if (!listed.has(`${seen.planId}.${seen.taskId}`)) this.#sightings.remove(seen);
    }
    const isNew = (claim: ClaimId & { value: string }) =>
      this.#sightings.get(claim)?.value !== claim.value;
    const changed = [...listed.values()].filter(isNew);
    const texts = await this.#refs.texts(changed);
    for (const [index, claim] of changed.entries()) {
      this.#see(claim, texts[index] ?? unknownLease(claim, this.#now()));
    }
  }

  #isUnreachable(): void {
    this.problem = `${this.#name} is unreachable`;
    this.#failed = this.#now();
  }

  /** Asks for all claims if none is given. */
  async reserve(claim: Write | undefined): Promise<Reserved> {
    if (claim === undefined) {
      await this.refresh(MAX_AGE_FOR_CLAIM_MS);
      return { kind: 'reserved', isLocal: this.problem !== undefined };
    }
    const ids = parseLeaseName(claim.path);
    if (ids === undefined || this.#now() - this.#failed < PAUSE_MS) {
      return { kind: 'reserved', isLocal: true };
    }
    const pushed = await this.#send(ids, Buffer.from(claim.bytes).toString());
    switch (pushed.kind) {
      case 'pushed':
        return {
          kind: 'reserved',
          isLocal: false,
          giveUp: () => this.#queueRemoval(ids, pushed.value),
        };
      case 'lost':
        this.#refreshed = Number.NEGATIVE_INFINITY;
        await this.refresh();
        return { kind: 'lost' };
      case 'refused':
        this.problem = `${this.#name} refuses claims`;
        return { kind: 'reserved', isLocal: true };
      case 'unreachable':
        this.#isUnreachable();
        return { kind: 'reserved', isLocal: true };
    }
  }

  /** A lease was written, or deleted. One that was not reserved is sent in the background. */
  changed(ids: ClaimId, content: Uint8Array | undefined): void {
    const text = content && Buffer.from(content).toString();
    if (text === undefined || isFinished(text)) {
      if (this.#sightings.get(ids)?.isOwn) this.#queueRemoval(ids);
      return;
    }
    const seen = this.#sightings.get(ids);
    // A lease without a nonce only stores when a task was first seen in progress.
    const nonce = nonceOf(text);
    if (nonce === undefined || (seen?.isOwn && nonceOf(seen.text) === nonce)) return;
    this.#queue(() => this.#send(ids, text));
  }

  /** Sends the caller's claims again, each at most once in a third of its lease. */
  renew(own: LeaseFile[]): void {
    const now = this.#now();
    for (const { planId, taskId, text, lease } of own) {
      const key = `${planId}.${taskId}`;
      const third = ((lease.leaseMinutes ?? DEFAULT_LEASE_MINUTES) * 60_000) / 3;
      const sent = this.#sent.get(key) ?? this.#sightings.get({ planId, taskId })?.firstSeen ?? 0;
      if (now - sent < third || now - this.#failed < PAUSE_MS || nonceOf(text) === undefined)
        continue;
      this.#sent.set(key, now);
      this.#queue(() => this.#send({ planId, taskId }, text, { isRenewal: true }));
    }
  }

  /** Resolves when nothing runs in the background any more. */
  async settled(): Promise<void> {
    await this.#background;
  }

  /** Creates the ref of a claim, or replaces the value that was last seen. */
  async #send(ids: ClaimId, lease: string, { isRenewal = false } = {}): Promise<Pushed> {
    const text = publicLease(lease, this.#now());
    let seen = this.#sightings.get(ids);
    // A claim of another clone is not taken over by a renewal.
    if (isRenewal && seen && !seen.isOwn) return { kind: 'lost', value: seen.value };
    let pushed = await this.#refs.set(ids, text, seen?.value);
    for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt++) {
      // It was deleted since it was last seen.
      if (pushed.kind !== 'lost' || pushed.value !== undefined || seen === undefined) break;
      this.#sightings.remove(ids);
      seen = undefined;
      pushed = await this.#refs.set(ids, text, undefined);
    }
    if (pushed.kind === 'pushed') {
      this.#sent.set(`${ids.planId}.${ids.taskId}`, this.#now());
      this.#see({ ...ids, value: pushed.value }, text, { isOwn: true });
    }
    return pushed;
  }

  /** Of the claim that has this value; whichever is this clone's if none is given. */
  #queueRemoval(ids: ClaimId, value?: string): void {
    this.#queue(async () => {
      const seen = this.#sightings.get(ids);
      if (!seen?.isOwn || (value !== undefined && seen.value !== value)) return;
      const removed = await this.#refs.remove(ids, seen.value);
      // Otherwise it expires for the others.
      if (removed.kind !== 'unreachable') this.#sightings.remove(ids);
    });
  }

  #queue(work: () => Promise<unknown>): void {
    this.#background = this.#background.then(work).then(
      () => {},
      () => {
        // A claim that cannot be sent is known only here.
      },
    );
  }

  #see(claim: ClaimId & { value: string }, text: string, { isOwn = false } = {}): void {
    const known = this.#sightings.get(claim);
    // Another process of this clone has just made it.
    if (known?.value === claim.value && known.isOwn) return;
    this.#sightings.put({ ...claim, text, isOwn, firstSeen: this.#now() });
  }
}

/** A lease as other clones may see it: without paths and processes. */
function publicLease(text: string, now: number): string {
  const { worktree, process: _, checkout: __, dead: ___, ...rest } = JSON.parse(text);
  const folder = typeof worktree === 'string' ? { worktree: basename(worktree) } : {};
  return `${JSON.stringify({ ...rest, ...folder, renewed: new Date(now).toISOString() })}\n`;
}

/** Other clones learn that a task is finished when they merge the plan. */
const isFinished = (text: string): boolean => parsed(text).isFinished === true;

function nonceOf(text: string): string | undefined {
  const { nonce } = parsed(text);
  return typeof nonce === 'string' ? nonce : undefined;
}

function parsed(text: string): { nonce?: unknown; isFinished?: unknown } {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

/** Someone has the task; more is not known. */
function unknownLease({ planId, taskId }: ClaimId, now: number): string {
  const since = new Date(now).toISOString();
  return JSON.stringify({
    plan: planId,
    task: taskId,
    since,
    leaseMinutes: DEFAULT_LEASE_MINUTES,
  });
}
