/** One use of a command: what was typed, and what a command needs to answer it. */
import { userInfo } from 'node:os';
import type { RunOptions } from 'long-term-plan-core/slim';
import { readConfig } from '../config.ts';
import { type CommandLine, type Flag, UsageError } from '../flags.ts';
import { type Asked, openSession, type Session, type SessionSettings } from '../session.ts';
import { type Place, readPlace, readPolicy } from '../settings.ts';
import { Failure } from './exit-code.ts';
import { type Output, outputFor } from './output.ts';

/** What the process was started as. */
export interface Program {
  version: string;
  coreFolder: string;
}

/** What a tool answered. */
export type Result = Record<string, unknown>;

export class Invocation {
  readonly program: Program;
  /** What was typed after the command's own words. */
  readonly words: readonly string[];
  readonly line: CommandLine;
  readonly output: Output;
  #place: Place | undefined;

  /** `flags` are all that the command knows, the common ones too. */
  constructor(program: Program, line: CommandLine, flags: readonly Flag[]) {
    this.program = program;
    this.line = line;
    this.words = line.words;
    this.output = outputFor(line, flags);
  }

  /** Where the plans are. */
  get place(): Place {
    this.#place ??= readPlace(this.line, process.env, process.cwd());
    return this.#place;
  }

  /** A core with these toolsets on the plans. Nothing is read before something is asked. */
  session(...toolsets: string[]): Session {
    return openSession(this.settings(...toolsets), this.program.coreFolder);
  }

  /** What a core on the plans has to keep to. */
  settings(...toolsets: string[]): SessionSettings {
    const { root, plansDir } = readPlace(this.line, process.env, process.cwd(), toolsets);
    return { root, plansDir, ...readPolicy(this.line, readConfig(root, plansDir)), toolsets };
  }

  /** What a call answers. What it refuses is thrown. */
  async ask(
    session: Pick<Session, 'ask'>,
    asked: Asked,
    who: () => string = userName,
  ): Promise<Result> {
    return (await this.#reply(session, asked, who)).result;
  }

  /** The same of a call that writes nothing and tells what it would. */
  async preview(session: Session, asked: Asked): Promise<{ result: Result; diff: string }> {
    const { result, diff = '' } = await this.#reply(session, asked, userName, { preview: true });
    return { result, diff };
  }

  async #reply(
    session: Pick<Session, 'ask'>,
    asked: Asked,
    who: () => string,
    options?: RunOptions,
  ) {
    const reply = await session.ask(asked, who(), options);
    if ('error' in reply) throw Failure.of(reply.error);
    return reply;
  }

  /** The only word, or one of the words, that a command takes. */
  word(index: number, name: string): string {
    const word = this.words[index];
    if (word === undefined) throw new UsageError(`${name} is missing`);
    return word;
  }

  /** Refuses what nobody will look at. */
  atMost(words: number): void {
    const extra = this.words[words];
    if (extra !== undefined) throw new UsageError(`"${extra}" is one word too many`);
  }
}

/** Whoever only reads is named nowhere, and need not be found out. */
export function anybody(): string {
  return 'ltp';
}

/** Some containers run under a user that has no name. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'ltp';
  }
}
