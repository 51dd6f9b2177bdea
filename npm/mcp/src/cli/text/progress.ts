export interface StatusCounts {
  total: number;
  todo: number;
  doing: number;
  done: number;
}

const CELLS = 10;

/** `37/120 ███░░░░░░░ 31%` */
export function progress({ done, total }: StatusCounts): string {
  const share = total === 0 ? 0 : done / total;
  // Only a finished plan has a full bar and 100 %.
  const full =
    done === total ? Math.round(share * CELLS) : Math.min(CELLS - 1, Math.round(share * CELLS));
  const percent = done === total ? Math.round(share * 100) : Math.min(99, Math.round(share * 100));
  return `${done}/${total} ${'█'.repeat(full)}${'░'.repeat(CELLS - full)} ${percent}%`;
}

export function isStatusCounts(value: unknown): value is StatusCounts {
  if (typeof value !== 'object' || value === null) return false;
  const counts = value as Partial<Record<keyof StatusCounts, unknown>>;
  return ['total', 'todo', 'doing', 'done'].every(
    (key) => typeof counts[key as keyof StatusCounts] === 'number',
  );
}
