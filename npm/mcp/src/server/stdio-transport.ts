/**
 * Messages over stdio, one per line. The SDK's own transport ignores a line that is not a message, replaces bytes that are
 * not UTF-8, disconnects on a long message, and drops running calls when the input ends.
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

/** It has no reply; it lasts as long as the connection. */
const LISTEN = 'subscriptions/listen';

/** For calls that never reply. Longer than any call can take to get the lock. */
const MAX_WAIT_MS = 30_000;

/** A plan is at most half as large, and stays below this even with every character escaped. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

export interface StdioOptions {
  input?: Readable;
  output?: Writable;
  /** Messages that already have replies: they are delivered first, and the SDK's replies to them are not sent. */
  replayed?: readonly unknown[];
  /**
   * Runs before the first request to listen for changes is delivered, so that no change after its reply is missed. The SDK
   * replies to such a request before a server sees it.
   */
  prepareToListen?: () => Promise<void>;
}

export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #replayed: readonly unknown[];
  /** Called instead of sending the reply to a replayed message. */
  #onReplayed: (() => void) | undefined;
  readonly #reader = new LineReader(MAX_MESSAGE_BYTES);
  readonly #prepareToListen: () => Promise<void>;
  /** Set by the first request to listen. Later messages are delivered after it, so that the order stays. */
  #prepared: Promise<void> | undefined;
  readonly #pending = new Set<RequestId>();
  #backstop: NodeJS.Timeout | undefined;
  #hasEnded = false;
  #isClosed = false;

  constructor({ input, output, replayed, prepareToListen }: StdioOptions = {}) {
    this.#input = input ?? process.stdin;
    this.#output = output ?? process.stdout;
    this.#replayed = replayed ?? [];
    this.#prepareToListen = prepareToListen ?? (async () => {});
  }

  async start(): Promise<void> {
    this.#input.on('error', this.#report);
    // A client that does not read replies has disconnected.
    this.#output.on('error', this.#giveUp);
    for (const message of this.#replayed) await this.#replay(parseJSONRPCMessage(message));
    this.#input.on('end', this.#end);
    this.#input.on('close', this.#end);
    this.#input.on('data', this.#receive);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) {
      if (this.#onReplayed) return this.#onReplayed();
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
    // An input that is not read would keep the process alive.
    this.#input.destroy();
    this.onclose?.();
  }

  /** One at a time, so that the next reply belongs to this message. */
  async #replay(message: JSONRPCMessage): Promise<void> {
    if (!isJSONRPCRequest(message)) return this.onmessage?.(message);
    await new Promise<void>((resolve) => {
      this.#onReplayed = resolve;
      this.onmessage?.(message);
    });
    this.#onReplayed = undefined;
  }

  #receive = (chunk: Buffer): void => {
    for (const line of this.#reader.lines(chunk)) {
      const parsed = parseLine(line);
      if (parsed.kind === 'message') this.#take(parsed.message);
      else if (parsed.kind === 'invalid') this.#refuse(parsed.reply);
    }
  };

  #take(message: JSONRPCMessage): void {
    if (isJSONRPCRequest(message)) {
      if (message.method === LISTEN) this.#prepare();
      else this.#pending.add(message.id);
    }
    if (this.#prepared === undefined) this.#deliver(message);
    else this.#prepared.then(() => this.#deliver(message));
  }

  /** A client that cannot receive changes can still do everything else. */
  #prepare(): void {
    this.#prepared ??= this.#prepareToListen().catch(this.#report);
  }

  #deliver(message: JSONRPCMessage): void {
    this.onmessage?.(message);
    // A cancelled request receives no reply.
    if (isJSONRPCNotification(message) && message.method === 'notifications/cancelled') {
      this.#settle(message.params?.requestId);
      this.#closeIfDone();
    }
  }

  #refuse(reply: ErrorReply): void {
    this.#report(new Error(reply.error.message));
    this.#write(reply);
  }

  #write(message: JSONRPCMessage | ErrorReply): void {
    if (!this.#isClosed) this.#output.write(`${JSON.stringify(message)}\n`);
  }

  #settle(id: unknown): void {
    if (typeof id === 'string' || typeof id === 'number') this.#pending.delete(id);
  }

  /** Requests that came before the end of the input receive their replies. */
  #end = (): void => {
    if (this.#hasEnded || this.#isClosed) return;
    this.#hasEnded = true;
    this.#backstop = setTimeout(() => this.close(), MAX_WAIT_MS);
    this.#closeIfDone();
  };

  #closeIfDone(): void {
    if (this.#hasEnded && this.#pending.size === 0) this.close();
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

const NEWLINE = 0x0a;

/** A line without its end. */
export type Line = Buffer | 'tooLong';

/** Cuts a stream of bytes into lines. A line that is too long takes up no memory. */
export class LineReader {
  readonly #maxBytes: number;
  #parts: Buffer[] = [];
  #length = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The lines that end in this chunk. */
  *lines(chunk: Buffer): Generator<Line> {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      this.#add(chunk.subarray(start, end));
      yield this.#finishLine();
      start = end + 1;
    }
    this.#add(chunk.subarray(start));
  }

  #add(part: Buffer): void {
    this.#length += part.length;
    if (this.#length > this.#maxBytes) this.#parts = [];
    else this.#parts.push(part);
  }

  #finishLine(): Line {
    const line = this.#length > this.#maxBytes ? 'tooLong' : Buffer.concat(this.#parts);
    this.#parts = [];
    this.#length = 0;
    return line;
  }
}

/** The reply to a line that is not a request. The SDK's type lacks the id `null`, which JSON-RPC demands here. */
interface ErrorReply {
  jsonrpc: '2.0';
  id: string | number | null;
  error: { code: number; message: string };
}

type ParsedLine =
  | { kind: 'blank' }
  | { kind: 'message'; message: JSONRPCMessage }
  | { kind: 'invalid'; reply: ErrorReply };

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

/** Refuses bytes that are not UTF-8, which a Buffer would replace. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

function parseLine(line: Line): ParsedLine {
  if (line === 'tooLong') return invalid(INVALID_REQUEST, 'Invalid Request: longer than 64 MB');
  let text: string;
  try {
    text = utf8.decode(line);
  } catch {
    return invalid(PARSE_ERROR, 'Parse error: the line is not valid UTF-8');
  }
  if (text.trim() === '') return { kind: 'blank' };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return invalid(PARSE_ERROR, 'Parse error: the line is not valid JSON');
  }
  return parseMessage(value);
}

function parseMessage(value: unknown): ParsedLine {
  if (Array.isArray(value)) {
    return invalid(
      INVALID_REQUEST,
      'Invalid Request: batches are not supported; send one message a line',
    );
  }
  try {
    return { kind: 'message', message: parseJSONRPCMessage(value) };
  } catch {
    return invalid(INVALID_REQUEST, 'Invalid Request: not a JSON-RPC 2.0 message', idOf(value));
  }
}

function invalid(code: number, message: string, id: ErrorReply['id'] = null): ParsedLine {
  return { kind: 'invalid', reply: { jsonrpc: '2.0', id, error: { code, message } } };
}

/** The id of a request. The id of a response was chosen by this server and would be misleading. */
function idOf(value: unknown): ErrorReply['id'] {
  if (typeof value !== 'object' || value === null) return null;
  if (!('method' in value) || !('id' in value)) return null;
  return typeof value.id === 'string' || typeof value.id === 'number' ? value.id : null;
}
