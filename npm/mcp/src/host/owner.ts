/**
 * Who holds or wants a lock, as a file name that says enough to find out whether that process still
 * lives: the boot of the machine, the process id and when that process started, the namespace in
 * which the id means something, since when it waits, and a number that no other attempt has.
 */
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { codeOf } from './fault.ts';

export type Liveness = 'alive' | 'dead' | 'unknown';

interface Process {
  /** The boot of the machine, or its name where boots have no name. */
  machine: string;
  pid: number;
  /** In ticks since the boot, `0` where it cannot be known. */
  started: string;
  /** The namespace of process ids, `0` where there are none. */
  namespace: string;
}

const OWNER = /^([0-9a-f]{16})-(\d{1,10})-(\d+)-(\d+)-(\d+)-[0-9a-f]{16}$/;

/** A new name for this process as the owner of something. */
export function newOwner(): string {
  const { machine, pid, started, namespace } = thisProcess();
  const nonce = randomBytes(8).toString('hex');
  return [machine, pid, started, namespace, Date.now(), nonce].join('-');
}

export function isOwner(name: string): boolean {
  return OWNER.test(name);
}

/** Since when that owner wants what it wants, in milliseconds since 1970 by its own clock. */
export function waitsSince(owner: string): number {
  return Number(OWNER.exec(owner)?.[5] ?? Number.NaN);
}

/** Only a death that is certain is called one. */
export function livenessOf(owner: string): Liveness {
  const found = OWNER.exec(owner);
  if (!found) return 'unknown';
  const [, machine, pid, started, namespace] = found;
  const here = thisProcess();
  if (machine !== here.machine || namespace !== here.namespace) return 'unknown';
  if (!isRunning(Number(pid))) return 'dead';
  if (started === '0') return 'unknown';
  const current = statusOf(Number(pid));
  // Somebody else's process may be hidden from us; that it runs is then all that we know.
  if (current === undefined) return 'alive';
  return current.started === started && !current.ended ? 'alive' : 'dead';
}

let known: Process | undefined;

function thisProcess(): Process {
  known ??= {
    machine: machineName(),
    pid: process.pid,
    started: statusOf(process.pid)?.started ?? '0',
    namespace: /\d+/.exec(tried(() => readlinkSync('/proc/self/ns/pid')) ?? '')?.[0] ?? '0',
  };
  return known;
}

function machineName(): string {
  const boot = tried(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'));
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

/** From `/proc`; the name of the program, in parentheses, may hold spaces and parentheses itself. */
function statusOf(pid: number): { started: string; ended: boolean } | undefined {
  const line = tried(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  if (line === undefined) return undefined;
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const [state = ''] = fields;
  const started = fields[19];
  // One that is killed stays visible until its parent has looked.
  return started === undefined ? undefined : { started, ended: 'ZXx'.includes(state) };
}

function tried<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
