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
  type RequestId,
  type Transport,
} from '@modelcontextprotocol/server';
import { type ErrorAnswer, LONGEST_MESSAGE, readIncoming } from './incoming.ts';
import { LineReader } from './line-reader.ts';

export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #reader = new LineReader(LONGEST_MESSAGE);
  /** Calls of tools that are not answered yet. */
  readonly #atWork = new Set<RequestId>();
  #hasEnded = false;
  #isClosed = false;

  constructor(input: Readable = process.stdin, output: Writable = process.stdout) {
    this.#input = input;
    this.#output = output;
  }

  async start(): Promise<void> {
    this.#input.on('data', this.#receive);
    this.#input.on('end', this.#end);
    this.#input.on('close', this.#end);
    this.#input.on('error', this.#report);
    // Whoever does not read the answers has gone away.
    this.#output.on('error', this.#giveUp);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) {
      this.#settle(message.id);
    }
    this.#write(message);
    this.#closeIfDone();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#input.off('data', this.#receive);
    // What nobody reads keeps the process alive all the same.
    this.#input.destroy();
    this.onclose?.();
  }

  #receive = (chunk: Buffer): void => {
    for (const line of this.#reader.lines(chunk)) {
      const incoming = readIncoming(line);
      if (incoming.kind === 'message') this.#take(incoming.message);
      else if (incoming.kind === 'wrong') this.#refuse(incoming.answer);
    }
  };

  #take(message: JSONRPCMessage): void {
    if (isJSONRPCRequest(message) && message.method === 'tools/call') this.#atWork.add(message.id);
    this.onmessage?.(message);
    if (isJSONRPCNotification(message) && message.method === 'notifications/cancelled') {
      this.#settle(message.params?.requestId);
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
    if (typeof id === 'string' || typeof id === 'number') this.#atWork.delete(id);
  }

  /** What was asked before the end of the input is answered. */
  #end = (): void => {
    this.#hasEnded = true;
    this.#closeIfDone();
  };

  #closeIfDone(): void {
    if (this.#hasEnded && this.#atWork.size === 0) this.close();
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
