/** `ltp` in the process of the test. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { ltp as runMain } from '../../../src/cli/main.ts';
import type { Io, Prompt, TerminalSize } from '../../../src/io.ts';
import { type Finished, ltpChecks } from './demo.ts';

export * from './demo.ts';

const wasmDir = join(import.meta.dirname, '..', '..', '..', 'dist');

export interface RunOptions {
  /** All of standard input. */
  input?: string | Uint8Array;
  env?: NodeJS.ProcessEnv;
  /** Makes standard output a terminal. */
  terminal?: TerminalSize;
  /** The lines that a user types at a terminal. */
  typed?: string[];
  /** Whether what the user types is part of the output, as on a terminal. */
  echo?: boolean;
  user?: string;
  now?: () => number;
  entropy?: () => Uint8Array;
  /** What an editor does with a file. */
  runEditor?: (editor: string, file: string) => Promise<number>;
}

/** A run that has not ended yet. */
export interface Running {
  finished: Promise<Finished>;
  /** The next line of standard output. */
  line(): Promise<string>;
  /** The next line of standard error. */
  logged(): Promise<string>;
  /** As a user stops it, with Control-C. */
  stop(): void;
  /** As a reader does that has seen enough. */
  closeOutput(): void;
}

export function startLtp(cwd: string, args: string[], options: RunOptions = {}): Running {
  const { input = '', env = {}, terminal, typed, user = 'tester', echo = false } = options;
  const stdout = new Lines();
  const stderr = new Lines();
  let isOpen = true;
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const lines = [...(typed ?? [])];
  const io: Io = {
    env: { PATH: process.env.PATH, ...env },
    cwd,
    user,
    now: options.now ?? Date.now,
    entropy: options.entropy ?? (() => randomBytes(10)),
    runEditor: options.runEditor ?? (async () => 0),
    terminal,
    isInteractive: typed !== undefined,
    print: (content) => {
      if (isOpen) stdout.add(Buffer.from(content).toString());
      return isOpen;
    },
    logLine: (line) => stderr.add(`${line}\n`),
    readInput: () => Buffer.from(input),
    openPrompt: () => promptOf(lines, (text) => stdout.add(text), echo),
    stopped: () => stopped,
  };
  const finished = runMain(args, { version: '0.0.0', wasmDir, io }).then((code) => ({
    code,
    stdout: stdout.text,
    stderr: stderr.text,
  }));
  return {
    finished,
    line: () => stdout.next(),
    logged: () => stderr.next(),
    stop,
    closeOutput: () => {
      isOpen = false;
    },
  };
}

export function runLtp(root: string, args: string[], options?: RunOptions): Promise<Finished> {
  return startLtp(root, args, options).finished;
}

export const { ltp, ltpJson, ltpText, ltpFails } = ltpChecks(runLtp);

function promptOf(typed: string[], show: (text: string) => void, echo: boolean): Prompt {
  return {
    ask: async (question) => {
      show(question);
      const line = typed.shift();
      if (echo) show(`${line ?? ''}\n`);
      return line;
    },
    close: () => {},
  };
}

/** Collects output, of which each line can be awaited. */
class Lines {
  text = '';
  #read = 0;
  #onMore = () => {};

  add(text: string): void {
    this.text += text;
    this.#onMore();
  }

  async next(): Promise<string> {
    for (;;) {
      const end = this.text.indexOf('\n', this.#read);
      if (end >= 0) {
        const line = this.text.slice(this.#read, end);
        this.#read = end + 1;
        return line;
      }
      await new Promise<void>((resolve) => {
        this.#onMore = resolve;
      });
    }
  }
}
