import { PatientTransport } from './patient-transport.ts';

/**
 * Stdio that notices when the client wants to hear of changes. The SDK answers `subscriptions/listen`
 * before a server sees it, and nothing would tell us to start watching.
 */
export class ListeningTransport extends PatientTransport {
  readonly #prepare: () => Promise<void>;
  #prepared: Promise<void> | undefined;

  /** `prepare` runs before the first such request goes on: no change after its answer is missed. */
  constructor(prepare: () => Promise<void>) {
    super();
    this.#prepare = prepare;
  }

  override async start(): Promise<void> {
    const deliver = this.onmessage;
    this.onmessage = (message) => {
      if ('method' in message && message.method === 'subscriptions/listen') {
        // A client that cannot be told of changes can still do everything else.
        this.#prepared ??= this.#prepare().catch((error) => this.onerror?.(error));
      }
      // What comes later waits too, or it would come earlier.
      if (this.#prepared === undefined) deliver?.(message);
      else this.#prepared.then(() => deliver?.(message));
    };
    await super.start();
  }
}
