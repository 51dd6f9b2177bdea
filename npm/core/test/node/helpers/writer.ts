/**
 * A process that writes as long as it lives: it adds a line to one file, under the lock, and then reports that to its
 * parent. Run as `node writer.mjs <root> <plansDir> <marks> <name>`.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { nodeHost } from '../../../src/node/host.ts';

const [root = '', plansDir = '', marks = '', name = ''] = process.argv.slice(2);
const host = nodeHost(root, plansDir);

/** One line for the parent. */
export type Report =
  | { entered: number }
  | { added: string; waitedMs: number }
  | { overlaps: string }
  | { failed: unknown };

function report(report: Report): void {
  writeSync(1, `${JSON.stringify(report)}\n`);
}

/** Other processes that work under the lock, found without its help. */
function othersInside(): string[] {
  return readdirSync(marks).filter((pid) => pid !== String(process.pid) && isAlive(pid));
}

/** A process that was killed exists until its parent has noticed: on Linux as a zombie, elsewhere not for long. */
function isAlive(pid: string): boolean {
  for (let time = 0; time < 20; time += 1) {
    try {
      process.kill(Number(pid), 0);
      if (process.platform === 'linux' && isZombie(pid)) return false;
    } catch {
      return false;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
  }
  return true;
}

function isZombie(pid: string): boolean {
  const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return 'ZX'.includes(status.charAt(status.lastIndexOf(')') + 2));
}

async function add(line: string): Promise<void> {
  const begin = performance.now();
  const locked = await host.lock({ create: true });
  const waitedMs = performance.now() - begin;
  if (locked.kind !== 'locked') return report({ failed: locked });
  report({ entered: Date.now() });
  const mark = join(marks, String(process.pid));
  writeFileSync(mark, '');
  for (const other of othersInside()) report({ overlaps: `${process.pid} and ${other}` });

  const found = locked.lock.read('log.md');
  const before = found.kind === 'file' ? Buffer.from(found.bytes).toString() : '';
  const bytes = Buffer.from(`${before}${line}\n`);
  const expect = found.kind === 'file' ? { etag: found.etag ?? '' } : 'absent';
  const committed = locked.lock.commit([{ path: 'log.md', op: 'put', expect, bytes }]);

  rmSync(mark);
  locked.lock.release();
  report(committed.kind === 'committed' ? { added: line, waitedMs } : { failed: committed });
}

// Ends with its parent.
process.stdin.on('end', () => process.exit()).resume();
for (let count = 0; ; count++) await add(`${name}.${count}`);
