/** What a command of `ltp` is, and what it works with. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readConfig } from '../config.ts';
import { type CommandLine, type Flag, UsageError } from '../flags.ts';
import type { Io } from '../io.ts';
import {
  type CallOptions,
  type CallRequest,
  openSession,
  type Session,
  type SessionSettings,
} from '../session.ts';
import { type Project, readAgent, readPolicy, readProject } from '../settings.ts';
import { Failure, failureReason } from './exit-code.ts';
import { createOutput, type Output } from './output.ts';
import { refusalOf } from './refusals.ts';

/** What the overview shows of a command. */
export interface Command {
  /** As it is typed: `show`, `plan list`. */
  words: string;
  /** Other words for it. */
  aliases?: readonly string[];
  /** One line of the overview. */
  summary: string;
  /** The heading of the overview above it. */
  group: string;
  /** Only `ltp help --all` lists it. */
  isHidden?: boolean;
  /** The rest of it. For a tool, it is derived from the tool's schema on use. */
  define(): CommandDefinition;
}

export interface CommandDefinition {
  /** What follows the command's words: `<plan> [flags]`. */
  usage: string;
  /** Without `--json`: text for people and pipes, or text on a terminal and JSON elsewhere. */
  output?: 'text' | 'auto';
  /** What the summary does not say. */
  about?: string;
  examples: Example[];
  /** Its own flags. One of the same name replaces a common flag. */
  flags: Flag[];
  /** What each word after the command is, for completion; a last one that can repeat ends in `…`. */
  positionals?: readonly Positional[];
  /** Returns the exit code. A `UsageError` or `Failure` is reported in one line. */
  run(context: CommandContext): number | Promise<number>;
}

export type Positional =
  | 'plan'
  | 'plan…'
  | 'task'
  | 'task…'
  | 'openTask…'
  | 'doneTask…'
  | 'planOrTask'
  | 'change'
  | 'file'
  | readonly string[];

/** Tests run every example, unless it says why they cannot. */
export interface Example {
  line: string;
  what: string;
  untested?: string;
}

/** The program and its surroundings. */
export interface Program {
  version: string;
  /** The folder of the wasm and the page. */
  wasmDir: string;
  io: Io;
}

/** What a tool returned. */
export type Result = Record<string, unknown>;

/** How a command was typed. */
export interface CommandUse {
  line: CommandLine;
  /** All flags that the command knows, including the common ones. */
  flags: readonly Flag[];
  /** What messages call it. */
  name?: string;
  output?: CommandDefinition['output'];
}

/** One use of a command. */
export class CommandContext {
  /** `ltp list` */
  readonly name: string;
  readonly program: Program;
  readonly io: Io;
  readonly line: CommandLine;
  /** What was typed after the command's own words. */
  readonly words: readonly string[];
  readonly output: Output;
  /** When the command was given, in milliseconds since 1970. All its changes have this time, and are undone together. */
  readonly now: number;
  #session: Session | undefined;
  #project: Project | undefined;
  #hasReadInput = false;

  constructor(program: Program, { line, flags, name = 'ltp', output = 'auto' }: CommandUse) {
    this.program = program;
    this.io = program.io;
    this.line = line;
    this.name = name;
    this.words = line.words;
    this.output = createOutput(program.io, line, flags, output);
    this.now = program.io.now();
  }

  get project(): Project {
    this.#project ??= readProject(this.line, this.io.env, this.io.cwd);
    return this.#project;
  }

  /** Who makes the changes: the name that was given, or else the user's. */
  get caller(): string {
    return readAgent(this.line, this.io.env) ?? this.io.user;
  }

  /** The path of the plans directory. */
  get plansPath(): string {
    return join(this.project.root, this.project.plansDir);
  }

  /** A core with these toolsets. Nothing is read before the first call. */
  session(...toolsets: string[]): Session {
    return openSession(this.settings(...toolsets), this.program.wasmDir, [], this.io);
  }

  /** The core of a command for people. All its calls have the same time. */
  get #core(): Session {
    const clock = { now: () => this.now, entropy: () => this.io.entropy() };
    this.#session ??= openSession(this.settings('plan', 'doc'), this.program.wasmDir, [], clock);
    return this.#session;
  }

  /** The result of a tool. An error is thrown. */
  async tool(name: string, args: object): Promise<Result> {
    try {
      return await this.call(this.#core, { kind: 'tool', name, args: { ...args } });
    } catch (error) {
      throw error instanceof Failure ? refusalOf(error, args, this.project) : error;
    }
  }

  /** What a tool would do, without writing anything. */
  toolDryRun(name: string, args: object): Promise<{ result: Result; diff: string }> {
    return this.dryRun(this.#core, { kind: 'tool', name, args: { ...args } });
  }

  async toolDiff(name: string, args: object): Promise<string> {
    return (await this.toolDryRun(name, args)).diff;
  }

  /** Whether the command was typed at a terminal by a person, and not by an agent in its shell. */
  get isPerson(): boolean {
    return this.io.isInteractive && readAgent(this.line, this.io.env) === undefined;
  }

  settings(...toolsets: string[]): SessionSettings {
    const project = readProject(this.line, this.io.env, this.io.cwd, toolsets);
    const config = project.isRootUnknown ? {} : readConfig(project.root, project.plansDir);
    const caller = { isLasting: true, isPerson: this.isPerson };
    return { ...project, ...readPolicy(this.line, config), toolsets, caller };
  }

  /** The result of a call. An error is thrown. */
  async call(session: Pick<Session, 'call'>, request: CallRequest): Promise<Result> {
    return (await this.#reply(session, request)).result;
  }

  /** The result and the diff of a call that writes nothing. */
  async dryRun(session: Session, request: CallRequest): Promise<{ result: Result; diff: string }> {
    const { result, diff = '' } = await this.#reply(session, request, { dryRun: true });
    return { result, diff };
  }

  async #reply(session: Pick<Session, 'call'>, request: CallRequest, options?: CallOptions) {
    const reply = await session.call(request, this.caller, options);
    if ('error' in reply) throw Failure.of(reply.error);
    return reply;
  }

  /** One of the words that a command takes. */
  word(index: number, name: string): string {
    const word = this.words[index];
    if (word === undefined) throw new UsageError(`${name} is missing`);
    return word;
  }

  /** Refuses words that the command would ignore. */
  atMost(words: number): void {
    const extra = this.words[words];
    if (extra !== undefined) throw new UsageError(`Unexpected argument "${extra}"`);
  }

  /** The absolute path of a file that the user named. */
  path(file: string): string {
    return resolve(this.io.cwd, file);
  }

  readFile(file: string): Uint8Array {
    try {
      return readFileSync(this.path(file));
    } catch (error) {
      throw new Failure(`${file} cannot be read: ${failureReason(error)}`);
    }
  }

  /** All of standard input. */
  readInput(): Uint8Array {
    if (this.#hasReadInput) throw new UsageError('Standard input can be read only once');
    this.#hasReadInput = true;
    try {
      return this.io.readInput();
    } catch (error) {
      throw new Failure(`Standard input cannot be read: ${failureReason(error)}`);
    }
  }

  /** The text of a file: `-` is standard input, and a path can have an `@` before it. */
  readText(source: string): string {
    const file = source.replace(/^@/, '');
    const bytes = file === '-' ? this.readInput() : this.readFile(file);
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
      throw new Failure(`${file === '-' ? 'Standard input' : file} is not UTF-8`);
    }
  }
}
