/**
 * Messages over stdio, a line each. In place of the SDK's own transport, which passes over a line
 * that is no message without a word, puts replacement characters where bytes are not UTF-8, hangs up
 * on a long message, and at the end of the input drops the calls that are still at work.
 */
import type { Readable, Writable } from 'node:stream';
import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  parseJSONRPCMessage,
  type RequestId,
  type Transport,
} from '@modelcontextprotocol/server';
import { type ErrorAnswer, LONGEST_MESSAGE, readIncoming } from './incoming.ts';
import { LineReader } from './line-reader.ts';

/** Has no answer of its own; it lasts for as long as the connection. */
const LISTEN = 'subscriptions/listen';

/** Longer than any call waits for a lock; for what is never answered. */
const LONGEST_WAIT_MS = 30_000;

export interface StdioOptions {
  input?: Readable;
  output?: Writable;
  /** Messages that somebody else took and answered: delivered first, and their answers are not sent again. */
  answered?: readonly unknown[];
  /**
   * Runs before the first request to hear of changes goes on, so that none after its answer is
   * missed. The SDK answers such a request before a server sees it.
   */
  prepareToListen?: () => Promise<void>;
}

export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #answered: readonly unknown[];
  /** Told of the answer to a message that has one already. */
  #onRepeated: (() => void) | undefined;
  readonly #reader = new LineReader(LONGEST_MESSAGE);
  readonly #prepareToListen: () => Promise<void>;
  /** From the first request to listen on: what comes later waits for it too, or it would come earlier. */
  #prepared: Promise<void> | undefined;
  readonly #unanswered = new Set<RequestId>();
  #backstop: NodeJS.Timeout | undefined;
  #hasEnded = false;
  #isClosed = false;

  constructor({ input, output, answered, prepareToListen }: StdioOptions = {}) {
    this.#input = input ?? process.stdin;
    this.#output = output ?? process.stdout;
    this.#answered = answered ?? [];
    this.#prepareToListen = prepareToListen ?? (async () => {});
  }

  async start(): Promise<void> {
    this.#input.on('error', this.#report);
    // Whoever does not read the answers has gone away.
    this.#output.on('error', this.#giveUp);
    for (const message of this.#answered) await this.#repeat(parseJSONRPCMessage(message));
    this.#input.on('end', this.#end);
    this.#input.on('close', this.#end);
    this.#input.on('data', this.#receive);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) {
      if (this.#onRepeated) return this.#onRepeated();
      this.#settle(message.id);
    }
    this.#write(message);
    this.#closeIfDone();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#backstop);
    this.#input.off('data', this.#receive);
    // What nobody reads keeps the process alive all the same.
    this.#input.destroy();
    this.onclose?.();
  }

  /** One after the other, so that what is answered meanwhile is this message. */
  async #repeat(message: JSONRPCMessage): Promise<void> {
    if (!isJSONRPCRequest(message)) return this.onmessage?.(message);
    await new Promise<void>((resolve) => {
      this.#onRepeated = resolve;
      this.onmessage?.(message);
    });
    this.#onRepeated = undefined;
  }

  #receive = (chunk: Buffer): void => {
    for (const line of this.#reader.lines(chunk)) {
      const incoming = readIncoming(line);
      if (incoming.kind === 'message') this.#take(incoming.message);
      else if (incoming.kind === 'wrong') this.#refuse(incoming.answer);
    }
  };

  #take(message: JSONRPCMessage): void {
    if (isJSONRPCRequest(message)) {
      if (message.method === LISTEN) this.#prepare();
      else this.#unanswered.add(message.id);
    }
    if (this.#prepared === undefined) this.#deliver(message);
    else this.#prepared.then(() => this.#deliver(message));
  }

  /** A client that cannot be told of changes can still do everything else. */
  #prepare(): void {
    this.#prepared ??= this.#prepareToListen().catch(this.#report);
  }

  #deliver(message: JSONRPCMessage): void {
    this.onmessage?.(message);
    // Nobody waits any more for what is cancelled, and it gets no answer.
    if (isJSONRPCNotification(message) && message.method === 'notifications/cancelled') {
      this.#settle(message.params?.requestId);
      this.#closeIfDone();
    }
  }

  #refuse(answer: ErrorAnswer): void {
    this.#report(new Error(answer.error.message));
    this.#write(answer);
  }

  #write(message: JSONRPCMessage | ErrorAnswer): void {
    if (!this.#isClosed) this.#output.write(`${JSON.stringify(message)}\n`);
  }

  #settle(id: unknown): void {
    if (typeof id === 'string' || typeof id === 'number') this.#unanswered.delete(id);
  }

  /** What was asked before the end of the input is answered. */
  #end = (): void => {
    if (this.#hasEnded || this.#isClosed) return;
    this.#hasEnded = true;
    this.#backstop = setTimeout(() => this.close(), LONGEST_WAIT_MS);
    this.#closeIfDone();
  };

  #closeIfDone(): void {
    if (this.#hasEnded && this.#unanswered.size === 0) this.close();
  }

  #report = (error: Error): void => {
    this.onerror?.(error);
  };

  #giveUp = (error: Error): void => {
    if (this.#isClosed) return;
    this.#report(error);
    this.close();
  };
}
