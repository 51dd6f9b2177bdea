/**
 * Runs one call: the core says step by step what it wants, and the host does it.
 *
 * A call that may write runs under the lock of the plans directory. Waiting for the lock is asynchronous, so that a server can
 * answer other calls meanwhile. A host that reads and writes synchronously lets nothing of the same process in between a call's
 * first read and its commit.
 */
import type { CallRequest, Event, FileState, Need, Reply, Write } from '../wasm/bindings.js';
import {
  type Awaitable,
  type Host,
  isClaim,
  isInGit,
  type Lock,
  type Locked,
  type Reserved,
  type Unchanged,
} from './host.ts';
import { type Core, Trap, type Workspace } from './instance.ts';
import { SessionFiles } from './session-files.ts';

interface OpenCall {
  workspace: Workspace;
  call: number;
}

export async function run(core: Core, host: Host, request: CallRequest): Promise<Reply> {
  let lock: Lock | undefined;
  /** Whether the plan is written. What goes wrong with its history must not hide that. */
  let isCommitted = false;
  /** The call, until it is done. */
  let open: OpenCall | undefined;
  /** The claim that a remote has granted and that is not written yet. */
  let reservation: { path: string; giveUp(): void } | undefined;
  try {
    const workspace = core.workspace();
    const begun = workspace.begin(request);
    const { call } = begun;
    let { step } = begun;
    open = { workspace, call };
    for (;;) {
      switch (step.kind) {
        case 'lock': {
          const taken = host.lock({ create: step.create });
          const locked = taken instanceof Promise ? await taken : taken;
          if (locked.kind === 'locked') ({ lock } = locked);
          step = workspace.resume(call, lockEvent(locked));
          break;
        }
        case 'load':
          for (const need of step.needs) {
            const found = read(need, host, lock, core.sessionFiles);
            // Awaiting what is present already would let other calls in between.
            const state = found instanceof Promise ? await found : found;
            if (state.kind !== 'unchanged') workspace.provide(call, need.path, state);
          }
          step = workspace.resume(call, { kind: 'loaded' });
          break;
        case 'reserve': {
          // A remote may take seconds.
          lock?.release();
          lock = undefined;
          reservation?.giveUp();
          reservation = undefined;
          const { claim } = step;
          const reserved: Reserved = host.reserve
            ? await host.reserve(claim)
            : { kind: 'reserved', isLocal: true };
          if (reserved.kind === 'reserved' && claim && reserved.giveUp) {
            reservation = { path: claim.path, giveUp: reserved.giveUp };
          }
          step = workspace.resume(call, reservedEvent(reserved));
          break;
        }
        case 'commit': {
          const { writes } = step;
          if (writes.some(({ path }) => path === reservation?.path)) reservation = undefined;
          const commit = () => commitAll(lock ?? core.sessionFiles, writes);
          const committed: Awaitable<Event> = isCommitted ? orFailed(commit) : commit();
          const event: Event = committed instanceof Promise ? await committed : committed;
          isCommitted ||= event.kind === 'committed';
          step = workspace.resume(call, event);
          break;
        }
        case 'done':
          open = undefined;
          for (const write of step.followUps) {
            const written = followUp(lock, write);
            if (written instanceof Promise) await written;
          }
          return step.reply;
      }
    }
  } catch (error) {
    if (!(error instanceof Trap)) throw error;
    const message = `Internal error: ${error.message}`;
    return { kind: 'error', error: { code: 'INTERNAL_ERROR', message } };
  } finally {
    lock?.release();
    reservation?.giveUp();
    if (open) release(open);
  }
}

function read(
  { path, kind, known }: Need,
  host: Host,
  lock: Lock | undefined,
  sessionFiles: SessionFiles,
): Awaitable<FileState | Unchanged> {
  if (SessionFiles.includes(path)) return sessionFiles.read(path);
  if (isClaim(path)) {
    const claims = lock ? lock.claims : host.claims;
    return claims?.read(path.replace('claims:', '')) ?? { kind: 'absent' };
  }
  switch (kind) {
    case 'directory':
      return host.list(path);
    case 'file':
      // What git has is not locked.
      return (isInGit(path) ? host : (lock ?? host)).read(path, { known });
    case 'summary':
    case 'scan':
      return host.read(path, { known, hash: false });
  }
}

function lockEvent(locked: Locked): Event {
  switch (locked.kind) {
    case 'locked':
      return { kind: 'locked' };
    case 'absent':
      return { kind: 'unlocked' };
    case 'fault':
      return { kind: 'failed', at: 0, fault: locked.fault };
  }
}

function reservedEvent(reserved: Reserved): Event {
  return reserved.kind === 'lost'
    ? { kind: 'lost' }
    : { kind: 'reserved', isLocal: reserved.isLocal };
}

/** Leases come after the plans whose claims they are, and last. They are written only if the plans are. */
function commitAll(files: Lock | SessionFiles, writes: Write[]): Awaitable<Event> {
  const plain = writes.filter(({ path }) => !isClaim(path));
  const leases = writes.slice(plain.length);
  if (leases.length === 0) return files.commit(writes);
  return commitWithLeases(files, plain, leases);
}

async function commitWithLeases(
  files: Lock | SessionFiles,
  plain: Write[],
  leases: Write[],
): Promise<Event> {
  const committed: Event =
    plain.length === 0 ? { kind: 'committed', etags: [] } : await files.commit(plain);
  if (committed.kind !== 'committed') return committed;
  if ('claims' in files) await files.claims?.write(leases);
  return { ...committed, etags: [...committed.etags, ...leases.map(() => '')] };
}

/** A commit of a host that throws or rejects, although hosts should not. */
function orFailed(commit: () => Awaitable<Event>): Awaitable<Event> {
  const failed = (error: unknown): Event => ({ kind: 'failed', at: 0, fault: `io:${error}` });
  try {
    const committed = commit();
    return committed instanceof Promise ? committed.catch(failed) : committed;
  } catch (error) {
    return failed(error);
  }
}

/** Does a write after the reply is decided. Whatever becomes of it, the reply stands. */
function followUp(lock: Lock | undefined, write: Write): Awaitable<unknown> {
  try {
    const committed = lock?.commit([write]);
    return committed instanceof Promise ? committed.catch(() => {}) : committed;
  } catch {
    return undefined;
  }
}

function release({ workspace, call }: OpenCall): void {
  try {
    workspace.release(call);
  } catch (error) {
    // The reply stands, and the next call gets a new instance.
    if (!(error instanceof Trap)) throw error;
  }
}
