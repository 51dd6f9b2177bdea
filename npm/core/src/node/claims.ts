/**
 * The claims on the plans of a directory: what the core reads as `claims:PLAN` and writes as `claims:PLAN/TASK`.
 *
 * Leases are in `.history/claims`, guarded by the lock of the plans directory. Or they are in git's common directory, so that linked
 * worktrees, which have their own plans and locks, see each other: there a second lock guards them. It is always taken after the first,
 * when a call first reads claims, and held until the call ends, so no other worktree claims anything between the read and the write.
 * If that directory cannot be written, leases are in `.history` after all. Readers look in both.
 */
import { dirname, join } from 'node:path';
import type { Write } from '../../wasm/bindings.js';
import type { Found, LockedClaims } from '../host.ts';
import { faultOf, Refusal } from './faults.ts';
import { currentBranch, type GitDirectory, gitDirectory, positionIn } from './git-directory.ts';
import {
  belongsTo,
  isDead,
  type LeaseFile,
  leasesIn,
  parseLeaseName,
  touchLease,
  writeLease,
} from './lease-files.ts';
import { DirectoryLock, type HeldLock, type LockTimes } from './lock.ts';
import { newOwner } from './lock-owner.ts';
import type { PlanPaths } from './paths.ts';
import { orFailure } from './reader.ts';
import { RemoteClaims } from './remote-claims.ts';
import { lstatIfExists, makeDirectory } from './write-file.ts';

export interface ClaimOptions {
  /** Where leases are: next to the plans, or in git's common directory. */
  place?: 'plans' | 'repository';
  /** Whether the caller is a server, whose claims end with its process. */
  isServer?: boolean;
  /** Whether the caller's name was given, and is not random. */
  isLasting?: boolean;
  /** Whether a person calls from a terminal. */
  isPerson?: boolean;
  /** The name of the git remote that decides about claims. */
  remote?: string | undefined;
}

/** Folders of git's common directory and of the plans directory. */
const OWN_FOLDER = 'long-term-plan';
const CLAIMS = 'claims';
const LOCK = 'lock';
const REMOTE = 'remote';
const HISTORY = '.history';

/** How often a call renews the leases of its caller. */
const RENEWAL_MS = 60_000;

/** Why a directory cannot be used, although it may exist. */
const UNUSABLE = ['denied', 'readOnly', 'noSpace', 'notADirectory', 'outsideRoot'];

let thisServer: string | undefined;

export class ClaimStore {
  readonly #paths: PlanPaths;
  readonly #options: ClaimOptions;
  readonly #lock: DirectoryLock;
  readonly #now: () => number;
  /** When the leases of each caller were last renewed. */
  readonly #renewed = new Map<string, number>();
  #git: { plans: string; found: GitDirectory | undefined } | undefined;
  #remote: RemoteClaims | undefined;

  constructor(
    paths: PlanPaths,
    options: ClaimOptions,
    times: Partial<LockTimes>,
    now: () => number,
  ) {
    this.#paths = paths;
    this.#options = options;
    this.#lock = new DirectoryLock(times);
    this.#now = now;
  }

  /** All that is known of the claims on a plan. */
  read(planId: string): Found {
    const remote = this.remote();
    const here = this.#leases(planId);
    const elsewhere = remote?.leases(planId, here) ?? [];
    const toEntry = (file: LeaseFile, isRemote: boolean) => ({
      task: file.taskId,
      text: file.text,
      lastSeen: file.lastSeen,
      isDead: !isRemote && isDead(file),
      isRemote,
    });
    // The remote decides: of two live claims on a task the core takes the first.
    const leases = [
      ...elsewhere.map((file) => toEntry(file, true)),
      ...here.map((file) => toEntry(file, false)),
    ];
    const found = { here: this.#here(), leases, remote: remote?.problem };
    return { kind: 'file', bytes: Buffer.from(JSON.stringify(found)) };
  }

  /** The claims on the remote, if one decides about them. */
  remote(): RemoteClaims | undefined {
    const { remote: name } = this.#options;
    const git = name === undefined ? undefined : this.#gitDirectory();
    if (name === undefined || git === undefined) return undefined;
    this.#remote ??= new RemoteClaims({
      name,
      directory: this.#paths.plans(),
      objects: join(git.common, 'objects'),
      temporary: join(this.#sharedFolder() ?? join(this.#paths.plans(), HISTORY), REMOTE),
      now: this.#now,
    });
    return this.#remote;
  }

  /** The folders in which claims are, for a watcher. They need not exist. */
  folders(): string[] {
    const shared = this.#sharedFolder();
    return [...(shared === undefined ? [] : [join(shared, CLAIMS)]), this.#plansFolder()];
  }

  /** The claims for one call that has the lock of the plans directory. `release` ends it. */
  locked(plansLock: HeldLock): LockedClaims & { release(): void } {
    let own: Promise<HeldLock | undefined> | undefined;
    let ownLock: HeldLock | undefined;
    const take = async () => {
      own ??= this.#takeSharedLock();
      ownLock = await own;
    };
    return {
      read: (planId) => {
        const read = () => this.read(planId);
        // What needs no other lock is read at once, so that nothing of this process runs in between.
        return this.#isShared ? take().then(read, faulty) : orFailure(read);
      },
      write: async (writes) => {
        if (this.#isShared) await take();
        const shared = ownLock && this.#sharedFolder();
        const folder = shared === undefined ? this.#plansFolder() : join(shared, CLAIMS);
        for (const write of writes) this.#write(write, folder, ownLock ?? plansLock);
      },
      release: () => ownLock?.release(),
    };
  }

  /**
   * Shows that a caller is active, at most once a minute: touches the leases of its name. Those of a process under the same name that has
   * ended become this process's.
   */
  async renew(caller: string, lockPlans: () => Promise<HeldLock>): Promise<void> {
    const now = this.#now();
    if (now - (this.#renewed.get(caller) ?? Number.NEGATIVE_INFINITY) < RENEWAL_MS) return;
    this.#renewed.set(caller, now);
    const own = this.#leases().filter((file) => belongsTo(file, caller));
    if (own.length === 0) return;
    for (const file of own.filter((file) => !isDead(file))) touchLease(file);
    this.remote()?.renew(own);
    if (own.some(isDead)) await this.#adopt(caller, lockPlans);
  }

  async #adopt(caller: string, lockPlans: () => Promise<HeldLock>): Promise<void> {
    const plansLock = await lockPlans();
    const claims = this.locked(plansLock);
    try {
      await claims.read('');
      const orphans = this.#leases().filter((file) => belongsTo(file, caller) && isDead(file));
      await claims.write(
        orphans.map(({ planId, taskId, lease }) => {
          const { process: _, dead: __, ...rest } = lease;
          const adopted = { ...rest, process: this.#process() };
          const bytes = Buffer.from(`${JSON.stringify(adopted)}\n`);
          return { path: `claims:${planId}/${taskId}`, op: 'put', expect: 'anything', bytes };
        }),
      );
    } finally {
      claims.release();
      plansLock.release();
    }
  }

  #write({ path, op, bytes }: Write, folder: string, lock: HeldLock): void {
    const ids = parseLeaseName(path);
    if (ids === undefined) return;
    const content = op === 'put' ? bytes : undefined;
    try {
      writeLease(folder, ids, content, lock);
    } catch {
      // Without a lease the task counts as held by its assignee.
    }
    // A lease that was written where this one is not, while that place could not be used, has no effect any more.
    const plansFolder = this.#plansFolder();
    if (folder !== plansFolder) {
      try {
        writeLease(plansFolder, ids, undefined, lock);
      } catch {
        // It expires.
      }
    }
    this.remote()?.changed(ids, content);
  }

  #leases(planId?: string): LeaseFile[] {
    return this.folders().flatMap((folder) => leasesIn(folder, planId));
  }

  #here(): object {
    const { isLasting = false, isPerson = false } = this.#options;
    const git = this.#gitDirectory();
    return {
      isLasting,
      isPerson,
      process: this.#process(),
      ...(git && { branch: currentBranch(git), worktree: git.worktree }),
      // Next to the plans, all leases are on the same files, wherever these are mounted.
      ...(git && this.#isShared && { checkout: git.checkout }),
    };
  }

  #process(): string | undefined {
    if (!this.#options.isServer) return undefined;
    thisServer ??= newOwner();
    return thisServer;
  }

  get #isShared(): boolean {
    return this.#options.place === 'repository';
  }

  async #takeSharedLock(): Promise<HeldLock | undefined> {
    const shared = this.#sharedFolder();
    if (shared === undefined) return undefined;
    try {
      return await this.#lock.take(() =>
        createFolder([dirname(shared), shared, join(shared, LOCK)]),
      );
    } catch (error) {
      if (UNUSABLE.includes(faultOf(error))) return undefined;
      throw error;
    }
  }

  #plansFolder(): string {
    return join(this.#paths.plans(), HISTORY, CLAIMS);
  }

  /** One folder for each position of a plans directory in the repository. */
  #sharedFolder(): string | undefined {
    const git = this.#isShared ? this.#gitDirectory() : undefined;
    return git && join(git.common, OWN_FOLDER, positionIn(git, this.#paths.plans()));
  }

  /** Looked up once: a plans directory does not move to another repository. */
  #gitDirectory(): GitDirectory | undefined {
    const plans = this.#paths.plans();
    if (this.#git?.plans !== plans) this.#git = { plans, found: gitDirectory(plans) };
    return this.#git.found;
  }
}

const faulty = (error: unknown): Found => ({ kind: 'fault', fault: faultOf(error) });

/** Creates directories, each in the one before, and returns the last. Refuses links, wherever they lead. */
function createFolder(paths: [string, ...string[]]): string {
  for (const path of paths) {
    if (lstatIfExists(path) === undefined) makeDirectory(path);
    if (!lstatIfExists(path)?.isDirectory()) throw new Refusal('outsideRoot');
  }
  return paths.at(-1) ?? paths[0];
}
