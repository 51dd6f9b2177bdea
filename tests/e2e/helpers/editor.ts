/** A person with an editor, who reads and saves a file without taking a lock. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** How editors save: in place, or by renaming another file over it. */
export const SAVE_STYLES = {
  'in place': (file: string, text: string) => writeFileSync(file, text),
  'by renaming': (file: string, text: string) => {
    writeFileSync(`${file}.swp`, text);
    renameSync(`${file}.swp`, file);
  },
} as const;
export type SaveStyle = keyof typeof SAVE_STYLES;

export function editByHand(file: string, style: SaveStyle, change: (text: string) => string): void {
  SAVE_STYLES[style](file, change(readFileSync(file, 'utf8')));
}

/** Does something while a process is stopped at an arbitrary moment. */
export async function whileStopped<T>(pid: number, work: () => T): Promise<T> {
  process.kill(pid, 'SIGSTOP');
  try {
    while (!isStopped(pid)) await sleep(1);
    return work();
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}

function isStopped(pid: number): boolean {
  const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return status.slice(status.lastIndexOf(')') + 2).startsWith('T');
}
