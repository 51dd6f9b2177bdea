/** The moment from which something is wanted. */
import { UsageError } from '../flags.ts';

const UNITS = { h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** In milliseconds since 1970. Dates are local, and start at midnight. */
export function parseSince(text: string | undefined, now = Date.now()): number | undefined {
  if (text === undefined) return undefined;
  const ago = /^-?(\d{1,6})([hdw])$/.exec(text);
  if (ago) return now - Number(ago[1]) * UNITS[ago[2] as keyof typeof UNITS];
  if (text === 'today' || text === 'yesterday') return midnight(now, text === 'today' ? 0 : 1);
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const isTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text);
  const parsed = isDate || isTime ? Date.parse(isDate ? `${text}T00:00` : text) : Number.NaN;
  if (!Number.isNaN(parsed)) return parsed;
  throw new UsageError(
    `--since must be a date, today, yesterday or how long ago: 2026-12-01, -3d, -2w, not ${text}`,
  );
}

function midnight(now: number, daysBefore: number): number {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - daysBefore).getTime();
}
