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
  /** Columns of the terminal. */
  width: number;
  paint(look: Look, text: string): string;
}

/** What is read on no terminal gets this many columns. */
const USUAL_WIDTH = 100;
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

function widthOf(isTerminal: boolean, env: NodeJS.ProcessEnv): number {
  if (isTerminal && process.stdout.columns > 0) return process.stdout.columns;
  const columns = Number(env.COLUMNS);
  return Number.isInteger(columns) && columns > 0 ? columns : USUAL_WIDTH;
}
