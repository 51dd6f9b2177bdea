/** Colors and width of a terminal. */
import type { Io } from '../../io.ts';

const CODES = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  magenta: [35, 39],
  cyan: [36, 39],
} as const;

export type Color = keyof typeof CODES;

export interface Style {
  /** Columns of the terminal; infinite without one. */
  width: number;
  paint(color: Color, text: string): string;
}

/** For a terminal that does not know its width. */
const DEFAULT_WIDTH = 80;
const MIN_WIDTH = 20;

export function createStyle(io: Io): Style {
  const hasColors = wantsColors(io);
  return {
    width: Math.max(MIN_WIDTH, widthOf(io)),
    paint: (color, text) => {
      if (!hasColors || text === '') return text;
      const [on, off] = CODES[color];
      return `\u001b[${on}m${text}\u001b[${off}m`;
    },
  };
}

/** See no-color.org and force-color.org: an empty variable counts as unset. */
function wantsColors({ env, terminal }: Io): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  return terminal !== undefined && env.TERM !== 'dumb';
}

/** Text in a file or a pipe is not truncated unless COLUMNS demands it. */
function widthOf({ env, terminal }: Io): number {
  if (terminal?.columns) return terminal.columns;
  const columns = Number(env.COLUMNS);
  if (Number.isInteger(columns) && columns > 0) return columns;
  return terminal ? DEFAULT_WIDTH : Number.POSITIVE_INFINITY;
}
