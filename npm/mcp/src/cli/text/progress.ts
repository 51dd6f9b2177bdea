export interface StatusCounts {
  total: number;
  todo: number;
  doing: number;
  done: number;
}

const CELLS = 10;

/** Only a finished plan has a full bar and 100 %. */
function shareOf({ done, total }: StatusCounts, of: number): number {
  if (total === 0) return 0;
  const share = Math.round((done / total) * of);
  return done === total ? share : Math.min(of - 1, share);
}

/** `███░░░░░░░` */
export function bar(counts: StatusCounts): string {
  const full = shareOf(counts, CELLS);
  return '█'.repeat(full) + '░'.repeat(CELLS - full);
}

export const percent = (counts: StatusCounts): number => shareOf(counts, 100);

/** `37/120 ███░░░░░░░ 31%` */
export function progress(counts: StatusCounts): string {
  return `${counts.done}/${counts.total} ${bar(counts)} ${percent(counts)}%`;
}

export function isStatusCounts(value: unknown): value is StatusCounts {
  if (typeof value !== 'object' || value === null) return false;
  const counts = value as Partial<Record<keyof StatusCounts, unknown>>;
  return ['total', 'todo', 'doing', 'done'].every(
    (key) => typeof counts[key as keyof StatusCounts] === 'number',
  );
}
