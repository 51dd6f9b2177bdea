/** How text looks on this terminal. */

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

export type Look = keyof typeof CODES;

export interface Style {
  /** Columns of the terminal; infinite where there is none. */
  width: number;
  paint(look: Look, text: string): string;
}

/** Of a terminal that does not say how wide it is. */
const USUAL_WIDTH = 80;
const LEAST_WIDTH = 20;

export function styleOf(isTerminal: boolean, env: NodeJS.ProcessEnv): Style {
  const hasColours = wantsColours(isTerminal, env);
  return {
    width: Math.max(LEAST_WIDTH, widthOf(isTerminal, env)),
    paint: (look, text) => {
      if (!hasColours || text === '') return text;
      const [on, off] = CODES[look];
      return `\u001b[${on}m${text}\u001b[${off}m`;
    },
  };
}

/** See no-color.org and force-color.org: a variable that is empty was not set. */
function wantsColours(isTerminal: boolean, env: NodeJS.ProcessEnv): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  return isTerminal && env.TERM !== 'dumb';
}

/** What goes into a file or a pipe is not cut off, unless somebody says where. */
function widthOf(isTerminal: boolean, env: NodeJS.ProcessEnv): number {
  if (isTerminal && process.stdout.columns > 0) return process.stdout.columns;
  const columns = Number(env.COLUMNS);
  if (Number.isInteger(columns) && columns > 0) return columns;
  return isTerminal ? USUAL_WIDTH : Number.POSITIVE_INFINITY;
}
