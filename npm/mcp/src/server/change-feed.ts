/** News of changed resources, from one watcher to all who want to hear. */

export interface Change {
  /** Resources whose text is another one now; of those that are gone too. */
  uris: string[];
  /** Whether resources came or went. */
  ofList: boolean;
}

export type OnChange = (change: Change) => void;

export class ChangeFeed {
  readonly #watch: (tell: OnChange) => Promise<void>;
  readonly #listeners = new Set<OnChange>();
  #started: Promise<void> | undefined;

  /** `watch` starts to tell; nothing is watched before somebody wants to know. */
  constructor(watch: (tell: OnChange) => Promise<void>) {
    this.#watch = watch;
  }

  /** From the end of this on, every change is told. */
  start(): Promise<void> {
    this.#started ??= this.#watch((change) => {
      for (const listener of this.#listeners) listener(change);
    });
    return this.#started;
  }

  /** Returns what ends it. */
  listen(listener: OnChange): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
