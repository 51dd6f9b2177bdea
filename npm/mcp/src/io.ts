/** The standard streams, the environment and the terminal as one object, so that `ltp` also runs inside a test. */
import { fstatSync, readSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { isatty } from 'node:tty';

export interface Io {
  readonly env: NodeJS.ProcessEnv;
  /** The working directory. */
  readonly cwd: string;
  /** The terminal that shows standard output; `undefined` for a file or a pipe. */
  readonly terminal: TerminalSize | undefined;
  /** Whether a person can reply to a prompt. */
  readonly isInteractive: boolean;
  /** Writes to standard output. Returns false once its reader is gone, as with `head`. */
  print(content: string | Uint8Array): boolean;
  /** Writes a line, or several, to standard error. */
  logLine(line: string): void;
  /** All of standard input; it can be read once. */
  readInput(): Uint8Array;
  openPrompt(): Prompt;
  /** Resolves when the user stops the program. */
  stopped(): Promise<void>;
}

/** A terminal need not know its size. */
export interface TerminalSize {
  columns?: number | undefined;
  rows?: number | undefined;
}

export interface Prompt {
  /** The line that the user types; `undefined` at the end of the input. */
  ask(question: string): Promise<string | undefined>;
  close(): void;
}

const STDIN = 0;
const STDOUT = 1;
export const STDERR = 2;

/** The streams of this process. */
export const processIo: Io = {
  get env() {
    return process.env;
  },
  get cwd() {
    return process.cwd();
  },
  get terminal() {
    return isTerminal(STDOUT) ? process.stdout : undefined;
  },
  get isInteractive() {
    return isTerminal(STDIN) && isTerminal(STDOUT);
  },
  print,
  logLine,
  readInput,
  openPrompt: () => new TerminalPrompt(),
  stopped: () =>
    new Promise((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, resolve);
    }),
};

/** A failure does not stop the work: there is nowhere left to report it. */
export function logLine(line: string): void {
  try {
    // The console of Windows expects another character set, which only Node's stream knows.
    if (process.platform === 'win32' && isTerminal(STDERR)) process.stderr.write(`${line}\n`);
    else writeSync(STDERR, `${line}\n`);
  } catch {
    // See above.
  }
}

/** Node's stream is used only where necessary: creating it takes a tenth of the start-up time of a small command. */
export function print(content: string | Uint8Array): boolean {
  let rest = Buffer.from(content);
  // The console of Windows expects another character set, and pending output must stay in order.
  if (process.platform === 'win32' || isPending) return printLater(rest);
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(STDOUT, rest));
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (isReaderGoneCode(code)) return false;
    // The pipe is non-blocking and full.
    if (code !== 'EAGAIN') throw error;
    return printLater(rest);
  }
}

/** Windows reports the end of the file. */
function isReaderGoneCode(code: string | undefined): boolean {
  return code === 'EPIPE' || code === 'EOF';
}

let isPending = false;
let isReaderGone = false;

function printLater(bytes: Uint8Array): boolean {
  isPending = true;
  if (process.stdout.listenerCount('error') === 0) {
    process.stdout.on('error', (error: NodeJS.ErrnoException) => {
      if (!isReaderGoneCode(error.code)) throw error;
      isReaderGone = true;
    });
  }
  process.stdout.write(bytes);
  return !isReaderGone;
}

const PART_BYTES = 64 * 1024;
const PAUSE_MS = 10;

function readInput(): Uint8Array {
  const parts: Uint8Array[] = [];
  for (;;) {
    const part = readPart();
    if (part === 'later') pause();
    else if (part.length === 0) return Buffer.concat(parts);
    else parts.push(part);
  }
}

/** `later` if the input is non-blocking and has no data yet. */
function readPart(): Uint8Array | 'later' {
  const part = Buffer.alloc(PART_BYTES);
  try {
    return part.subarray(0, readSync(STDIN, part));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EAGAIN') return 'later';
    if (code === 'EOF') return part.subarray(0, 0);
    throw error;
  }
}

function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
}

/** Most files and pipes are recognized without Node's code for terminals, which is slow to load. */
export function isTerminal(descriptor: number): boolean {
  try {
    if (!fstatSync(descriptor).isCharacterDevice()) return false;
  } catch {
    return false;
  }
  return isatty(descriptor);
}

/** Keeps lines that arrive before they are asked for. */
class TerminalPrompt implements Prompt {
  readonly #terminal = createInterface({ input: process.stdin, output: process.stdout });
  readonly #lines: string[] = [];
  #onLine: ((line: string | undefined) => void) | undefined;
  #hasEnded = false;

  constructor() {
    this.#terminal.on('line', (line) => {
      if (this.#onLine) this.#reply(line);
      else this.#lines.push(line);
    });
    this.#terminal.on('close', () => {
      this.#hasEnded = true;
      this.#reply(undefined);
    });
  }

  ask(question: string): Promise<string | undefined> {
    process.stdout.write(question);
    const line = this.#lines.shift();
    if (line !== undefined || this.#hasEnded) return Promise.resolve(line);
    return new Promise((resolve) => {
      this.#onLine = resolve;
    });
  }

  close(): void {
    this.#terminal.close();
  }

  #reply(line: string | undefined): void {
    const onLine = this.#onLine;
    this.#onLine = undefined;
    onLine?.(line);
  }
}
