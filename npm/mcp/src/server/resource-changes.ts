/** Changes of resources, from one watcher to all connections. */

export interface ResourceChange {
  /** Resources whose text has changed, or that were deleted. */
  uris: string[];
  /** Whether resources were created or deleted. */
  listChanged: boolean;
}

export type OnResourceChange = (change: ResourceChange) => void;

export class ResourceChanges {
  readonly #watch: (onChange: OnResourceChange) => Promise<void>;
  readonly #listeners = new Set<OnResourceChange>();
  #started: Promise<void> | undefined;

  /** `watch` starts the watcher. It is called when the first client wants to know of changes. */
  constructor(watch: (onChange: OnResourceChange) => Promise<void>) {
    this.#watch = watch;
  }

  /** Every change after the returned promise resolves is reported. */
  start(): Promise<void> {
    this.#started ??= this.#watch((change) => {
      for (const listener of this.#listeners) listener(change);
    });
    return this.#started;
  }

  /** Returns a function that removes the listener. */
  listen(listener: OnResourceChange): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
