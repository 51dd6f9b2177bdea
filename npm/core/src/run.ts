/**
 * Runs one call: the core says step by step what it wants, and the host does it.
 *
 * A call that may write runs under the lock of the plans directory. Waiting for the lock is asynchronous, so that a server can
 * answer other calls meanwhile. A host that reads and writes synchronously lets nothing of the same process in between a call's
 * first read and its commit.
 */
import type { CallRequest, Event, FileState, Need, Reply, Write } from '../wasm/bindings.js';
import type { Awaitable, Committed, Host, Lock, Locked, Unchanged } from './host.ts';
import { type Core, Trap, type Workspace } from './instance.ts';
import { SessionFiles } from './session-files.ts';

interface OpenCall {
  workspace: Workspace;
  call: number;
  /** Of its follow-ups. */
  stamps: string[];
}

export async function run(core: Core, host: Host, request: CallRequest): Promise<Reply> {
  let lock: Lock | undefined;
  /** The call, until it is released; with the stamps of its follow-ups. */
  let open: OpenCall | undefined;
  try {
    const workspace = core.workspace();
    const begun = workspace.begin(request);
    const { call } = begun;
    let { step } = begun;
    open = { workspace, call, stamps: [] };
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
        case 'commit': {
          const committed = (lock ?? core.sessionFiles).commit(step.writes);
          step = workspace.resume(call, committed instanceof Promise ? await committed : committed);
          break;
        }
        case 'done':
          for (const write of step.followUps) {
            const stamp = followUp(lock, write);
            open.stamps.push(stamp instanceof Promise ? await stamp : stamp);
          }
          if (step.followUps.length === 0) open = undefined;
          return step.reply;
      }
    }
  } catch (error) {
    if (!(error instanceof Trap)) throw error;
    const message = `Internal error: ${error.message}`;
    return { kind: 'error', error: { code: 'INTERNAL_ERROR', message } };
  } finally {
    lock?.release();
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
  switch (kind) {
    case 'directory':
      return host.list(path);
    case 'file':
      return (lock ?? host).read(path, { known });
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

/** Does a write after the reply is decided. Whatever becomes of it, the reply stands. Returns the stamp, '' if it is unknown. */
function followUp(lock: Lock | undefined, write: Write): Awaitable<string> {
  try {
    const committed = lock?.commit([write]);
    return committed instanceof Promise
      ? committed.then(firstStamp, () => '')
      : firstStamp(committed);
  } catch {
    return '';
  }
}

const firstStamp = (committed: Committed | undefined): string =>
  committed?.kind === 'committed' ? (committed.stamps?.[0] ?? '') : '';

function release({ workspace, call, stamps }: OpenCall): void {
  try {
    workspace.release(call, stamps);
  } catch (error) {
    // The reply stands, and the next call gets a new instance.
    if (!(error instanceof Trap)) throw error;
  }
}
