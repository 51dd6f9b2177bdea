/** A server without the SDK's client in between: any bytes can be sent, by any user. */
import assert from 'node:assert/strict';
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { serverBin } from './commands.ts';
import type { Answer, Arguments } from './tools.ts';

export interface Message {
  id?: string | number | null;
  result?: Record<string, unknown>;
  error?: { code: number; message: string };
}

export interface RawOptions {
  /** Who runs it; only root may choose. */
  uid?: number | undefined;
  command?: string[];
}

const LONGEST_WAIT_MS = 30_000;

export class RawServer {
  /** All that came, in order. */
  readonly messages: Message[] = [];
  stderr = '';
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting = new Map<string | number, (message: Message) => void>();
  #lastId = 0;

  private constructor(root: string, { uid, command = [] }: RawOptions) {
    const [program = '', ...args] = [...command, serverBin, '--root', root];
    const toolsets = ['--toolsets', 'plan,doc'];
    this.#child = spawn(program, [...args, ...toolsets], uid === undefined ? {} : { uid });
    // Who is gone reads no more; that it is gone is seen by its exit.
    this.#child.stdin.on('error', () => {});
    this.#child.stderr.on('data', (chunk) => {
      this.stderr += chunk;
    });
    createInterface(this.#child.stdout).on('line', (line) => this.#receive(JSON.parse(line)));
  }

  /** Starts one and greets it. */
  static async start(
    context: TestContext,
    root: string,
    options: RawOptions = {},
  ): Promise<RawServer> {
    const server = new RawServer(root, options);
    context.after(() => server.#child.kill('SIGKILL'));
    await server.request('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'raw', version: '1' },
    });
    server.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    return server;
  }

  write(bytes: string | Buffer): void {
    this.#child.stdin.write(bytes);
  }

  send(message: unknown): void {
    this.write(`${JSON.stringify(message)}\n`);
  }

  /** Asks, and waits for the answer. */
  async request(method: string, params: Arguments): Promise<Message> {
    const id = ++this.#lastId;
    const answered = this.answerTo(id);
    this.send({ jsonrpc: '2.0', id, method, params });
    return answered;
  }

  answerTo(id: string | number): Promise<Message> {
    const answered = new Promise<Message>((resolve) => this.#waiting.set(id, resolve));
    const tooLate = sleep(LONGEST_WAIT_MS, undefined, { ref: false }).then(() => {
      throw new Error(`no answer to ${id}; stderr: ${this.stderr}`);
    });
    return Promise.race([answered, tooLate]);
  }

  async call(name: string, args: Arguments = {}): Promise<Answer> {
    const { result, error } = await this.request('tools/call', { name, arguments: args });
    assert.equal(error, undefined);
    const [first] = (result?.content ?? []) as { text: string }[];
    assert.ok(first);
    const json = result?.structuredContent as Record<string, unknown>;
    return { isError: result?.isError === true, text: first.text, json };
  }

  async succeed(name: string, args: Arguments = {}): Promise<Record<string, unknown>> {
    const { isError, text, json } = await this.call(name, args);
    assert.equal(isError, false, `${name}: ${text}`);
    return json;
  }

  async fail(name: string, args: Arguments = {}): Promise<string> {
    const { isError, text } = await this.call(name, args);
    assert.equal(isError, true, `${name} succeeded: ${text}`);
    return text;
  }

  /** Sends something that cannot be answered by its id, and gives what was said to it. */
  async provoke(bytes: string | Buffer): Promise<Message[]> {
    const before = this.messages.length;
    this.write(bytes);
    await this.assertUp();
    return this.messages.slice(before, -1);
  }

  /** The next call is answered. */
  async assertUp(): Promise<void> {
    const { result } = await this.request('ping', {});
    assert.deepEqual(result, {});
  }

  /** Ends its input, and waits for its end. */
  async end(): Promise<number | null> {
    const closed = once(this.#child, 'close');
    this.#child.stdin.end();
    const [code] = await closed;
    return code;
  }

  #receive(message: Message): void {
    this.messages.push(message);
    if (message.id === undefined || message.id === null) return;
    this.#waiting.get(message.id)?.(message);
    this.#waiting.delete(message.id);
  }
}
