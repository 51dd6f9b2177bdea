/** A server without the SDK's client, to which any bytes can be sent, and which any user can run. */
import assert from 'node:assert/strict';
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { serverBin } from './commands.ts';
import type { Arguments, Reply } from './tools.ts';

export interface Message {
  id?: string | number | null;
  result?: Record<string, unknown>;
  error?: { code: number; message: string };
}

export interface RawOptions {
  /** The user that runs it; only root may choose. */
  uid?: number | undefined;
  command?: string[];
}

const LONGEST_WAIT_MS = 30_000;

export class RawServer {
  /** All messages from the server, in order. */
  readonly messages: Message[] = [];
  stderr = '';
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting = new Map<string | number, (message: Message) => void>();
  readonly #closed: Promise<void>;
  #lastId = 0;

  private constructor(root: string, { uid, command = [] }: RawOptions) {
    const [program = '', ...args] = [...command, process.execPath, serverBin, '--root', root];
    const toolsets = ['--toolsets', 'plan,doc'];
    this.#child = spawn(program, [...args, ...toolsets], uid === undefined ? {} : { uid });
    this.#closed = once(this.#child, 'close').then(() => {});
    // A process that has ended no longer reads; its exit shows that.
    this.#child.stdin.on('error', () => {});
    this.#child.stderr.on('data', (chunk) => {
      this.stderr += chunk;
    });
    createInterface(this.#child.stdout).on('line', (line) => this.#receive(JSON.parse(line)));
  }

  /** Starts a server and initializes the session. */
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

  /** Sends a request and returns its reply. */
  async request(method: string, params: Arguments): Promise<Message> {
    const id = ++this.#lastId;
    const reply = this.replyTo(id);
    this.send({ jsonrpc: '2.0', id, method, params });
    return reply;
  }

  async replyTo(id: string | number): Promise<Message> {
    const replied = new Promise<Message>((resolve) => this.#waiting.set(id, resolve));
    const tooLate = sleep(LONGEST_WAIT_MS, undefined, { ref: false });
    const reply = await Promise.race([replied, this.#closed, tooLate]);
    if (!reply) throw new Error(`no reply to ${id}; stderr: ${this.stderr}`);
    return reply;
  }

  async call(name: string, args: Arguments = {}): Promise<Reply> {
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

  /** Sends something without a usable id, and returns the messages that it caused. */
  async provoke(bytes: string | Buffer): Promise<Message[]> {
    const before = this.messages.length;
    this.write(bytes);
    await this.assertUp();
    return this.messages.slice(before, -1);
  }

  /** Asserts that the server still replies. */
  async assertUp(): Promise<void> {
    const { result } = await this.request('ping', {});
    assert.deepEqual(result, {});
  }

  /** Closes its input and returns when it has exited. */
  async end(): Promise<number | null> {
    this.#child.stdin.end();
    await this.#closed;
    return this.#child.exitCode;
  }

  #receive(message: Message): void {
    this.messages.push(message);
    if (message.id === undefined || message.id === null) return;
    this.#waiting.get(message.id)?.(message);
    this.#waiting.delete(message.id);
  }
}
