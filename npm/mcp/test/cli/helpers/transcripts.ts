/** Runs the commands of a transcript as a user would type them. */

import { runLtp } from './ltp.ts';
import { entropyFor, makeSample, NOW, USER } from './sample.ts';

/** One command and what it prints. */
export interface Entry {
  /** As it is shown, with its remark. */
  line: string;
  output: string;
}

/** Ways in which the project of an example differs. */
export type Variant = (root: string) => void | Promise<void>;

export interface TranscriptOptions {
  folder: string;
  variant?: Variant | undefined;
  /** Prepares the folder in which the command runs. */
  place?: ((root: string) => string) | undefined;
}

/** `command # exit 2, typing y, after ltp done 9SMX` */
export function parseLine(line: string): {
  command: string;
  exitCode: number;
  typed: string[] | undefined;
  after: string | undefined;
  edits: string | undefined;
} {
  const [command = '', remark = ''] = line.split(/\s{2,}# /, 2);
  return {
    command: command.trim(),
    exitCode: Number(/exit (\d+)/.exec(remark)?.[1] ?? 0),
    typed: /typing (.*)$/.exec(remark)?.[1]?.split(' then '),
    after: /after (ltp [^,]*)/.exec(remark)?.[1],
    edits: undefined,
  };
}

/** The parts of a shell command: what is piped in, the words, and whether a pipe follows. */
export function parseCommand(command: string): {
  input?: string;
  args: string[];
  isPiped: boolean;
} {
  const isPiped = / \| cat$/.test(command);
  const rest = command.replace(/ \| cat$/, '');
  const [, piped, own = rest] = /^(.*) \| (ltp.*)$/.exec(rest) ?? [];
  const input = piped === undefined ? undefined : inputOf(piped);
  const args = shellWords(own).slice(1);
  return { ...(input !== undefined && { input }), args, isPiped };
}

function inputOf(command: string): string {
  const text = /^printf '(.*)'$/.exec(command)?.[1];
  return text === undefined ? '\n' : text.replaceAll('\\n', '\n');
}

function shellWords(text: string): string[] {
  const words = text.match(/"[^"]*"|'[^']*'|\S+/g) ?? [];
  return words.map((word) => word.replace(/^(["'])(.*)\1$/, '$2'));
}

const FIRST_ID = 'K2VD';
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The end of the id that comes some steps after another. */
function laterId(ending: string, steps: number): string {
  const last = DIGITS.indexOf(ending.at(-1) ?? '') + steps;
  return ending.slice(0, -1) + DIGITS[last];
}

/** Gives every new task of a page its own id. */
export class NewIds {
  #used = 0;

  next(command: string): string {
    if (/-p platform/.test(command)) return 'V0C8';
    if (/\bfix\b|\bdone 9SN0\b/.test(command)) return 'K9R1';
    const ending = laterId(FIRST_ID, this.#used);
    if (/^ltp add|\| ltp add/.test(command)) this.#used += /\| ltp add/.test(command) ? 2 : 1;
    return ending;
  }
}

export async function runEntry(
  line: string,
  options: TranscriptOptions,
  ids: NewIds,
): Promise<string> {
  const { command, exitCode, typed, after } = parseLine(line);
  const root = await makeSample(options.folder);
  await options.variant?.(root);
  const cwd = options.place?.(root) ?? root;
  if (after !== undefined) await run(after, cwd, options.folder, { ids });
  const { code, output } = await run(command, cwd, options.folder, { ids, typed });
  if (code !== exitCode)
    throw new Error(`${command} ended with ${code}, not ${exitCode}:\n${output}`);
  return output.replaceAll(options.folder, '~');
}

async function run(
  command: string,
  cwd: string,
  home: string,
  { ids, typed }: { ids: NewIds; typed?: string[] | undefined },
): Promise<{ code: number | null; output: string }> {
  const { input, args, isPiped } = parseCommand(command);
  const isTerminal = !isPiped && input === undefined;
  const entropy = entropyFor(ids.next(command));
  const { code, stdout, stderr } = await runLtp(cwd, args, {
    env: { HOME: home, NO_COLOR: '1', PAGER: 'cat', TERM: 'xterm' },
    user: USER,
    now: () => NOW,
    entropy: () => entropy,
    echo: true,
    ...(input !== undefined && { input }),
    ...(isPiped ? {} : { terminal: { columns: 80, rows: 40 } }),
    ...(isTerminal && { typed: typed ?? [] }),
  });
  return { code, output: stdout + stderr };
}

/** The commands of a fenced block. */
export function entriesOf(block: string): Entry[] {
  const entries: Entry[] = [];
  for (const line of block.replace(/\n$/, '').split('\n')) {
    const last = entries.at(-1);
    if (line.startsWith('$ ')) entries.push({ line: line.slice(2), output: '' });
    else if (last) last.output += `${line}\n`;
  }
  return entries;
}
