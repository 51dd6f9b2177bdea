/** Measures other processes, and talks to those that are MCP servers. Linux only: it reads /proc. */

import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { SetupError } from '../lib/setup-error.mjs';

/**
 * @typedef {object} Command
 * @property {string} program
 * @property {string[]} args
 * @property {string} [cwd]
 * @property {Record<string, string>} [env] added to the environment
 */

/** How long a server may take to end after its input has ended, on a busy machine. */
const PATIENCE_MS = 5000;

const CLIENT_INFO = { name: 'bench', version: '1' };

export const INITIALIZE = {
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: CLIENT_INFO },
};

/** The first request in the protocol's revision of 2026. */
export const DISCOVER = {
  method: 'server/discover',
  params: {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': CLIENT_INFO,
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
};

/** Settings that change a start: Node would read more certificates, for example, and bash would run any file. */
const DISTURBING = /^(NODE_EXTRA_CA_CERTS|NODE_OPTIONS|NODE_COMPILE_CACHE|BASH_ENV|npm_.*)$/;

/**
 * The environment of every process that is measured.
 * @param {Record<string, string>} [extra]
 */
export function quietEnvironment(extra = {}) {
  const kept = Object.entries(process.env).filter(([name]) => !DISTURBING.test(name));
  return { ...Object.fromEntries(kept), ...extra };
}

/** @param {number} pid */
function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before it may contain anything, including parentheses and blanks.
    return Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2]);
  } catch {
    return undefined;
  }
}

/**
 * @param {number} pid
 * @returns {number[]} the processes that it started, directly or indirectly
 */
function descendants(pid) {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const parents = new Map(all.map((name) => [Number(name), parentOf(Number(name))]));
  /** @type {(of: number) => number[]} */
  const under = (of) =>
    [...parents]
      .filter(([, parent]) => parent === of)
      .flatMap(([child]) => [child, ...under(child)]);
  return under(pid);
}

/**
 * CPU time of the threads of a process, in the kernel's nanoseconds; /proc/PID/stat counts in steps of 10 ms.
 * @param {number} pid
 */
function ownCpuMs(pid) {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const nanoseconds = threads.map((thread) =>
      Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
    );
    return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e6;
  } catch {
    // The process has ended.
    return 0;
  }
}

/**
 * @param {number} pid
 * @returns {{ mb: number, peakMb: number }} memory used now and at most, in millions of bytes
 */
function ownMemory(pid) {
  const status = existsSync(`/proc/${pid}`) ? readFileSync(`/proc/${pid}/status`, 'utf8') : '';
  /** @param {RegExp} line */
  const of = (line) => (Number(line.exec(status)?.[1] ?? 0) * 1024) / 1e6;
  return { mb: of(/VmRSS:\s+(\d+) kB/), peakMb: of(/VmHWM:\s+(\d+) kB/) };
}

/**
 * @param {number} pid
 * @returns {number} bytes that its system calls have read, from files and pipes
 */
function ownBytesRead(pid) {
  return Number(/rchar: (\d+)/.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1] ?? 0);
}

/** @param {number} pid */
function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has ended.
  }
}

/** A running process, and what it and its children cost. */
export class Meter {
  /** @param {Command} command */
  constructor({ program, args, cwd, env }) {
    if (!existsSync('/proc/self/schedstat')) {
      throw new SetupError('The benchmarks read /proc with schedstat, which only Linux has.');
    }
    // bash reports the CPU time of the whole life to the millisecond.
    const script = 'TIMEFORMAT="%U %S"; { time "$@" 2>/dev/null 3>&-; } 2>&3';
    this.startedAt = performance.now();
    // Without --norc, a bash whose input is a socket, like Node's pipes, would read its settings.
    this.child = spawn('bash', ['--norc', '-c', script, 'bench', program, ...args], {
      cwd,
      env: quietEnvironment(env),
      stdio: ['pipe', 'pipe', 'ignore', 'pipe'],
    });
    const [input, output, , times] = this.child.stdio;
    if (!input || !output || !times || !('read' in times)) throw new Error('no pipes');
    this.input = input;
    this.output = output;
    // The end of the process is reported by `ended`.
    input.on('error', () => {});
    /** CPU time of the whole life. */
    this.lifeCpuMs = text(times).then((line) => {
      const [user = 0, system = 0] = line.trim().split(' ').map(Number);
      return (user + system) * 1000;
    });
    this.ended = new Promise((resolve) => this.child.once('close', resolve));
  }

  /** The measured processes, without bash. */
  pids() {
    return this.child.pid === undefined ? [] : descendants(this.child.pid);
  }

  /** CPU time since the start. */
  cpuMs() {
    return this.pids().reduce((sum, pid) => sum + ownCpuMs(pid), 0);
  }

  bytesRead() {
    return this.pids().reduce((sum, pid) => sum + ownBytesRead(pid), 0);
  }

  wallMs() {
    return performance.now() - this.startedAt;
  }

  memory() {
    const each = this.pids().map(ownMemory);
    return {
      mb: each.reduce((sum, { mb }) => sum + mb, 0),
      peakMb: each.reduce((sum, { peakMb }) => sum + peakMb, 0),
    };
  }

  /**
   * Ends the input of the process and waits until it ends.
   * @returns {Promise<boolean>} whether it ended without being killed
   */
  async end() {
    this.input.end();
    let isKilled = false;
    const patience = setTimeout(() => {
      isKilled = true;
      for (const pid of this.pids()) kill(pid);
    }, PATIENCE_MS);
    await this.ended;
    clearTimeout(patience);
    return !isKilled;
  }
}

/** An MCP server over stdio: a line of JSON for each message. */
export class Server extends Meter {
  /** @param {Command} command */
  constructor(command) {
    super(command);
    /** Bytes in each direction, including line ends. */
    this.bytes = { sent: 0, received: 0 };
    this.lastId = 0;
    /** @type {Map<number, { resolve: (reply: any) => void, reject: (error: Error) => void }>} */
    this.waiting = new Map();
    createInterface({ input: this.output }).on('line', (line) => this.#receive(line));
    this.ended.then(() => {
      const error = new Error(`${command.program} ${command.args.join(' ')} ended`);
      for (const { reject } of this.waiting.values()) reject(error);
    });
  }

  /** @param {string} line */
  #receive(line) {
    this.bytes.received += Buffer.byteLength(line) + 1;
    const message = JSON.parse(line);
    if (message.method === undefined) {
      this.waiting.get(message.id)?.resolve(message);
      this.waiting.delete(message.id);
    } else if (message.id !== undefined) {
      // The server may wait for a reply, even to a request for something that this client did not offer.
      this.#send({ id: message.id, error: { code: -32601, message: 'Method not found' } });
    }
  }

  /** @param {object} message */
  #send(message) {
    const line = `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;
    this.bytes.sent += Buffer.byteLength(line);
    this.input.write(line);
  }

  /**
   * @param {{ method: string, params?: object }} request
   * @returns {Promise<any>} the result
   */
  async request(request) {
    this.lastId += 1;
    const id = this.lastId;
    /** @type {Promise<any>} */
    const replied = new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    this.#send({ id, ...request });
    const { result, error } = await replied;
    if (error) throw new Error(`${request.method}: ${error.message}`);
    return result;
  }

  /** The handshake of the protocol's revisions before 2026. */
  async initialize() {
    const result = await this.request(INITIALIZE);
    this.#send({ method: 'notifications/initialized' });
    return result;
  }

  /**
   * @param {string} name of a tool
   * @param {object} [args]
   * @returns {Promise<any>} the result; an error is thrown
   */
  async call(name, args = {}) {
    const result = await this.request({ method: 'tools/call', params: { name, arguments: args } });
    if (result.isError) throw new Error(`${name}: ${result.content[0]?.text}`);
    return result;
  }
}
