/**
 * The project that a server works on. A project that was named or found by its plans is served from the start. Otherwise, the
 * first call asks the client for its roots, and what they lead to stays for the session.
 */
import { UsageError } from '../flags.ts';
import type { CallRequest, Reply, Session } from '../session.ts';
import type { Settings } from '../settings.ts';
import type { ServerDefinition } from './definition.ts';

export interface ServedProjectOptions {
  /** Of the project that is known at the start. */
  settings: Settings;
  define(settings: Settings): ServerDefinition;
  /** The settings of the project that a client's roots lead to, if any. */
  readRoots(uris: readonly string[]): Settings | undefined;
  open(settings: Settings): Promise<Session>;
}

export class ServedProject {
  readonly #options: ServedProjectOptions;
  #settings: Settings;
  #definition: ServerDefinition;
  #isSettled: boolean;
  readonly #onSettled: (() => void)[] = [];
  /** Why the project that the client named cannot be served. */
  #problem: string | undefined;
  #session: Promise<Session> | undefined;

  constructor(options: ServedProjectOptions) {
    this.#options = options;
    this.#settings = options.settings;
    this.#definition = options.define(options.settings);
    this.#isSettled = !options.settings.isFallback;
  }

  get settings(): Settings {
    return this.#settings;
  }

  get definition(): ServerDefinition {
    return this.#definition;
  }

  /** Whether a client's roots no longer matter. */
  get isSettled(): boolean {
    return this.#isSettled;
  }

  /** Only the first roots count. */
  settle(uris: readonly string[]): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    try {
      const settings = this.#options.readRoots(uris);
      if (settings !== undefined) {
        this.#definition = this.#options.define(settings);
        this.#settings = settings;
      }
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      this.#problem = error.message;
    }
    for (const work of this.#onSettled) work();
  }

  /** At once if the project is settled. */
  whenSettled(work: () => void): void {
    if (this.#isSettled) work();
    else this.#onSettled.push(work);
  }

  /** Many servers are started and receive no call, so the first one opens the session. */
  session(): Promise<Session> {
    this.#session ??= this.#options.open(this.#settings);
    return this.#session;
  }

  async call(request: CallRequest, actor: string): Promise<Reply> {
    if (this.#problem !== undefined) {
      return { error: { code: 'INVALID_CONFIG', message: this.#problem } };
    }
    return (await this.session()).call(request, actor);
  }
}
