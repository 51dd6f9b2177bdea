/**
 * The owner of a lock, or a process that wants it, as a file name with enough in it to find out whether that process is
 * still alive: the boot of the machine, the process id, when the process started, the namespace of the process id, since
 * when it has been waiting, and a nonce that is unique to the attempt. An owner that keeps its token open has a letter instead of
 * the start. The first half of the nonce is the same for all attempts of
 * one copy of this module, which remembers the attempts that have ended.
 */
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { codeOf } from './faults.ts';

export type Liveness = 'alive' | 'dead' | 'unknown';

interface Process {
  /** The id of the machine's boot, or the machine's name where boots have no id. */
  machine: string;
  pid: number;
  /** In ticks since the boot, `0` where it is unknown. */
  started: string;
  /** The namespace of process ids, `0` where namespaces do not exist. */
  namespace: string;
}

const OWNER = /^([0-9a-f]{16})-(\d{1,10})-(\d+|x)-(\d+)-(\d+)-([0-9a-f]{8})[0-9a-f]{8}$/;
const KEPT_OPEN = 'x';

/** A process can contain several copies of this module, in worker threads or bundles. */
const thisModule = randomBytes(4).toString('hex');
const ownAttempts = new Set<string>();

/** A new owner name for this process. It counts as alive until it is forgotten. */
export function newOwner({ isKeptOpen = false } = {}): string {
  const { machine, pid, started, namespace } = thisProcess();
  const nonce = `${thisModule}${randomBytes(4).toString('hex')}`;
  const start = isKeptOpen ? KEPT_OPEN : started;
  const owner = [machine, pid, start, namespace, now(), nonce].join('-');
  ownAttempts.add(owner);
  return owner;
}

/** The attempt has ended. */
export function forgetOwner(owner: string): void {
  ownAttempts.delete(owner);
}

export function isOwner(name: string): boolean {
  return OWNER.test(name);
}

/** Whether the owner of the lock keeps its token open, so that the system knows whether it is alive. */
export function isKeptOpen(owner: string): boolean {
  return OWNER.exec(owner)?.[3] === KEPT_OPEN;
}

/** Whether one of two processes of this machine has waited longer. Others cannot be compared: their clocks differ. */
export function comesBefore(one: string, other: string): boolean {
  const [, machine, , , , since] = OWNER.exec(one) ?? [];
  const [, here, , , , own] = OWNER.exec(other) ?? [];
  if (machine === undefined || machine !== here) return false;
  return Number(since) < Number(own) || (since === own && one < other);
}

/** In microseconds, by a clock that all processes of a machine share and that no one can set. */
function now(): bigint {
  return process.hrtime.bigint() / 1000n;
}

/** `dead` only if that is certain. */
export function livenessOf(owner: string): Liveness {
  const found = OWNER.exec(owner);
  if (!found) return 'unknown';
  const [, machine, pid, started, namespace, , module] = found;
  const here = thisProcess();
  if (machine !== here.machine || namespace !== here.namespace) return 'unknown';
  if (Number(pid) === here.pid && module === thisModule) {
    return ownAttempts.has(owner) ? 'alive' : 'dead';
  }
  if (!isRunning(Number(pid))) return 'dead';
  if (started === '0' || started === KEPT_OPEN) return 'unknown';
  const current = statusOf(Number(pid));
  // Details of another user's process may be hidden; all that is known is that it runs.
  if (current === undefined) return 'alive';
  return current.started === started && !current.hasEnded ? 'alive' : 'dead';
}

let cached: Process | undefined;

function thisProcess(): Process {
  cached ??= {
    machine: machineName(),
    pid: process.pid,
    started: statusOf(process.pid)?.started ?? '0',
    namespace: /\d+/.exec(attempt(() => readlinkSync('/proc/self/ns/pid')) ?? '')?.[0] ?? '0',
  };
  return cached;
}

function machineName(): string {
  const boot = attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'));
  return createHash('sha256')
    .update(boot ?? hostname())
    .digest('hex')
    .slice(0, 16);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

/** From `/proc`. The program's name, in parentheses, may itself contain spaces and parentheses. */
function statusOf(pid: number): { started: string; hasEnded: boolean } | undefined {
  const line = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  if (line === undefined) return undefined;
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const [state = ''] = fields;
  const started = fields[19];
  // A killed process stays listed until its parent has read its exit code.
  return started === undefined ? undefined : { started, hasEnded: 'ZXx'.includes(state) };
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
