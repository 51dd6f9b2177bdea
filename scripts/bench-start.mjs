#!/usr/bin/env node
/**
 * What a start costs: CPU time of a process from its start to its end, above that of a bare `node`.
 *
 *   node scripts/bench-start.mjs [runs]
 *
 * Each server is given one request and the end of its input. `ltp plan list` may take one and a half times a bare
 * `node`, and what a program takes that does no more than instantiate the wasm. The cases take turns, so that a busy
 * machine disturbs all of them alike, and the median of the runs counts. Needs bash, for its `time`.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SERVER_GOAL_MS = 60;
const LTP_GOAL_TIMES = 1.5;

const runs = Number(process.argv[2] ?? 21);
const mcp = join(dirname(fileURLToPath(import.meta.url)), '..', 'npm', 'mcp');
const bin = join(mcp, 'bin');
const root = mkdtempSync(join(tmpdir(), 'bench-start-'));

const clientInfo = { name: 'bench', version: '1' };
const initialize = {
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
};
const discover = {
  method: 'server/discover',
  params: {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': clientInfo,
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
};

/**
 * @typedef {object} Case
 * @property {string} what
 * @property {string[]} args of node
 * @property {string} input file
 * @property {(bareMs: number, wasmMs: number) => number} [goal] CPU milliseconds
 */

const bare = { what: 'bare node', args: [file('empty.cjs', '')], input: file('nothing', '') };
const wasm = {
  what: 'node with the wasm',
  args: [file('wasm.cjs', instantiation()), join(mcp, 'dist', 'core.wasm')],
  input: bare.input,
};
const server = {
  args: [join(bin, 'long-term-plan-mcp.cjs'), '--root', root],
  goal: (/** @type {number} */ bareMs) => bareMs + SERVER_GOAL_MS,
};
const list = [join(bin, 'ltp.cjs'), 'plan', 'list', '--root', root];
/** @type {Case[]} */
const cases = [
  { ...server, what: 'server, initialize', input: file('initialize', request(initialize)) },
  { ...server, what: 'server, server/discover', input: file('discover', request(discover)) },
  {
    what: 'ltp plan list',
    args: list,
    input: bare.input,
    goal: (bareMs, wasmMs) => LTP_GOAL_TIMES * bareMs + (wasmMs - bareMs),
  },
];

try {
  const times = new Map([bare, wasm, ...cases].map((one) => [one, /** @type {number[]} */ ([])]));
  for (let run = 0; run < runs; run++) for (const [one, ms] of times) ms.push(cpuMs(one));
  const [bareMs, wasmMs] = [median(times.get(bare)), median(times.get(wasm))];
  console.log(`${bare.what.padEnd(24)} ${shown(bareMs)}`);
  console.log(
    `${wasm.what.padEnd(24)} ${shown(wasmMs)}, ${shown(wasmMs - bareMs)} above bare node`,
  );
  for (const one of cases) {
    const ms = median(times.get(one));
    const goal = one.goal?.(bareMs, wasmMs) ?? Number.POSITIVE_INFINITY;
    const verdict = ms > goal ? 'OVER THE GOAL' : 'within the goal';
    const above = `${shown(ms - bareMs)} above bare node, ${(ms / bareMs).toFixed(2)} times`;
    console.log(
      `${one.what.padEnd(24)} ${shown(ms)}, ${above}, ${verdict} of ${goal.toFixed(1)} ms`,
    );
  }
} finally {
  rmSync(root, { recursive: true });
}

/**
 * @param {string} name
 * @param {string} text
 */
function file(name, text) {
  const path = join(root, name);
  writeFileSync(path, text);
  return path;
}

/** A program that only does what every program with this wasm must. */
function instantiation() {
  return `
    const { readFileSync, writeSync } = require('node:fs');
    const wasm = new WebAssembly.Module(readFileSync(process.argv[2]));
    const imports = {};
    for (const { module, name } of WebAssembly.Module.imports(wasm)) {
      imports[module] ??= {};
      imports[module][name] = () => {};
    }
    new WebAssembly.Instance(wasm, imports);
    writeSync(1, 'ready');`;
}

/** @param {object} message */
function request(message) {
  return `${JSON.stringify({ jsonrpc: '2.0', id: 1, ...message })}\n`;
}

/**
 * User and system time of one process. It must answer, or the figure would mean nothing.
 * @param {Case} one
 */
function cpuMs({ what, args, input }) {
  // Reading these certificates costs Node 55 ms by itself.
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  // Through pipes, as a client would, since Node has other code for files.
  const script = `
    TIMEFORMAT="%U %S"; input=$1; shift
    cat "$input" | { time "$@" 2> "$input.err"; } 2> "$input.time" | wc -c > "$input.answered"
    cat "$input.time" "$input.answered"`;
  const measured = ['-c', script, 'bench', input, process.execPath, ...args];
  const output = execFileSync('bash', measured, { env, encoding: 'utf8' });
  const [user = 0, system = 0, answered] = output.trim().split(/\s+/).map(Number);
  if (what !== bare.what && answered === 0) throw new Error(`${what}: no answer`);
  return (user + system) * 1000;
}

/** @param {number[]} [numbers] */
function median(numbers = []) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

/** @param {number} ms */
function shown(ms) {
  return `${ms.toFixed(1).padStart(5)} ms`;
}
