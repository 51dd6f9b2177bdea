/**
 * A process that writes for as long as it lives: it adds a line to one file, under the lock, and
 * then tells its parent so. Run as `node writer.cjs <root> <plansDir> <marks> <name>`.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { nodeHost } from '../../../src/node/host.ts';

const [root = '', plansDir = '', marks = '', name = ''] = process.argv.slice(2);
const host = nodeHost(root, plansDir);

/** What the parent reads, a line each. */
export type Report =
  | { entered: number }
  | { added: string; waitedMs: number }
  | { overlaps: string }
  | { failed: unknown };

function report(report: Report): void {
  writeSync(1, `${JSON.stringify(report)}\n`);
}

/** Who is under the lock besides us, found out without the help of the lock. */
function othersInside(): string[] {
  return readdirSync(marks).filter((pid) => pid !== String(process.pid) && isAlive(pid));
}

function isAlive(pid: string): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch {
    return false;
  }
}

async function add(line: string): Promise<void> {
  const begin = performance.now();
  const locked = await host.lock(true);
  const waitedMs = performance.now() - begin;
  if (locked.kind !== 'locked') return report({ failed: locked });
  report({ entered: Date.now() });
  const mark = join(marks, String(process.pid));
  writeFileSync(mark, '');
  for (const other of othersInside()) report({ overlaps: `${process.pid} and ${other}` });

  const loaded = locked.lock.load('log.md');
  const before = loaded.kind === 'bytes' ? Buffer.from(loaded.bytes).toString() : '';
  const bytes = Buffer.from(`${before}${line}\n`);
  const expect = loaded.kind === 'bytes' ? loaded.etag : null;
  const committed = locked.lock.commit([{ path: 'log.md', op: 'put', expect, bytes }]);

  rmSync(mark);
  locked.lock.release();
  report(committed.kind === 'committed' ? { added: line, waitedMs } : { failed: committed });
}

// A parent that died has nobody to tell.
process.stdin.on('end', () => process.exit()).resume();
for (let count = 0; ; count++) await add(`${name}.${count}`);
