/** How far a plan is. */
export interface Stats {
  total: number;
  todo: number;
  doing: number;
  done: number;
}

const CELLS = 10;

/** `37/120 ███░░░░░░░ 31%` */
export function progress({ done, total }: Stats): string {
  const share = total === 0 ? 0 : done / total;
  // All is full, and only all is: a bar must not say "done" of what is almost done.
  const full =
    done === total ? Math.round(share * CELLS) : Math.min(CELLS - 1, Math.round(share * CELLS));
  const percent = done === total ? Math.round(share * 100) : Math.min(99, Math.round(share * 100));
  return `${done}/${total} ${'█'.repeat(full)}${'░'.repeat(CELLS - full)} ${percent}%`;
}

export function isStats(value: unknown): value is Stats {
  if (typeof value !== 'object' || value === null) return false;
  const counts = value as Partial<Record<keyof Stats, unknown>>;
  return ['total', 'todo', 'doing', 'done'].every(
    (key) => typeof counts[key as keyof Stats] === 'number',
  );
}
