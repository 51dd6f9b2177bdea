/**
 * Stdio that answers what was asked before the end of the input. The SDK's own transport closes at
 * the end at once, and what is not answered by then never is: a script that pipes its requests in
 * would not hear of writes that were made.
 */
import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

/** Longer than any call waits for a lock; a backstop for what is never answered. */
const LONGEST_WAIT_MS = 30_000;

/** Has no answer of its own; it lasts for as long as the connection. */
const LASTING = 'subscriptions/listen';

export class PatientTransport extends StdioServerTransport {
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #unanswered = new Set<RequestId>();
  #allAnswered: Promise<void> | undefined;
  #stopWaiting = (): void => {};

  constructor(input: Readable = process.stdin, output: Writable = process.stdout) {
    super(input, output);
    this.#input = input;
    this.#output = output;
  }

  override async start(): Promise<void> {
    const deliver = this.onmessage;
    this.onmessage = (message) => {
      this.#noteAsked(message);
      deliver?.(message);
    };
    await super.start();
  }

  override async send(message: JSONRPCMessage): Promise<void> {
    try {
      await super.send(message);
    } finally {
      if (!('method' in message) && message.id !== undefined) this.#noteSettled(message.id);
    }
  }

  override async close(): Promise<void> {
    if (this.#input.readableEnded && this.#output.writable) await this.#answers();
    await super.close();
    this.#stopWaiting();
  }

  #noteAsked(message: JSONRPCMessage): void {
    if (!('method' in message)) return;
    if ('id' in message && message.method !== LASTING) this.#unanswered.add(message.id);
    // Nobody waits any more for what is cancelled, and it gets no answer.
    if (message.method !== 'notifications/cancelled') return;
    const { requestId } = (message.params ?? {}) as { requestId?: RequestId };
    if (requestId !== undefined) this.#noteSettled(requestId);
  }

  #noteSettled(id: RequestId): void {
    this.#unanswered.delete(id);
    if (this.#unanswered.size === 0) this.#stopWaiting();
  }

  async #answers(): Promise<void> {
    if (this.#unanswered.size === 0) return;
    // Streams end and then close, and each of both closes us.
    this.#allAnswered ??= new Promise((resolve) => {
      const backstop = setTimeout(resolve, LONGEST_WAIT_MS);
      this.#stopWaiting = () => {
        clearTimeout(backstop);
        resolve();
      };
    });
    await this.#allAnswered;
  }
}
